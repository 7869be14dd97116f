import type { listClaims } from '#src/features/bookings/staff-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { holdSession } from '../hold-session.ts'

test.skip(!process.env.E2E_DATA_DIR, 'sessions must be over, which takes the database of an app of our own')

test('a player who was promised another coach is not scheduled with the same one', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const name = `Unhappy-${Date.now() % 1_000_000}`
  const { token } = await outside.signUp(name)
  const bookingId = await outside.book(token, 'VexFlip')
  await holdSession(bookingId)
  const claim = { wanted: 'another-coach', reason: 'It did not help me.' }
  await outside.call('POST', `/api/bookings/${bookingId}/claim-guarantee`, token, claim)
  const owner = await outside.logIn('owner@demo.test')
  const claims = await outside.call<CallReply<typeof listClaims>>('GET', '/api/guarantee-claims', owner)
  const { id } = claims.find(({ booking }) => booking.id === bookingId)!
  await outside.call('POST', `/api/guarantee-claims/${id}/decide`, owner, { decision: 'another-coach' })

  await logInAsOwner(page)
  await page.getByRole('button', { name: `Schedule 1-on-1 Basic Session of ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The player was promised a different coach')).toBeVisible()
  await expect(dialog.getByRole('option', { name: 'QuietPump' })).toBeAttached()
  await expect(dialog.getByRole('option', { name: 'VexFlip' })).toHaveCount(0)
  await expectAccessible(page)
})

test('the owner corrects a wrong outcome', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const name = `Present-${Date.now() % 1_000_000}`
  const { token, email } = await outside.signUp(name)
  const bookingId = await outside.book(token, 'VexFlip')
  await holdSession(bookingId)
  await outside.call('POST', `/api/bookings/${bookingId}/no-show`, await outside.logIn('owner@demo.test'), {})

  await logInAsOwner(page)
  await page.getByLabel('Search').fill(email)
  await page.getByRole('row').getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Mark no-show' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Mark completed' }).click()
  await expect(page.getByText('Marked as completed', { exact: true }).first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Mark no-show' })).toBeVisible()
  await dialog.getByText(/^History \(/).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Marked as completed' }).last()).toContainText('You')
})

test('the bookings of a coach who is not published any more are found', async ({ page, isMobile }) => {
  const gone = { id: crypto.randomUUID(), name: 'LongGone' }
  await page.route('**/api/bookings/unpublished-coaches', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: [...(await answer.json()), gone] })
  })
  await logInAsOwner(page)
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  const asked = page.waitForRequest((request) => request.url().includes(`coachId=${gone.id}`))
  const coach = page.getByLabel('Coach', { exact: true })
  await expect(coach.getByRole('option', { name: 'VexFlip', exact: true })).toBeAttached()
  await coach.selectOption('LongGone (not published)')
  await asked
  await expect(page.getByText('No booking fits')).toBeVisible()
})
