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
  await outside.call('POST', `/api/bookings/${bookingId}/no-show`, owner, {})
  const decision = { decision: 'declined', reason: 'DualShift waited for you for 30 minutes.' }
  await outside.call('POST', `/api/guarantee-claims/${id}/decide`, owner, decision)
  await page.reload()
  await expect(past).toContainText('Guarantee: declined.DualShift waited for you for 30 minutes.')
  await expectAccessible(page)
})

test('where no notes came the difference goes back, after what the coach wrote was shown', async ({
  page,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  await holdSession(bookingId, 50)

  await page.goto('/sessions')
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  const missing = past.getByRole('button', { name: 'My notes did not come: 1-on-1 Basic Session with VexFlip' })
  await missing.click()
  await expect(page.getByRole('dialog', { name: 'Get $14 back?' })).toContainText('and so is your guarantee')
  await page.keyboard.press('Escape')
  const content = 'Three things: rotate back post, stay grounded, breathe.'
  const coach = await outside.logIn('coach@demo.test')
  await outside.call('POST', '/api/messages/send-coach-booking', coach, { bookingId, content })
  await missing.click()
  const dialog = page.getByRole('dialog', { name: 'Are these your notes?' })
  await expect(dialog).toContainText(content)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(dialog).toBeHidden()
  await missing.click()
  await dialog.getByRole('button', { name: 'No, get $14 back' }).click()
  await expect(page.getByText('$14 is on its way back', { exact: true }).first()).toBeVisible()
  await expect(missing).toHaveCount(0)
  await expect(past.getByText('$14 refunded')).toBeVisible()
})

test('where notes came the player reads them, and says that something is missing', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  await holdSession(bookingId)
  const seen = ['You jump too early, and you rotate to the ball. '.repeat(3)]
  const coach = await outside.logIn('coach@demo.test')
  await outside.call('PUT', `/api/bookings/${bookingId}/write-up`, coach, { seen })
  await page.goto('/sessions')
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await expect(past).toContainText(/Your notes came on \w{3}, \w{3} \d+\./)
  await past.getByRole('button', { name: /^Something is missing/ }).click()
  await expect(page.getByRole('radio', { name: 'Did not do what was sold' })).toBeChecked()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Reported', { exact: true }).first()).toBeVisible()
})
