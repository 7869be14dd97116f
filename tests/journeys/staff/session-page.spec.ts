import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('staff read the whole story of a session, with how to reach both', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const player = await outside.signUp('Storied')
  const bookingId = await outside.book(player.token, 'VexFlip')
  await logInAsOwner(page)
  await page.goto(`/owner?booking=${bookingId}`)
  await page.getByRole('dialog').getByRole('link', { name: /^LU-/ }).click()
  await expect(page.getByRole('heading', { name: '1-on-1 Basic Session: Storied with VexFlip' })).toBeVisible()
  const facts = page.getByRole('region', { name: 'The session' })
  await expect(facts).toContainText(player.email)
  await expect(facts).toContainText('coach@demo.test')
  await expect(facts.getByRole('button', { name: /^Copy payment id/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'What happened, oldest first' })).toContainText('Storied')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'What happens with this booking?' }).click()
  await expect(page.getByRole('dialog', { name: 'Storied' })).toBeVisible()
})
