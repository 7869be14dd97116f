import { readFile } from 'node:fs/promises'
import { letters } from '#tests/support/letters.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'

test('somebody downloads their data, deletes their account, and is gone', { tag: '@gate' }, async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 40[01]/)
  const { name, email, password } = await signUp(page, `Leaver ${letters()}`)
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Your data' })
  const save = async (button: string) => {
    const download = page.waitForEvent('download')
    await section.getByRole('button', { name: button }).click()
    const file = await download
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const json = await save('Download for programs')
  expect(json.name).toBe('level-up-data.json')
  expect(JSON.parse(json.text)).toMatchObject({ account: { name, email } })
  const html = await save('Download to read')
  expect(html.name).toBe('level-up-data.html')
  expect(html.text).toContain(`<dd>${email}</dd>`)

  await section.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog).toContainText('Nobody can undo this')
  await expectAccessible(page)
  await dialog.getByLabel('Your password').fill('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('That is not your password')).toBeVisible()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()

  await expect(page).toHaveURL('/')
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book Now: Pro' })).toBeVisible()
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(answer.status()).toBe(401)
})

test('the privacy page leads to where one’s data is', async ({ page }) => {
  await page.goto('/privacy')
  await page.getByRole('link', { name: 'your account page' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Faccount/)
})
