import { startFreshApp } from '../../support/fresh-app.ts'
import { pro } from '../../support/prices.ts'
import { cards, chooseFreeHour, openPackage, pay, proceed } from '../book.ts'
import { test as base, expect, expectAccessible, signUp } from '../fixtures.ts'

type App = Awaited<ReturnType<typeof startFreshApp>>

/** An app of the test's own, whose buyers can withdraw (TERM-9). */
const test = base.extend<{ app: App }>({
  app: async ({ browserName: _ }, use) => {
    const app = await startFreshApp({ WITHDRAWAL: 'applies' })
    await use(app)
    await app.stop()
  },
  baseURL: ({ app }, use) => use(app.url),
})

test('who can withdraw is asked before paying, finds the way in every footer, and gets all back', async ({
  page,
  expectProblem,
}) => {
  // axe asks the provider’s frame.
  expectProblem(/Applying inline style violates/)
  const { email } = await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await expect(dialog.getByText(`All ${pro.shown} back until it starts`)).toBeVisible()
  await proceed(page)
  const box = dialog.getByRole('checkbox', { name: 'Start before 14 days are over' })
  await expect(box).not.toBeChecked()
  await expect(dialog.getByText(`If you cancel or withdraw before it starts: all ${pro.shown} back.`)).toBeVisible()
  await pay(page, cards.pays, pro.shown)
  await expect(dialog.getByText('Please tick this: we can sell what is within 14 days')).toBeVisible()
  await expect(box).toBeFocused()
  await expectAccessible(page)
  await box.check()
  await expect(dialog.getByText('Please tick this')).toBeHidden()
  await page.getByRole('button', { name: `Pay ${pro.shown}` }).click()
  await expect(page).toHaveURL(/payment-success/)

  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from a contract' }).click()
  await page.getByRole('button', { name: /^Withdraw from LU-/ }).click()
  const question = page.getByRole('dialog', { name: 'Withdraw from a contract' })
  await expect(question).toContainText(
    `You can withdraw until it starts, without a reason. We confirm it by e-mail to ${email}.`,
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: `Confirm withdrawal, get ${pro.shown} back` }).click()
  await expect(page.getByText(/^You have withdrawn from LU-/)).toBeVisible()
  await expect(page.getByText('Nothing else right now.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByText('Withdrawn by the buyer')).toBeVisible()
  await expect(page.getByRole('row', { name: /Net after refund/ })).toContainText('$0.00')
})

test('My Sessions leads there as long as there is something to withdraw from, and who is logged out logs in first', async ({
  page,
}) => {
  const player = await signUp(page)
  await page.goto('/')
  await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await page.getByRole('checkbox', { name: 'Start before 14 days are over' }).check()
  await pay(page, cards.pays, pro.shown)
  await expect(page).toHaveURL(/payment-success/)
  await page.goto('/sessions')
  await page.getByRole('main').getByRole('link', { name: 'Withdraw from a contract' }).click()
  await expect(page.getByRole('button', { name: /^Withdraw from LU-/ })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/withdraw')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(player.email)
  await page.getByLabel('Password', { exact: true }).fill(player.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: /^Withdraw from LU-/ }).click()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Withdraw from LU-/ })).toBeFocused()
})
