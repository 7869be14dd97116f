import type { Page } from '@playwright/test'
import type { MySession } from '#src/features/bookings/contract.ts'
import { letters } from '#tests/support/letters.ts'
import { pro } from '../../../support/prices.ts'
import { cards, chooseFreeHour, logInAsOwner, openMenu, openMySessions, payForPackage } from '../../book.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'

test('a booked session can be moved, put into a calendar, and cancelled for a refund', { tag: '@gate' }, async ({
  page,
  openSecondPage,
}) => {
  const name = `Mover ${letters()}`
  await signUp(page, name)
  await page.goto('/')
  await bookSession(page)
  await openMySessions(page)
  const next = page.getByRole('article').filter({ hasText: 'Starts in' })
  await expect(next).toContainText('Pro Session, 1.5 hours')
  await expect(next).toContainText('New York time')
  await expect(next).toContainText('Discord: ')
  await expect(next).toContainText(pro.shown)
  await expect(next).toContainText('Confirmed')
  await expectAccessible(page)

  await next.getByRole('button', { name: /^Move/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Moving is free until .* \(New York\)/)).toBeVisible()
  const moved = await chooseFreeHour(page, { daysAhead: 3 })
  await expect(dialog.getByText(`${moved.date}, ${moved.time} (New York)`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move session' }).click()
  await expect(dialog).toBeHidden()
  await expect(next).toContainText(`${moved.date}, ${moved.time}`)

  const download = page.waitForEvent('download')
  await next.getByRole('link', { name: /to calendar/ }).click()
  expect((await download).suggestedFilename()).toBe('level-up-session.ics')

  await next.getByRole('button', { name: /^Cancel/ }).click()
  await expect(dialog.getByText(`${pro.shown} back if you cancel`)).toBeVisible()
  await dialog.getByRole('button', { name: `Cancel session, get ${pro.shown} back` }).click()
  await expect(dialog).toBeHidden()
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await expect(past).toContainText('Cancelled')
  await expect(past).toContainText(`${pro.shown} refunded`)

  await openMenu(past)
  await past.getByRole('link', { name: /^Receipt/ }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByText(/^\d{4}-\d{6}$/)).toBeVisible()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Refunded .* Reference re_\w+ −/ })).toContainText(pro.decimal)
  await expect(page.getByRole('row', { name: 'Net after refund $0.00' })).toBeVisible()
  expect(pagesOf(await page.pdf())).toBe(1)
  await expectAccessible(page)

  const owner = await openSecondPage()
  await logInAsOwner(owner)
  await owner.goto('/owner?tab=money')
  const row = owner.getByRole('row').filter({ hasText: name })
  // The day is read every ten seconds at most: another owner may have looked just before.
  await expect(async () => {
    await owner.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toContainText('agrees', { timeout: 5_000 })
  }).toPass()
  await expect(row).toContainText(pro.shown)
  await expectAccessible(owner)
})

test('who moves a session is led to its new time, among their sessions and on its page', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  for (let n = 0; n < 3; n += 1) await outside.book(token, 'VexFlip')
  await openMySessions(page)
  const move = async () => {
    const { date, time } = await chooseFreeHour(page, { daysAhead: 10 })
    await page.getByRole('dialog').getByRole('button', { name: 'Move session' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    return new RegExp(`${date}, (\\d{4}, )?${time}`)
  }
  await page.getByRole('article').getByRole('button', { name: /^Move/ }).click()
  const moved = await move()
  const row = page.getByRole('region', { name: 'Upcoming' }).getByRole('listitem').filter({ hasText: moved })
  await expect(row.getByText(moved).first()).toBeInViewport({ ratio: 1 })
  await expect(page.locator(':focus')).toContainText(moved)

  await row.getByRole('link', { name: /^Booking / }).click()
  await expect(page.getByRole('heading', { name: 'The session' })).toBeVisible()
  await page.getByRole('button', { name: /^Move/ }).click()
  const again = await move()
  await expect(page.getByRole('definition').filter({ hasText: again })).toBeInViewport({ ratio: 1 })
  await expect(page.locator(':focus')).toContainText(again)
})

test('an hour somebody else took is refused with other hours', async ({ page, openSecondPage, expectProblem }) => {
  expectProblem(/status of 409/)
  await signUp(page)
  await page.goto('/')
  const { date } = await bookSession(page)
  await openMySessions(page)
  const session = (await mySessions(page))[0]!
  await page.getByRole('button', { name: /^Move/ }).click()
  const dialog = page.getByRole('dialog')
  // On another day: the hours around the session are free for us alone as long as it is there.
  while ((await chooseFreeHour(page)).date === date);
  const asked = page.waitForRequest('**/move')
  // The rival is there between our choosing and our asking.
  const rival = await openSecondPage()
  await signUp(rival)
  await page.route('**/move', async (route) => {
    const { selectedDate, selectedTime } = route.request().postDataJSON()
    const { coachId, serviceId } = session
    const metadata = { coachId: coachId!, serviceId, selectedDate, selectedTime }
    const held = await rival.request.post('/api/create-payment-intent', { data: { amount: pro.decimal, metadata } })
    expect(held.status()).toBe(200)
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Move session' }).click()
  await asked
  const refusal = dialog.getByRole('alert')
  await expect(refusal).toContainText('was just taken')
  await page.unroute('**/move')
  await refusal.getByRole('button').first().click()
  await dialog.getByRole('button', { name: 'Move session' }).click()
  await expect(dialog).toBeHidden()
})

test('a refund that is another one by now is shown and asked for again', async ({ page, expectProblem }) => {
  expectProblem(/status of 409/)
  await signUp(page)
  await page.goto('/')
  await bookSession(page)
  // What the page knew is out of date.
  await page.route('**/api/bookings/mine', async (route) => {
    const sessions: MySession[] = await (await route.fetch()).json()
    await route.fulfill({ json: sessions.map((session) => ({ ...session, refundNow: '12.50' })) })
  })
  await openMySessions(page)
  await page.getByRole('button', { name: /^Cancel/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You get back now')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel session, get $12.50 back' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`You now get ${pro.shown} back`)
  await page.unroute('**/api/bookings/mine')
  await dialog.getByRole('button', { name: `Cancel session, get ${pro.shown} back` }).click()
  await expect(page.getByRole('region', { name: 'Past and cancelled' })).toContainText('Cancelled')
})

test('a session cancelled in another tab is shown as cancelled, and a double click cancels once', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/status of 409/)
  await signUp(page)
  await page.goto('/')
  await bookSession(page)
  await openMySessions(page)
  const other = await context.newPage()
  await openMySessions(other)
  let calls = 0
  other.on('request', (request) => {
    if (request.url().endsWith('/cancel')) calls += 1
  })
  for (const each of [page, other]) await each.getByRole('button', { name: /^Cancel/ }).click()
  const cancel = (each: Page) =>
    each.getByRole('dialog').getByRole('button', { name: `Cancel session, get ${pro.shown} back` })
  await cancel(other).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(other.getByText('Session cancelled', { exact: true })).toBeVisible()
  expect(calls).toBe(1)

  await cancel(page).click()
  await expect(page.getByText('This session is cancelled.', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Past and cancelled' })).toContainText('Cancelled')
})

/** Books a Pro Session late enough for a full refund. */
async function bookSession(page: Page) {
  const hour = await payForPackage(page, cards.pays, { daysAhead: 3 })
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
  return hour
}

async function mySessions(page: Page): Promise<MySession[]> {
  return (await page.request.get('/api/bookings/mine')).json()
}

/** How many pages of paper a PDF has. */
function pagesOf(pdf: Buffer): number {
  return [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length
}
