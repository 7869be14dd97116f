import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listCoachSessions } from '#src/features/bookings/contract.ts'
import { aloneAdvice, bringYourSquad, firstInGroup, oneSeat } from '#src/features/bookings/group-words.ts'
import { offers, packages, type Service } from '#src/features/bookings/services.ts'
import { freeHoursQuery } from '#src/features/bookings/web/picker/free-hours-query.ts'
import { SessionDetails } from '#src/features/checkout/web/checkout-step.tsx'
import { type ChosenSession, firstChoice, intentBody, type OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { ChooseStep } from '#src/features/checkout/web/choose-step.tsx'
import { coachOffer } from '#src/features/checkout/web/coach-offer.ts'
import { anyOffer, packageOffer } from '#src/features/checkout/web/package-offer.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { listCoaches } from '#src/features/coaches/contract.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { bookingReceipt } from '#src/features/payments/receipt-contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { CoachOffers } from '#src/screens/coaches/coach-offers.tsx'
import Pricing from '#src/screens/home/pricing.tsx'
import { showDollars, toCents, toDecimal } from '#src/shared/money.ts'
import { showDuration } from '#src/shared/times.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { htmlOf } from '../support/html-of.tsx'
import { payByCard } from '../support/pay.ts'

/** Seven offers from every entry: shown = dialog = intent = booking = receipt = mail. */

let app: TestApp
let coach: Coach
let account: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  account = await aUser(app.deps)
  const { id } = await aCoach(app.deps, { userId: account.id })
  coach = (await app.call(listCoaches)).body.find((each) => each.id === id)!
})
afterAll(() => app.close())

/** Each as the words of its tile. */
const listed = ({ name, minutes, capacity, price, includes }: Service) =>
  capacity > 1
    ? `${name} ${showDuration(minutes)}, 2-${capacity} players, price per seat ${showDollars(price)} ${includes} ${bringYourSquad} ${aloneAdvice()}`
    : `${name} ${showDuration(minutes)} ${showDollars(price)} ${includes}`

const allSeven = [
  'Service',
  'Packages: the live session. Your coach meets your game live, with you.',
  ...offers.slice(0, 3).map(listed),
  "1-on-1: prepared and written up. The same live time, plus your coach's work before and after. That is what the higher price pays for.",
  ...offers.slice(3, 6).map(listed),
  'As a team',
  ...offers.slice(6).map(listed),
].join(' ')

const step = (offer: OpenedOffer, choice = firstChoice(offer)) => (
  <ChooseStep
    {...{ offer, choice, coach: offer.coach, notice: null }}
    onDismiss={() => {}}
    onChange={() => {}}
    onCancel={() => {}}
    onProceed={() => {}}
  />
)

const hour = { date: '2026-01-05', time: '09:00' }

const entries: [name: string, offer: () => OpenedOffer, chosen: number | null][] = [
  ['a coach’s card or page', () => coachOffer(coach), null],
  ['a free hour', () => coachOffer(coach, hour), null],
  ...packages.map((each, n): [string, () => OpenedOffer, number] => [
    `the package ${each.title}`,
    () => packageOffer(each),
    n,
  ]),
  ['an hour of the contact section', () => coachOffer(coach, { ...hour, serviceId: packages[0].id }), 0],
  ['an offer on a coach’s page', () => coachOffer(coach, { serviceId: 'package-elite' }), 2],
  ['Compare all seven', () => anyOffer, null],
]

test.each(entries)(
  'the dialog lists all seven in their order, opened from %s, and chooses only what was pressed',
  (_, offer, chosen) => {
    const { html, text } = htmlOf(step(offer()))
    const [list = ''] = /<fieldset[^>]*><legend[^>]*>Service<.*?<\/fieldset>/.exec(html) ?? []
    expect(htmlOf(<div dangerouslySetInnerHTML={{ __html: list }} />).text.trim()).toBe(allSeven)
    const checked = [...list.matchAll(/<input[^>]*>/g)].map(([input]) => input.includes('checked=""'))
    expect(checked.flatMap((is, n) => (is ? [n] : []))).toEqual(chosen === null ? [] : [chosen])
    expect(text).not.toContain('% OFF')
    expect(html).not.toContain('<s>')
  },
)

