import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { services } from '#src/features/bookings/services.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { callOff, choose } from '#src/features/sessions/call-off-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { remindDue } from '../reminders/reminders.ts'
import { bookings } from '../table.ts'
import { tellBooked } from './tell-booked.ts'
import { tellCoachDiscord, tellPlayerDiscord, tellPlayerKnown } from './tell-discord.ts'

const group = services.find(({ capacity }) => capacity > 1)!
let app: TestApp
let staff: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  staff = await aUser(app.deps, { isAdmin: true })
})
afterAll(() => app.close())

const to = ({ date, time }: Start) => ({ selectedDate: date, selectedTime: time })

/**
 * A calendar program: takes in the files that mails bring, by RFC 5546. A file that is not newer than what the calendar has
 * is left out, as many programs do, and so is a mail that comes again.
 */
function aCalendarOf(address: string) {
  const entries = new Map<string, { sequence: number; summary: string; starts: number; place: string }>()
  const seen = new Set<unknown>()
  return async function read() {
    await app.runJobs()
    const news = app.sandbox.outbox.list().filter(({ id, to }) => !seen.has(id) && to.includes(address))
    for (const { id, subject } of news.toReversed()) {
      seen.add(id)
      const answer = await app.app.http.inject(`/dev/outbox/${id}.json`)
      const [file] = (answer.json() as { attachments?: { text: string }[] }).attachments ?? []
      if (!file) continue
      const calendar = new ICAL.Component(ICAL.parse(file.text))
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
      expect(event.sequence, subject).toBeGreaterThan(entries.get(event.uid)?.sequence ?? -1)
      if (calendar.getFirstPropertyValue('method') === 'CANCEL') entries.delete(event.uid)
      else
        entries.set(event.uid, {
          sequence: event.sequence,
          summary: event.summary,
          starts: event.startDate.toUnixTime() * 1000,
          place: event.location,
        })
    }
    return { entries: [...entries.values()], subjects: news.map(({ subject }) => subject), text: news[0]?.text ?? '' }
  }
}

async function aCoachAndPlayer({ emailVerified = true } = {}) {
  const [player, account] = [await aUser(app.deps, { name: 'Rimshot', emailVerified }), await aUser(app.deps)]
  const coach = await aCoach(app.deps, { userId: account.id, discordUsername: 'vex.flip' })
  const [players, coachs] = [aCalendarOf(player.email), aCalendarOf(account.email)]
  return { player, account, coach, both: async () => ({ player: await players(), coach: await coachs() }) }
}

/** Books this hour of a group for a player, as a payment does, and the coach is told. */
async function join(
  player: Awaited<ReturnType<typeof aUser>>,
  coach: Awaited<ReturnType<typeof aCoach>>,
  start: Start,
) {
  const booking = await aBooking(app.deps, { player, coach, service: group, start })
  await tellBooked(app.deps, { bookingId: booking.id, staffId: null, isToldElsewhere: false })
  return { params: { bookingId: booking.id }, player }
}

const cancelling = (bookingId: string) => ({ params: { bookingId }, body: { refund: basic.decimal } })

/** Where a coach finds a player who has said no name on Discord. */
const inChat = 'ask in the chat'
const at = (start: Start, place: string) => ({ starts: +start.startsAt, place: `Discord: ${place}` })

