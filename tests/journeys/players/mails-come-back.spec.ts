import { expect, expectAccessible, signUp, test } from '../fixtures.ts'

test('a player whose mails come back reads so on the account page and in My Sessions', async ({ page }) => {
  let comeBack = true
  await page.route('**/api/mail-reach', (route) => route.fulfill({ json: { comeBack } }))
  const { email } = await signUp(page)
  const said = page.getByText(`Our mails to ${email} come back.`)
  for (const path of ['/account', '/sessions']) {
    await page.goto(path)
    await expect(said).toBeVisible()
    await expectAccessible(page)
  }
  comeBack = false
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'E-mail' })).toContainText(email)
  await expect(said).toHaveCount(0)
})