test.each(entries)(
  'from %s each of the seven is asked for by its own name, at the price it is listed with',
  (_, offer) => {
    const opened = offer()
    for (const service of offers) {
      const choice = { ...firstChoice(opened), ...hour, serviceId: service.id }
      const chosen = { ...hour, startsAt: '2026-01-05T14:00:00.000Z', state: 'free' as const, seatsLeft: 1 }
      const body = intentBody({ coach: opened.coach, service, hour: chosen, zone: 'America/New_York' }, choice)
      expect(toCents(body.amount)).toBe(service.price)
      expect(body.description).toContain(service.name)
      expect(body.metadata).toMatchObject({
        ...{ service: service.name, serviceId: service.id, duration: showDuration(service.minutes) },
        ...{ coachId: opened.coach?.id ?? null, game: opened.game, selectedDate: hour.date, selectedTime: hour.time },
      })
      expect(htmlOf(step(opened, choice)).html).toMatch(
        new RegExp(`checked=""[^>]*>(?:(?!<input).)*?${service.name}.*?\\${showDollars(service.price)}<`),
      )
    }
  },
)
test('a coach’s page lists the seven as the dialog does', () => {
  const { text } = htmlOf(<CoachOffers onChoose={() => {}} />)
  expect(text.replaceAll('Book ', '').trim()).toBe(allSeven.replace('Service', 'Sessions and prices'))
})

test('the cards show the price, length and name that the dialog lists, and what they compare with', () => {
  const { text } = htmlOf(<Pricing />)
  const compared = ['1-on-1 Basic Session ($29)', '1-on-1 Advanced Session ($49)', '1-on-1 Pro Session ($79)']
  for (const [n, { title, price, regularPrice, minutes }] of packages.entries()) {
    const badge = n === 1 ? ' MOST POPULAR' : ''
    expect(text).toContain(`${title}${badge} ${showDollars(price)} compared with ${showDollars(regularPrice)}`)
    expect(text).toContain(
      `${showDuration(minutes)} Compared with our ${compared[n]}: same length, with preparation and notes.`,
    )
  }
  expect(text).toContain('writes down what to do next: $29, $49 or $79. Playing as a team: $20 a seat.')
})

describe('what is chosen is what is paid, booked, receipted and mailed', () => {
  test.each(offers.map((offer, n) => [offer.name, offer, n] as const))('%s', async (_, service, n) => {
    const player = await aUser(app.deps)
    const start = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)[n * 12]!
    const hour = { ...start, startsAt: start.startsAt.toISOString(), state: 'free' as const, seatsLeft: 1 }
    const session: ChosenSession = { coach, service, hour, zone: app.deps.env.businessTimeZone }
    const body = intentBody(session, { ...firstChoice(coachOffer(coach)), serviceId: service.id })
    const asked = { amount: toCents(body.amount), metadata: body.metadata, description: body.description }
    expect(asked.amount).toBe(service.price)
    const { body: intent } = await app.call(createPaymentIntent, { body }, player.token)
    expect(intent.amount).toBe(toDecimal(service.price))
    await payByCard(app.url, intent)

    const sold = {
      ...{ serviceName: service.name, minutes: service.minutes, includes: service.includes },
      ...{ price: toDecimal(service.price), capacity: service.capacity },
      owed: service.owed && { ...service.owed, difference: toDecimal(service.owed.difference) },
    }
    const { booking } = (await app.call(confirmBooking, { body: intent }, player.token)).body
    expect(booking).toMatchObject(sold)
    const params = { bookingId: booking.id }
    const receipt = await app.call(bookingReceipt, { params }, player.token)
    expect(receipt.body).toMatchObject({ paid: sold.price, booking: sold })
    const coachs = await app.call(listCoachSessions, { query: {} }, account.token)
    const { refundAfterHours, difference, ...work } = service.owed ?? {}
    expect(coachs.body.find(({ id }) => id === booking.id)?.owed).toEqual(service.owed && work)

    await app.runJobs()
    const mail = app.sandbox.outbox.list().find(({ to }) => to.includes(player.email))!
    for (const words of [service.name, service.includes, showDuration(service.minutes), showDollars(service.price)])
      expect(mail.text.replace(/\s+/g, ' ')).toContain(words)
  })
})