test('paid, moved by our team, reminded and cancelled for the coach: both inboxes, calendars and the phone tell one story, each from its side', async () => {
  const { player, account, coach, both } = await aCoachAndPlayer()
  const phone = '+12125550166'
  const known = new Set<string>()
  const texted = () => {
    const news = app.sandbox.outbox
      .list()
      .filter(({ id, to, channel }) => channel === 'sms' && to === phone && !known.has(id))
    for (const { id } of news) known.add(id)
    return news.map(({ text }) => text)
  }

  const booking = await aPaidBookingFor(app, player.token, starts[40]!, { coachId: coach.id, phone })
  const { number } = booking
  const params = { bookingId: booking.id }
  const booked = await both()
  expect(booked.player.subjects).toEqual([expect.stringMatching(/^You're booked: /)])
  expect(booked.player.text).toContain(`Price paid: ${basic.shown}`)
  expect(booked.player.text).toContain('You get this because you booked a session.')
  expect(booked.coach.subjects).toEqual([expect.stringMatching(/^New session: /)])
  expect(booked.player.entries).toMatchObject([
    { ...at(starts[40]!, 'vex.flip'), summary: `1-on-1 Basic Session with ${coach.name}` },
  ])
  // Where each finds the other.
  expect(booked.coach.entries).toMatchObject([{ ...at(starts[40]!, inChat), summary: 'Rimshot: 1-on-1 Basic Session' }])

  const moving = { params, body: { ...to(starts[64]!), reason: 'Your coach has an exam' } }
  expect((await app.call(calls.moveBooking, moving, staff.token)).status).toBe(200)
  const moved = await both()
  expect(moved.player.subjects).toEqual([expect.stringMatching(/^Your session has moved: /)])
  expect(moved.player.text).toContain('Sorry!')
  for (const { text } of [moved.player, moved.coach]) expect(text).toContain('Reason: “Your coach has an exam.”')
  expect(moved.player.text).toContain(`our team moved your session with ${coach.name}`)
  expect(moved.player.text).toContain('Everything back until it starts')
  expect(moved.coach.subjects).toEqual([expect.stringMatching(/^Moved: Rimshot, /)])
  expect(moved.coach.text).toContain('our team moved your session with Rimshot')
  expect(moved.player.entries).toMatchObject([at(starts[64]!, 'vex.flip')])
  expect(moved.coach.entries).toMatchObject([at(starts[64]!, inChat)])
  expect(texted()).toEqual([expect.stringMatching(/^Level Up: .*moved.*exam.*\/s\/\w{5} STOP to opt out$/)])

  const dayBefore = new Date(+starts[64]!.startsAt - 24 * 3_600_000)
  await app.deps.db.update(bookings).set({ nextReminderAt: dayBefore }).where(eq(bookings.id, booking.id))
  await remindDue({ ...app.deps, now: () => dayBefore })
  const reminded = await both()
  expect(reminded.player.subjects).toEqual([expect.stringMatching(/^Tomorrow, /)])
  // The coach reads it in the plan of the day.
  expect(reminded.coach.subjects).toEqual([])
  expect(reminded.player.entries).toMatchObject([at(starts[64]!, 'vex.flip')])
  expect(reminded.coach.entries).toMatchObject([at(starts[64]!, inChat)])
  expect(texted()).toEqual([expect.stringMatching(/^Level Up: tomorrow, /)])

  const ill = { params, body: { refund: basic.decimal, reason: 'Coach is ill' } }
  expect((await app.call(calls.cancelBooking, ill, staff.token)).status).toBe(200)
  const over = await both()
  expect(over.player).toMatchObject({ entries: [], subjects: [expect.stringMatching(/^We had to cancel: /)] })
  expect(over.player.text).toContain('Reason: “Coach is ill.”')
  expect(over.player.text).toContain(`All ${basic.shown} goes back to the card you paid with`)
  expect(over.coach).toMatchObject({ entries: [], subjects: [expect.stringMatching(/^Cancelled: Rimshot, /)] })
  expect(over.coach.text).toContain('Reason: “Coach is ill.”')
  expect(over.coach.text).not.toContain('$')
  expect(texted()).toEqual([expect.stringMatching(/^Level Up: we had to cancel.*\$29 back.* STOP to opt out$/)])
  await app.runJobs()
  expect(app.sandbox.ledger.refunds(booking.paymentId!).map(({ amount }) => amount)).toEqual([basic.cents])
  const download = await app.call(calls.bookingCalendar, { params }, player.token)
  expect(download).toMatchObject({ status: 404, body: { message: 'This session is cancelled.' } })

  // One number, in each of them.
  const told = app.sandbox.outbox.list().filter(({ to }) => to.includes(player.email) || to.includes(account.email))
  expect(told.map(({ text }) => text.includes(number))).not.toContain(false)
  expect(number).toMatch(/^LU-[2-9A-HJ-NP-Z]{5}$/)
})

test('an hour of three players is one entry in its coach’s calendar: they join, one leaves, one is moved, the last two go', async () => {
  const { player: nova, account, coach, both } = await aCoachAndPlayer()
  const [ice, unproven] = [await aUser(app.deps, { name: 'Ice' }), await aUser(app.deps, { emailVerified: false })]
  const [hour, later] = [starts[50]!, starts[70]!]
  const entries = async () => (await both()).coach.entries.map(({ summary, starts }) => ({ summary, starts }))
  const entry = (summary: string, start = hour) => ({ summary: `${summary}: Group Session`, starts: +start.startsAt })
  const cancel = ({ params, player: { token } }: Awaited<ReturnType<typeof join>>) =>
    app.call(calls.cancelBooking, { params, body: { refund: '20.00' } }, token)

  const first = await join(nova, coach, hour)
  expect(await entries()).toEqual([entry('Rimshot')])
  const second = await join(ice, coach, hour)
  expect(await entries()).toEqual([entry('Rimshot, Ice')])
  const third = await join(unproven, coach, hour)
  expect(await entries()).toHaveLength(1)
  await app.deps.db.update(bookings).set({ price: 0, paymentId: null }).where(eq(bookings.id, third.params.bookingId))
  const { body } = await app.call(calls.bookingCalendar, { params: first.params }, account.token)
  expect(body).toMatch(/^SUMMARY:Rimshot\\, Ice\\, Player LU-\w{5}: Group/m)

  expect((await cancel(first)).status).toBe(200)
  const left = await both()
  expect(left.coach.text).toContain('The attached invite takes Rimshot off this hour in your calendar; the hour stays.')
  expect(left.coach.entries).toMatchObject([{ summary: expect.stringMatching(/^Ice, Player LU-\w{5}: /) }])
  expect(left.player.entries).toEqual([])

  expect((await app.call(calls.moveBooking, { ...third, body: to(later) }, staff.token)).status).toBe(200)
  const moved = await both()
  expect(moved.coach.subjects).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Moved: Player LU-/),
      expect.stringMatching(/^Not at this hour any more: Player LU-/),
    ]),
  )
  expect(moved.coach.entries.map(({ starts }) => starts)).toEqual([hour, later].map(({ startsAt }) => +startsAt))
  expect(moved.coach.entries).toMatchObject([{ summary: 'Ice: Group Session' }, {}])

  // The last one of an hour takes the entry away, and whoever comes to it then brings it back.
  await cancel(second)
  expect((await both()).coach).toMatchObject({
    text: expect.stringContaining('The attached file takes it out of your calendar.'),
    entries: [{ starts: +later.startsAt }],
  })
  await join(ice, coach, hour)
  expect((await both()).coach.entries).toHaveLength(2)
})

