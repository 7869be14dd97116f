import type { Page } from '@playwright/test'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { freeHours } from '#src/features/bookings/hours-contract.ts'
import type { moneyDesk } from '#src/features/payments/money-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toCents } from '#src/shared/money.ts'
import { dateIn, showDate } from '#src/shared/times.ts'
import { addDays } from '#src/shared/zones.ts'
import { payByCard } from '../../../support/pay.ts'
import { basic } from '../../../support/prices.ts'
import { logInAsOwner } from '../../book.ts'
import { callsTo, type Player } from '../../by-call.ts'
import { expect, expectAccessible, logIn, signUp, test } from '../../fixtures.ts'
import { beginSession, endChoice } from '../../hold-session.ts'
import { aCoachOfOwn } from '../../own-coach.ts'

type Intent = { paymentIntentId: string; clientSecret: string }

/** More than 12 hours before, so that another coach comes at once. */
const daysAhead = 9

test('a coach calls off 12 sessions with one dialog, and 12 players end in 12 ways', async ({
  page,
  openSecondPage,
  baseURL,
  expectProblem,
}) => {
  // Whoever chooses nothing waits for the clock, which looks every minute.
  const outside = callsTo(baseURL!)
  const coach = await aCoachOfOwn(baseURL!)
  const second = await aCoachOfOwn(baseURL!)
  const owner = await outside.logIn('owner@demo.test')
  const query = `serviceId=1on1-basic&coachId=${coach.coachId}`
  const free = await outside.call<CallReply<typeof freeHours>>('GET', `/api/free-hours?${query}`)
  const { date, hours } = free.days[daysAhead]!
  const later = free.days[daysAhead + 2]!
  const hourOf = (index: number) => ({ selectedDate: later.date, selectedTime: later.hours[index]!.time })
  const keeps = await signUp(page, 'Keeper')
  const [moves, leaves] = [await outside.signUp('Mover'), await outside.signUp('Leaver')]
  const quiet = await Promise.all(Array.from({ length: 9 }, (_, index) => outside.signUp(`Player ${index}`)))
  const players = [keeps, moves, leaves, ...quiet]
  const ids: string[] = []
  for (const [index, player] of players.entries())
    ids.push(await bookWith(baseURL!, player, { coachId: coach.coachId, date, time: hours[index]!.time }))

  const coachsPage = await openSecondPage()
  // A coach on a journey: days are those of the profile's clock, where it is tomorrow already, not of the device's.
  await outside.call('PUT', '/api/account/zone', coach.token, { zone: 'Pacific/Auckland' })
  await logIn(coachsPage, coach.email, '/coach-dashboard?section=agenda', coach.password)
  const day = `${showDate(addDays(date, 1))} (Auckland)`
  await expect(coachsPage.getByRole('heading', { name: day })).toBeVisible()
  await coachsPage.getByRole('button', { name: `Call off this day: ${day}` }).click()
  const dialog = coachsPage.getByRole('dialog', { name: 'Call off 12 sessions?' })
  await expect(dialog).toContainText('Keeper')
  await expectAccessible(coachsPage)
  await dialog.getByRole('button', { name: 'Call off 12 sessions' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please say why: only our team sees it.')
  await dialog.getByRole('radio', { name: 'Ill' }).check()
  await dialog.getByLabel('A word to your players').fill('I lost my voice.')
  await dialog.getByRole('button', { name: 'Call off 12 sessions' }).click()
  await expect(coachsPage.getByText('Called off: 12 players are choosing now.', { exact: true })).toBeVisible()
  await expect(coachsPage.getByText('Called off: Leaver is choosing now.', { exact: true })).toBeVisible()
  await expectAccessible(coachsPage)
  await coachsPage.getByRole('tab', { name: 'Availability' }).click()
  const differs = coachsPage.getByRole('region', { name: 'Days that differ' })
  await expect(differs).toContainText(`${showDate(addDays(date, 1))}, all day (Auckland): called off`)
  await expect(differs.getByRole('link', { name: 'Write to our team' })).toBeVisible()
  await expectAccessible(coachsPage)

  // Nine of them away from this browser, each in another way; the first of them does nothing at all.
  const [silent, ...others] = quiet.map((player, index) => ({ ...player, bookingId: ids[index + 3]! }))
  await endChoice(silent!.bookingId)
  const choice = ({ token, bookingId }: (typeof others)[number], body: object) =>
    outside.call('POST', `/api/bookings/${bookingId}/choice`, token, body)
  const byLink = async (player: Player, body: object) => {
    const token = (await linkFor(page, player)).replace('/choose?key=', '')
    return outside.call('POST', '/api/choice', '', { token, choice: body })
  }
  const anotherCoach = { chosen: 'another-coach', coachId: second.coachId }
  const ways: ((player: (typeof others)[number]) => Promise<unknown>)[] = [
    (player) => choice(player, anotherCoach),
    (player) => choice(player, { chosen: 'another-hour', ...hourOf(1) }),
    (player) => choice(player, { chosen: 'money' }),
    (player) => byLink(player, anotherCoach),
    ({ token, bookingId }) =>
      outside.call('POST', `/api/bookings/${bookingId}/cancel`, token, { refund: basic.decimal }),
    ({ bookingId }) => outside.call('POST', `/api/bookings/${bookingId}/move`, owner, hourOf(3)),
    ({ bookingId }) =>
      outside.call('POST', `/api/bookings/${bookingId}/cancel`, owner, { refund: basic.decimal, askedByPlayer: false }),
    // The other coach calls off as well.
    async (player) => {
      await choice(player, anotherCoach)
      await outside.call('POST', `/api/bookings/${player.bookingId}/call-off`, second.token, { reason: 'other' })
      await choice(player, { chosen: 'money' })
    },
  ]
  for (const [index, way] of ways.entries()) await way(others[index]!)

  // Signed in: another coach, at the same hour.
  await page.goto('/sessions')
  const session = page.getByRole('article').filter({ hasText: `${coach.name} called off your session` })
  await expect(session).toContainText('Called off')
  await expect(session).not.toContainText('Confirmed')
  await expect(session).toContainText('“I lost my voice.”')
  await expect(session).not.toContainText('Ill')
  await expectAccessible(page)
  await session.getByRole('link', { name: /^Choose/ }).click()
  await expect(page.getByText(`${coach.name} called off your 1-on-1 Basic Session on`)).toContainText(
    `You paid ${basic.shown}, and none of it is lost.`,
  )
  await expectAccessible(page)
  const play = page.getByRole('button', { name: /^Play with/ }).first()
  const other = (await play.innerText()).replace('Play with ', '')
  await play.press('Enter')
  await expect(page.getByText(`Settled: ${other}, `)).toContainText('You can change this until')
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'My Sessions' }).last().click()
  await expect(page.getByRole('article').filter({ hasText: 'Starts in' })).toContainText(other)

  // By the mail's link, signed out: another hour.
  const stranger = await openSecondPage()
  await stranger.setViewportSize({ width: 390, height: 844 })
  await stranger.goto(await linkFor(stranger, moves))
  await stranger.getByRole('button', { name: 'All hours' }).click()
  const allHours = stranger.getByRole('dialog', { name: `Another hour with ${coach.name}` })
  await allHours.getByRole('radio', { name: /free$/ }).last().check()
  await allHours.getByRole('radio', { name: '10:00 AM' }).check()
  await expectAccessible(stranger)
  await allHours.getByRole('button', { name: 'Take this hour' }).click()
  await expect(stranger.getByText(`Settled: ${coach.name}, `)).toContainText('10:00 AM')

  // Opening the link does nothing; its button does, once.
  const link = await linkFor(stranger, leaves)
  for (const _ of [1, 2]) {
    await stranger.goto(link)
    await expect(stranger.getByRole('button', { name: `Get ${basic.shown} back` })).toBeVisible()
  }
  await stranger.getByRole('button', { name: `Get ${basic.shown} back` }).click()
  await expect(stranger.getByText(`Done: ${basic.shown} is on its way.`)).toBeVisible()
  await stranger.goto(link)
  await expect(stranger.getByText(`This is settled: ${basic.shown} is on its way.`)).toBeVisible()
  await expectAccessible(stranger)

  // All are where they wanted to be, and the owner's books agree with the provider's to the cent.
  const [stays, goesBack] = [`confirmed with ${coach.name}`, `cancelled, ${basic.decimal}`]
  const withSecond = `confirmed with ${second.name}`
  const ended = async ({ token }: Player) => {
    const [session] = await outside.call<MySession[]>('GET', '/api/bookings/mine', token)
    const { status, coachName, refunded } = session!
    return status === 'cancelled' ? `cancelled, ${refunded}` : `${status} with ${coachName}`
  }
  await expect
    .poll(() => Promise.all(players.map(ended)), { timeout: 120_000 })
    .toEqual([
      ...[`confirmed with ${other}`, stays, goesBack],
      ...[goesBack, withSecond, stays, goesBack, withSecond, goesBack, stays, goesBack, goesBack],
    ])
  const today = dateIn('America/New_York', Date.now())
  await expect(async () => {
    const address = `/api/money-desk?date=${today}&limit=100000`
    const desk = await outside.call<CallReply<typeof moneyDesk>>('GET', address, owner)
    const own = desk.rows.filter(({ bookingId }) => ids.includes(bookingId!))
    expect(own).toHaveLength(12)
    const differences = own.map(
      ({ amount, refunded, paid, refundedByProvider }) =>
        toCents(amount) - toCents(refunded) - toCents(paid ?? 0) + toCents(refundedByProvider ?? 0),
    )
    expect(new Set(differences)).toEqual(new Set([0]))
  }).toPass()

  // Nobody can book that day until the team reopens it.
  const team = await openSecondPage()
  await team.setViewportSize({ width: 390, height: 844 })
  await logInAsOwner(team)
  const reopen = team.getByRole('button', { name: `Reopen: ${coach.name}, ` })
  await expect(reopen).toHaveCount(1)
  await expectAccessible(team)
  await reopen.click()
  await expect(team.getByText('Open again', { exact: true })).toBeVisible()
  await expect(reopen).toHaveCount(0)

  expectProblem(/status of 404/)
  await stranger.goto('/choose?key=nobody-ever-had-this-link')
  await expect(stranger.getByText('This link is unknown')).toBeVisible()
  await expectAccessible(stranger)
})

