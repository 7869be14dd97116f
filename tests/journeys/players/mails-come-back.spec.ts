import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { mailedCode } from '../mailed-code.ts'

test('a player whose mails come back reads so in My Sessions and on the account page, and gives another e-mail', async ({
  page,
}) => {
  let comeBack = true
  await page.route('**/api/mail-reach', (route) => route.fulfill({ json: { comeBack } }))
  const { email, password } = await signUp(page)
  const said = page.getByText(`Our mails to ${email} come back.`)
  await page.goto('/sessions')
  await expect(said).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Change it' }).click()
  await expect(said).toBeVisible()

  const section = page.getByRole('region', { name: 'E-mail' })
  await section.getByRole('button', { name: 'Change it' }).click()
  const right = `right-${email}`
  await section.getByLabel('New e-mail').fill(right)
  await section.getByLabel('Your password', { exact: true }).fill(password)
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Send a code there' }).click()
  const code = await mailedCode(page, right, /Confirm your new e-mail/)
  comeBack = false
  await section.getByLabel('Code').fill(code)
  await section.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(section).toContainText(right)
  await expect(section.getByText('Verified', { exact: true })).toBeVisible()
  await expect(said).toHaveCount(0)
})