test('a session that had no time is set, and its two find each other on Discord: both calendars follow', async () => {
  const { player, coach, both } = await aCoachAndPlayer()
  const { id } = await aBooking(app.deps, { player, coach, start: null })
  const params = { bookingId: id }

  // Without a time nobody has an entry; the coach's first one is of a new session.
  await app.call(staffCalls.scheduleBooking, { params, body: { ...to(starts[45]!), coachId: coach.id } }, staff.token)
  const set = await both()
  expect(set.player.subjects).toEqual([expect.stringMatching(/^Your session is set: /)])
  expect(set.coach.subjects).toEqual([expect.stringMatching(/^New session: /)])
  expect(set.player.entries).toMatchObject([at(starts[45]!, 'vex.flip')])
  expect(set.coach.entries).toMatchObject([at(starts[45]!, inChat)])

  await app.deps.db.update(coaches).set({ discordUsername: 'vex.new' }).where(eq(coaches.id, coach.id))
  await aProfile(app.deps, player)
  for (let twice = 0; twice < 2; twice++) {
    await tellCoachDiscord(app.deps, coach.id)
    await tellPlayerDiscord(app.deps, player.id)
  }
  const found = await both()
  expect(found.player.subjects).toEqual([`${coach.name} on Discord: vex.new`])
  expect(found.coach.subjects).toEqual([expect.stringMatching(/^Rimshot on Discord: /)])
  expect(found.player.entries).toMatchObject([at(starts[45]!, 'vex.new')])
  expect(found.coach.entries).toMatchObject([at(starts[45]!, 'rimshot')])
  const download = await app.call(calls.bookingCalendar, { params }, player.token)
  expect(download.body).toContain('METHOD:PUBLISH')
})

