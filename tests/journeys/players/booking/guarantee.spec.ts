import type { listClaims } from '#src/features/bookings/staff-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { openMenu } from '../../book.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'
import { holdSession } from '../../hold-session.ts'

test.skip(!process.env.E2E_DATA_DIR, 'a session must be over, which takes the database of an app of our own')

test('the guarantee asks which, and My Sessions says why it was declined', { tag: '@gate' }, async ({
  page,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'DualShift')
  await holdSession(bookingId)
  await page.goto('/sessions')
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await openMenu(past)
  await past.getByRole('button', { name: 'Claim guarantee' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Claim guarantee' })
  await send.click()
  await expect(dialog.getByText('Please choose: your money back or another coach.')).toBeVisible()
  await expect(dialog.getByText('Please say what was missing: at least 10 characters.')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /My money back/ })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /Another coach/ })).toBeChecked()
  await dialog.getByLabel('What was missing?').fill('We talked about another game.')
  await send.click()
  await expect(past.getByText(/^Guarantee claimed \(another coach\): we write to you by \w{3}, \w{3} \d/)).toBeVisible()

  const owner = await outside.logIn('owner@demo.test')
  const claims = await outside.call<CallReply<typeof listClaims>>('GET', '/api/guarantee-claims', owner)
  const { id } = claims.find(({ booking }) => booking.id === bookingId)!
  const decision = { decision: 'declined', reason: 'The recording shows two hours of Rocket League.' }
  await outside.call('POST', `/api/guarantee-claims/${id}/decide`, owner, decision)
  await page.reload()
  await expect(past).toContainText('Guarantee: declined.The recording shows two hours of Rocket League.')
  await expectAccessible(page)
})

test('one press gives the difference back where no notes came', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  await holdSession(await outside.book(token, 'DualShift'), 50)

  await page.goto('/sessions')
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await openMenu(past)
  const missing = past.getByRole('button', { name: 'My notes did not come: 1-on-1 Basic Session with DualShift' })
  await expectAccessible(page)
  await missing.click()
  await expect(page.getByText('$14 is on its way back', { exact: true }).first()).toBeVisible()
  await openMenu(past)
  await expect(past.getByRole('link', { name: /^Receipt for / })).toBeVisible()
  await expect(missing).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(past.getByText('$14 refunded')).toBeVisible()
})
