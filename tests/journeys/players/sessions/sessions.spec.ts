import type { Page } from '@playwright/test'
import type { MySession } from '#src/features/bookings/contract.ts'
import { letters } from '#tests/support/letters.ts'
import { pro } from '../../../support/prices.ts'
import { cards, chooseFreeHour, logInAsOwner, openMySessions, payForPackage } from '../../book.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'
import { holdSession } from '../../hold-session.ts'
import { routeUntil } from '../../route-until.ts'

test('a player without sessions is shown the way to one', async ({ page }) => {
  await signUp(page)
  await openMySessions(page)
  await expect(page.getByText('No session yet')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'All coaches and hours' })).toHaveAttribute('href', '/coaches')
  await page
    .getByRole('button', { name: /^Book this hour with/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /Starter/, checked: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
})

test('a signed-out visitor is sent to log in and comes back', async ({ page }) => {
  await page.goto('/sessions')
  await expect(page).toHaveURL('/login?next=%2Fsessions')
})

test('beside the next session the others are calm: chat and a menu, conversations by coach, and Book again', async ({
  page,
  baseURL,
  isMobile,
}) => {
  test.skip(!process.env.E2E_DATA_DIR, 'a session must be over, which takes the database of an app of our own')
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const held = await outside.book(token, 'VexFlip')
  await holdSession(held)
  const ahead = [await outside.book(token, 'VexFlip'), await outside.book(token, 'VexFlip')]
  const coach = await outside.logIn('coach@demo.test')
  for (const bookingId of [held, ahead[0]])
    await outside.call('POST', '/api/messages/send-coach-booking', coach, { bookingId, content: 'Bring a replay.' })

  await openMySessions(page)
  const later = page.getByRole('region', { name: 'Upcoming' }).getByRole('listitem')
  const move = later.getByRole('button', { name: /^Move / })
  await expect(move).toBeHidden()
  const more = later.getByRole('button', { name: /^More for 1-on-1 Basic Session with VexFlip$/ })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(move).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(move).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(later.getByRole('button', { name: /^Prepare / })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(move).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Move session' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep' }).click()
  await expect(more).toBeFocused()
  const report = later.getByRole('button', { name: /^Report or block: / })
  await expect(report).toBeHidden()
  await page.keyboard.press('Enter')
  await report.click()
  await expect(page.getByRole('dialog', { name: 'Report or block' })).toContainText('About VexFlip')
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()

  // One entry for the coach, with what is new in both sessions.
  const talks = page.getByRole('region', { name: 'Conversations' })
  await expect(talks.getByRole('listitem').filter({ visible: true })).toHaveCount(1)
  await talks.getByText('2 new').click()
  await expect(talks.getByRole('button', { name: /^Chat about .*, 1 new$/ })).toHaveCount(2)
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  const entry = page
    .getByRole('banner')
    .getByRole('link', { name: 'My Sessions', exact: true })
    .filter({ visible: true })
  await expect(entry).toHaveAccessibleDescription('2 unread messages')
  await expectAccessible(page)
  if (isMobile) await page.keyboard.press('Escape')

  const past = page.getByRole('region', { name: 'Past and cancelled' })
  const again = past.getByRole('button', { name: 'Book again: 1-on-1 Basic Session with VexFlip' })
  await again.click()
  const dialog = page.getByRole('dialog', { name: 'VexFlip' })
  await expect(dialog.getByRole('radio', { name: /^1-on-1 Basic Session/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(again).toBeFocused()
  const sameHour = past.getByRole('button', { name: /^Same hour next week: / })
  await expect(sameHour).toBeHidden()
  await past.getByRole('button', { name: /^More for / }).click()
  await sameHour.click()
  // The session began at no full hour, so the menu offers the nearest ones, but where that hour is one of them.
  const proceed = dialog.getByRole('button', { name: /^Proceed/ })
  const nearest = past.getByRole('alert').getByRole('button').first()
  await expect(proceed.or(nearest)).toBeVisible()
  if (await nearest.isVisible()) {
    await expectAccessible(page)
    await nearest.click()
  }
  await expect(proceed).toBeEnabled()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(past.getByRole('button', { name: /^More for / })).toBeFocused()
  // A coach who stopped since.
  await page.route('**/api/coaches', (route) => route.fulfill({ json: [] }))
  await page.reload()
  await again.click()
  await expect(past.getByRole('alert')).toContainText('VexFlip takes no bookings now.')
})

test('a payment that is still processing appears among the sessions when it arrives', async ({ page }) => {
  await signUp(page)
  await page.goto('/')
  await payForPackage(page, cards.processing)
  await expect(page.getByRole('heading', { name: 'Payment processing' })).toBeVisible()
  const answerTruly = await routeUntil(page, '**/api/bookings/mine', (route) => route.fulfill({ json: [] }))
  await openMySessions(page)
  await expect(page.getByText('No session yet')).toBeVisible()
  answerTruly()
  await expect(page.getByRole('article').filter({ hasText: 'Starts in' })).toBeVisible()
})

test('of many sessions that are over ten are shown, until one asks for all', async ({ page, baseURL }) => {
  const { token } = await signUp(page)
  await callsTo(baseURL!).book(token, 'VexFlip')
  await page.route('**/api/bookings/mine', async (route) => {
    const answer = await route.fetch()
    const [session]: MySession[] = await answer.json()
    const over = Array.from({ length: 12 }, (_, n) => ({ ...session, id: `over-${n}`, status: 'cancelled' }))
    await route.fulfill({ response: answer, json: over })
  })
  await openMySessions(page)
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await expect(past.getByRole('listitem')).toHaveCount(10)
  await past.getByRole('button', { name: 'Show all 12' }).click()
  await expect(past.getByRole('listitem')).toHaveCount(12)
})

test('the owner schedules a booking whose time is to be decided', async ({ page, openSecondPage }) => {
  const name = `Undecided ${letters()}`
  await signUp(page, name)
  await bookWithoutTime(page)
  await openMySessions(page)
  await expect(page.getByText('Time to be decided')).toBeVisible()
  await expect(page.getByText('Our team will contact you')).toBeVisible()

  const owner = await openSecondPage()
  await logInAsOwner(owner)
  await owner.getByRole('button', { name: `Schedule Pro Session of ${name}` }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Coach').selectOption({ index: 1 })
  const hour = await chooseFreeHour(owner)
  await expectAccessible(owner)
  await dialog.getByRole('button', { name: 'Schedule session' }).click()
  await expect(dialog).toBeHidden()

  await page.reload()
  await expect(page.getByRole('article').filter({ hasText: 'Starts in' })).toContainText(`${hour.date}, ${hour.time}`)
})

/** Pays for a session the way an old client does: without asking for an hour. */
async function bookWithoutTime(page: Page) {
  const asked = await page.request.post('/api/create-payment-intent', {
    data: { amount: pro.decimal, metadata: { serviceId: 'package-pro' } },
  })
  const { paymentIntentId, clientSecret } = await asked.json()
  await page.request.post(`/dev/stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    form: {
      key: 'pk_test_sandbox',
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': cards.pays.replaceAll(' ', ''),
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    },
  })
  const confirmed = await page.request.post('/api/booking-confirmation', { data: { paymentIntentId } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
}