test('a player whose coach asked them to cancel says so, and a coach who is asked jumps in', async ({
  page,
  openSecondPage,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const coach = await aCoachOfOwn(baseURL!)
  // Ten are asked at most.
  const other = await aCoachOfOwn(baseURL!, { isFirst: true })
  const player = await signUp(page, 'Careful')
  const free = await outside.call<CallReply<typeof freeHours>>(
    'GET',
    `/api/free-hours?serviceId=1on1-basic&coachId=${coach.coachId}`,
  )
  const { date, hours } = free.days[5]!
  const bookingId = await bookWith(baseURL!, player, { coachId: coach.coachId, date, time: hours[2]!.time })
  await beginSession(bookingId, 5 * 60)
  await page.goto('/sessions')
  await page.getByRole('button', { name: /^Cancel/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel session' })
  await expect(dialog).toContainText('Did your coach ask you to? Then don’t cancel: you get everything back.')
  const share = /Until .+ you get \$14.50 back if you cancel. After that: nothing./
  await expect(dialog).toContainText(share)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Yes, my coach asked' }).press('Enter')
  await expect(page.getByText('Nothing is cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Starts in' })).toContainText(share)

  await outside.call('POST', `/api/bookings/${bookingId}/call-off`, coach.token, { reason: 'technical' })
  await page.goto(`/choose?booking=${bookingId}`)
  await page.getByRole('button', { name: 'Ask them' }).click()
  await expect(page.getByText('Asking… you hear within 10 minutes.')).toBeVisible()
  await expectAccessible(page)

  const othersPage = await openSecondPage()
  await logIn(othersPage, other.email, '/coach-dashboard', other.password)
  const card = othersPage.getByRole('region', { name: /^Can you jump in\? 1-on-1 Basic Session/ })
  await expect(card).not.toContainText('Careful')
  await expectAccessible(othersPage)
  await card.getByRole('button', { name: 'I take it' }).click()
  await expect(othersPage.getByText(/^It is yours: /)).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(othersPage.getByRole('tabpanel', { name: 'Conversations' })).toBeFocused()
  // The page asks by itself.
  await expect(page.getByText(`Settled: ${other.name}, `)).toBeVisible()
})

/** Pays for an hour and confirms the booking. Gives its id. */
async function bookWith(url: string, { token }: Player, where: { coachId: string; date: string; time: string }) {
  const outside = callsTo(url)
  const { coachId, date, time } = where
  const metadata = { coachId, serviceId: '1on1-basic', selectedDate: date, selectedTime: time }
  const body = { amount: basic.decimal, metadata }
  const intent = await outside.call<Intent>('POST', '/api/create-payment-intent', token, body)
  await payByCard(url, intent)
  const { booking } = await outside.call<{ booking: { id: string } }>(
    'POST',
    '/api/booking-confirmation',
    token,
    intent,
  )
  return booking.id
}

/** The link of the mail that lets this player choose. */
async function linkFor(page: Page, { email }: Player): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails: { to: string; text: string }[] = await (await page.request.get('/dev/outbox.json')).json()
    link = mails
      .filter(({ to }) => to === email)
      .map(({ text }) => /\/choose\?key=[\w-]+/.exec(text)?.[0])
      .find(Boolean)
    expect(link).toBeDefined()
  }).toPass()
  return link!
}
