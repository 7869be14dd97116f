import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('the owner sees what staff did, narrows it down, and how everything is', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token } = await outside.signUp()
  const inquiry = { name: 'Rimshot', email: 'rimshot@demo.test', game: 'fortnite', message: 'Do you coach on Sundays?' }
  const { id } = await outside.call<{ id: string }>('POST', '/api/contacts', token, inquiry)
  await outside.call('POST', `/api/contacts/${id}/answered`, await outside.logIn('owner@demo.test'))

  await logInAsOwner(page)
  await page.goto('/owner?tab=audit')
  const act = page.getByRole('listitem').filter({ hasText: id })
  await expect(act).toContainText("Demo Owner marked Rimshot's inquiry as answered")
  await expect(act.getByRole('link')).toHaveAttribute('href', '/owner?tab=contacts')
  await expect(act).toContainText('Done')
  await expectAccessible(page)

  // The demo's dates never reach this day.
  await page.getByLabel('Last day').fill('2020-01-31')
  await expect(page.getByText('No entries found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(act).toBeVisible()
  await page.getByLabel('Search').fill("rimshot's inquiry")
  await page.getByLabel('Kind').selectOption('Inquiries')
  await expect(act).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^level-up-audit-\d{4}-\d\d-\d\d\.csv$/)
  const person = page.getByLabel('Person')
  await person.selectOption({ index: 1 })
  await expect(page.getByText(/^\d+ entr(y|ies)$/)).toBeVisible()
  await page.getByLabel('First day').fill('2026-01-01')
  await expect(page.getByText(/^\d+ entr(y|ies)$/)).toBeVisible()

  await page.goto('/owner?tab=health')
  const backup = page.getByRole('listitem').filter({ hasText: 'Backup' })
  await expect(backup).toContainText('None was made: this is a demo.')
  await expectAccessible(page)
})
