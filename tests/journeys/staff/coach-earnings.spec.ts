import { logInAsOwner } from '../book.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('an owner marks what a coach is owed as paid, and the coach sees it', async ({ page, openSecondPage }, {
  project,
}) => {
  // What is owed is owed once: each width pays somebody else.
  const coach = project.name.startsWith('first') ? 'QuietPump' : 'DualShift'
  await logInAsOwner(page)
  await page.goto('/owner?tab=money')
  const earnings = page.getByRole('region', { name: 'Coaches’ earnings' })
  await expect(earnings).toContainText('Coaches get 70 % of what their sessions keep')
  const row = earnings.getByRole('row').filter({ hasText: coach })
  await expect(row).toContainText('$')
  await row.getByRole('button', { name: `Mark ${coach} paid` }).click()
  const dialog = page.getByRole('dialog', { name: `Mark ${coach} paid` })
  await dialog.getByRole('button', { name: /^Mark \$.* as paid$/ }).click()
  await expect(dialog).toContainText('Please say how you find this payment again.')
  const reference = `Transfer ${Date.now() % 1_000_000}`
  await dialog.getByLabel('Reference').fill(reference)
  await dialog.getByRole('button', { name: /^Mark \$.* as paid$/ }).click()
  await expect(row.getByRole('button')).toBeHidden()
  await earnings.getByRole('button', { name: 'Show payouts' }).click()
  await expect(earnings.getByRole('list', { name: 'Payouts' })).toContainText(reference)
  await expectAccessible(page)

  const coachs = await openSecondPage()
  await coachs.goto('/login?next=/coach-dashboard%3Fsection%3Dearnings')
  await coachs.getByLabel('Email').fill(`${coach.toLowerCase()}@demo.test`)
  await coachs.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await coachs.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(coachs.getByText(reference)).toBeVisible()
  await expect(coachs.getByText('Owed to you')).toBeVisible()
  await expectAccessible(coachs)
})