test('an offer that is too long for the chosen hour says so, and leaves the hour chosen', () => {
  const hour = (state: 'free' | 'taken', seatsLeft: number) => ({
    ...{ date: '2026-01-05', time: '09:00', startsAt: '2026-01-05T14:00:00.000Z', state, seatsLeft },
  })
  const free = (serviceId: string, state: 'free' | 'taken', seatsLeft = 1) => ({
    queryKey: freeHoursQuery(serviceId, coach.id).queryKey,
    data: { zone: 'America/New_York', days: [{ date: '2026-01-05', hours: [hour(state, seatsLeft)] }] },
  })
  const choice = { ...firstChoice(coachOffer(coach)), serviceId: 'package-starter', date: '2026-01-05', time: '09:00' }
  const shown = (pro: 'free' | 'taken') =>
    htmlOf(step(coachOffer(coach), choice), [
      free('package-starter', 'free'),
      free('package-pro', pro),
      free('package-elite', 'taken'),
    ])
  const refused = (html: string) =>
    [...html.matchAll(/<input[^>]*name="service"[^>]*>/g)].map(([input]) => input.includes('disabled=""'))
  const none = shown('taken')
  expect(refused(none.html)).toEqual([false, true, true, false, true, true, false])
  expect(none.text).toContain('Needs 1.5 hours; only 1 hour is free here.')
  expect(none.text).toContain('Needs 2 hours; only 1 hour is free here.')
  expect(none.text).not.toContain('Still to choose')
  const some = shown('free')
  expect(refused(some.html)).toEqual([false, false, true, false, false, true, false])
  expect(some.text).toContain('Needs 2 hours; only 1.5 hours are free here.')
  // Beside players who have joined a group, length is not what keeps others out.
  const joined = [free('group-basic', 'free', 3), free('package-pro', 'taken'), free('package-elite', 'taken')]
  expect(htmlOf(step(coachOffer(coach), { ...choice, serviceId: 'group-basic' }), joined).text).not.toContain('Needs')
})

test('at an hour of a group that nobody has joined, Starter is said to be cheaper', () => {
  const hour = (seatsLeft: number) => ({
    ...{ date: '2026-01-05', time: '09:00', startsAt: '2026-01-05T14:00:00.000Z', state: 'free' as const, seatsLeft },
  })
  const choice = { ...firstChoice(coachOffer(coach)), serviceId: 'group-basic', date: '2026-01-05', time: '09:00' }
  const { queryKey } = freeHoursQuery('group-basic', coach.id)
  const shown = (seatsLeft: number) => {
    const data = { zone: 'America/New_York', days: [{ date: '2026-01-05', hours: [hour(seatsLeft)] }] }
    return htmlOf(step(coachOffer(coach), choice), [{ queryKey, data }]).text
  }
  const words =
    'Nobody else has joined this hour yet. It takes place with one player, too; alone, Starter ($15) is the better buy.'
  expect(firstInGroup()).toBe(words)
  expect(shown(4)).toContain(words)
  expect(shown(3)).not.toContain('Nobody else')
})

test('a group says before the payment that one seat is bought, and how friends join', () => {
  const words = '1 seat: you may share the hour with up to 3 other players. Friends book theirs with the link you get.'
  const details = (service: Service) => {
    const hour = { ...{ date: '2026-01-05', time: '09:00', startsAt: '2026-01-05T14:00:00.000Z' }, seatsLeft: 4 }
    const session = { coach, service, hour: { ...hour, state: 'free' as const }, zone: 'America/New_York' }
    return htmlOf(<SessionDetails session={session} coachName={coach.name} price="$20" />).text
  }
  expect(oneSeat(4)).toBe(words)
  expect(details(offers[6]!)).toContain(words)
  expect(details(offers[3]!)).not.toContain('seat')
})
