import { expect, expectAccessible, test } from './fixtures.ts'

test('an unknown address is a readable 404, also without scripts', async ({ page, request, expectProblem }) => {
  expectProblem(/status of 404/)
  const answer = await request.get('/nowhere/at-all')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Page Not Found')
  await page.goto('/nowhere/at-all')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessible(page)
})

test('a server that cannot be reached empties no page: what was typed stays, and a toast says so', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|Failed to fetch/)
  await page.goto('/login')
  // The toaster is loaded by the first press that React hears.
  await expect(async () => {
    const toaster = page.waitForResponse(/toaster/, { timeout: 1_000 })
    await page.getByLabel('Email').click()
    await toaster
  }).toPass()
  await page.getByLabel('Email').fill('player@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('player@demo.test')
})

test('an address that brings no payment claims none', async ({ page }) => {
  await page.goto('/payment-success')
  await expect(page.getByRole('heading', { name: 'No payment here' })).toBeVisible()
  await expect(page.getByText('Check your e-mail')).toBeHidden()
})