test('a player who never verified is named in what they paid for, and in the free session that our team gives instead', async () => {
  const { player, coach, both } = await aCoachAndPlayer({ emailVerified: false })
  const paid = await aPaidBookingFor(app, player.token, starts[30]!, { coachId: coach.id })
  expect((await both()).coach.entries).toMatchObject([{ summary: 'Rimshot: 1-on-1 Basic Session' }])
  expect((await app.call(calls.cancelBooking, cancelling(paid.id), staff.token)).status).toBe(200)
  expect((await both()).coach.entries).toEqual([])

  const { id } = await aBooking(app.deps, { player, coach, start: null, price: 0, paymentId: null })
  const params = { bookingId: id }
  await app.call(staffCalls.scheduleBooking, { params, body: { ...to(starts[31]!), coachId: coach.id } }, staff.token)
  const set = await both()
  expect(set.coach.entries).toMatchObject([{ summary: 'Rimshot: 1-on-1 Basic Session' }])
  expect(set.player.entries).toMatchObject([at(starts[31]!, 'vex.flip')])
  expect(set.player.text).toContain('You get this because our team booked a session for you.')
})

test('a player who never paid is named to the coach once they have verified, by one newer entry', async () => {
  const { player, coach, both } = await aCoachAndPlayer({ emailVerified: false })
  const { id } = await aBooking(app.deps, { player, coach, start: starts[33]!, price: 0, paymentId: null })
  await tellBooked(app.deps, { bookingId: id, staffId: null, isToldElsewhere: false })
  expect((await both()).coach.entries).toMatchObject([{ summary: expect.stringMatching(/^Player LU-\w{5}: /) }])

  await app.deps.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, player.id))
  for (let twice = 0; twice < 2; twice++) await tellPlayerKnown(app.deps, player.id)
  const known = await both()
  expect(known.coach.subjects).toEqual([expect.stringMatching(/^Rimshot is your player in LU-/)])
  expect(known.coach.entries).toMatchObject([{ ...at(starts[33]!, inChat), summary: 'Rimshot: 1-on-1 Basic Session' }])
  expect(known.player.subjects).toEqual([])
})

test('a coach who cannot come calls it off: the coach’s calendar is free at once, the player’s when they have chosen', async () => {
  const { player, account, coach, both } = await aCoachAndPlayer()
  const { id } = await aPaidBookingFor(app, player.token, starts[36]!, { coachId: coach.id })
  const params = { bookingId: id }
  await both()

  expect((await app.call(callOff, { params, body: { reason: 'ill', word: null } }, account.token)).status).toBe(200)
  const off = await both()
  expect(off.coach).toMatchObject({ entries: [], subjects: [expect.stringMatching(/^Called off: Rimshot, /)] })
  expect(off.player.subjects).toHaveLength(1)
  expect(off.player.text).toContain(`All ${basic.shown}`)

  expect((await app.call(choose, { params, body: { chosen: 'money' } }, player.token)).status).toBe(200)
  const chosen = await both()
  expect(chosen.player).toMatchObject({ entries: [], subjects: [`${basic.shown} is on its way back`] })
  expect(chosen.coach.entries).toEqual([])
})
