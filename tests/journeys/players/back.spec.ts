import { chooseFreeHour, openPackage, proceed } from '../book.ts'
import { expect, signUp, test } from '../fixtures.ts'

test('Back goes from the checkout to the choice, then closes the dialog, then leaves the page', async ({ page }) => {
  await signUp(page)
  await page.goto('/terms')
  await page.goto('/')
  const dialog = await openPackage(page)
  const { time } = await chooseFreeHour(page)
  await proceed(page)
  await page.goBack()
  await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Book Now: Pro' })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('a closed dialog leaves nothing to go back through', async ({ page }) => {
  await page.goto('/terms')
  await page.goto('/')
  const dialog = await openPackage(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state?.over)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('a page reloaded under the booking dialog opens it again, and is left by the first Back after it', async ({
  page,
}) => {
  await page.goto('/terms')
  await page.goto('/')
  const dialog = await openPackage(page)
  await dialog.getByRole('radio', { name: /1-on-1 Basic/ }).check()
  await page.reload()
  await expect(dialog.getByRole('radio', { name: /1-on-1 Basic/ })).toBeChecked()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('who comes back from the login finds the page without the dialog, and leaves it by the next Back', async ({
  page,
}) => {
  await page.goto('/terms')
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page).toHaveURL('/login?next=%2F')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Level Up Your Game' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state?.over)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('Back from the login of somebody logged out elsewhere leads to the page before their room', async ({ page }) => {
  await signUp(page)
  await page.goto('/terms')
  await page.goto('/sessions')
  await expect(page.getByRole('heading', { level: 1, name: 'My Sessions' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page).toHaveURL('/login?next=%2Fsessions')
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('Back after logging in meets no form to log in', async ({ page }) => {
  await page.goto('/terms')
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).click()
  await page.getByLabel('Email').fill('player@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Login Successful')).toBeVisible()
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})
