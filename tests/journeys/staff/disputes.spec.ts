import type { MySession } from '#src/features/bookings/contract.ts'
import { basic } from '../../support/prices.ts'
import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('a dispute stands before the owner with its last day, and leads to a booking that says so', async ({
  page,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const name = `Disputer-${Date.now() % 1_000_000}`
  const { token } = await outside.signUp(name)
  const bookingId = await outside.book(token, 'VexFlip')
  const sessions = await outside.call<MySession[]>('GET', '/api/bookings/mine', token)
  const { paymentId } = sessions.find(({ id }) => id === bookingId)!
  await page.request.post(`/dev/sandbox/payments/${paymentId}/dispute`)

  await logInAsOwner(page)
  const problem = page.getByRole('alert').getByRole('listitem').filter({ hasText: name })
  await expect(async () => {
    await page.reload()
    await expect(problem).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(problem).toContainText(/^Dispute: answer by .*, \$/)
  await expect(problem).toContainText(`${name} asked the bank for ${basic.shown}: 'fraudulent'.`)
  await expect(problem).toContainText('dp_')
  await problem.getByRole('link', { name: 'Open booking' }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByText('Disputed', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/owner')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Disputed')
})
