import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { saveZone } from '#src/features/accounts/profile-contract.ts'
import * as calls from '#src/features/bookings/contract.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { changeCoachProfile } from '#src/features/coaches/contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { availability } from '#src/features/schedule/server/table.ts'
import { startSending, unfolded } from '#tests/support/bookings/sent-mails.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { remindDue } from '../reminders/reminders.ts'
import { findMeeters } from './meeting.ts'

/** Where a session takes place: said in every place, and to nobody else. */
const { app, staff, startAnew, sentTo } = await startSending()
afterAll(() => app.close())

let [player, coachUser]: Awaited<ReturnType<typeof aUser>>[] = []
let coach: CoachRow
beforeEach(async () => {
  player = await aUser(app.deps, { name: 'Rimshot' })
  coachUser = await aUser(app.deps)
  coach = await aCoach(app.deps, { userId: coachUser.id, discordUsername: 'vex.flip' })
  startAnew()
})

const phone = '+12125550177'
const to = ({ date, time }: Start) => ({ selectedDate: date, selectedTime: time })

/** Books and pays as the success page does; returns what that page is told. */
async function book(start: Start) {
  const metadata = { serviceId: '1on1-basic', coachId: coach.id, ...to(start) }
  const intent = await app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, player!.token)
  await payByCard(app.url, intent.body)
  const { paymentIntentId } = intent.body
  return (await app.call(confirmBooking, { body: { paymentIntentId } }, player!.token)).body
}

/** What reminds of a booking a day before, by mail and SMS. */
async function remind(booking: { startsAt: string | null }) {
  const now = new Date(Date.parse(booking.startsAt!) - 24 * 3_600_000)
  await remindDue({ ...app.deps, now: () => now })
}

/**
 * Every place that says where to meet, for four sessions: two booked, one moved by the team, one free. A new place that
 * tells of a session belongs here.
 */
async function everyPlace(): Promise<Record<string, string>> {
  const first = await book(starts[30]!)
  const second = await book(starts[42]!)
  expect(JSON.stringify(second)).not.toContain(coachUser!.email)
  const moved = await aBooking(app.deps, { player, coach, start: starts[54]!, customerPhone: phone })
  const params = { bookingId: moved.id }
  const move = await app.call(calls.moveBooking, { params, body: to(starts[66]!) }, staff.token)
  const free = await app.call(
    staffCalls.createFreeBooking,
    {
      body: {
        ...{ customerName: 'Rimshot', customerEmail: player!.email, customerPhone: phone },
        ...{ coachName: coach.name, serviceName: 'Basic Rocket League Coaching', ...to(starts[78]!) },
      },
    },
    staff.token,
  )
  const mails = await sentTo(player!.email)
  const texts = await sentTo(phone)
  startAnew()
  for (const { booking } of [first, second, move.body, free.body]) await remind(booking)
  const reminders = await sentTo(player!.email)
  const reminded = await sentTo(phone)
  const { body: sessions } = await app.call(calls.listMySessions, {}, player!.token)
  const ids = [first.booking.id, second.booking.id, moved.id, free.body.booking.id]
  const downloads = await Promise.all(
    ids.map((bookingId) => app.call(calls.bookingCalendar, { params: { bookingId } }, player!.token)),
  )
  expect([mails, texts, reminders, reminded, sessions].map(({ length }) => length)).toEqual([4, 2, 4, 2, 4])
  const listed = (what: string, list: string[]) => list.map((text, i) => [`${what} ${i + 1}`, text])
  return Object.fromEntries([
    ['success page 1', String(first.coachDiscord)],
    ['success page 2', String(second.coachDiscord)],
    ['success page’s invite', unfolded(first.calendarInvite!)],
    ['moved page’s invite', unfolded(move.body.calendarInvite!)],
    ...listed(
      'My Sessions row',
      sessions.map((session) => String(session.coachDiscord)),
    ),
    ...listed(
      'mail',
      mails.map(({ text }) => text),
    ),
    ...listed(
      'invite',
      mails.map(({ invite }) => invite),
    ),
    ...listed(
      'SMS',
      texts.map(({ text }) => text),
    ),
    ...listed(
      'reminder mail',
      reminders.map(({ text }) => text),
    ),
    ...listed(
      'reminder SMS',
      reminded.map(({ text }) => text),
    ),
    ...listed(
      'downloaded invite',
      downloads.map(({ body }) => unfolded(body)),
    ),
  ])
}

test('the coach’s Discord name stands in every place', async () => {
  const places = await everyPlace()
  expect(Object.keys(places)).toHaveLength(4 + 4 * 4 + 2 + 2 + 4)
  const without = Object.entries(places).filter(([, text]) => !text.includes('vex.flip'))
  expect(without).toEqual([])
  const invites = Object.entries(places).filter(([name]) => name.includes('invite'))
  for (const [name, invite] of invites) {
    expect(invite, name).toContain('LOCATION:Discord: vex.flip')
    expect(invite, name).toMatch(/DESCRIPTION:.*You meet on Discord: vex\.flip/)
  }
})

test('so do, for a coach without one, the words that it comes by chat and mail, and then it does', async () => {
  await app.deps.db.update(coaches).set({ discordUsername: null }).where(eq(coaches.id, coach.id))
  const places = await everyPlace()
  const words = `${coach.name} sends you their Discord name in the chat. We mail you when it is there.`
  const without = Object.entries(places).filter(
    ([name, text]) => text !== 'null' && !text.includes(name.includes('SMS') ? 'Discord name: by mail' : words),
  )
  expect(without).toEqual([])

  startAnew()
  const profile = {
    title: 'Aerials',
    description: 'Short drills, slow motion, then a match.',
    currentRank: 'Grand Champion',
    achievements: [],
    specialties: [],
  }
  const save = (discordUsername: string) =>
    app.call(changeCoachProfile, { body: { ...profile, discordUsername } }, coachUser!.token)
  expect((await save('vex.new')).status).toBe(200)
  const mails = await sentTo(player!.email)
  expect(mails).toHaveLength(4)
  for (const { subject, text, invite } of mails) {
    // Calendars take in only what is newer than what they have.
    expect(Number(/SEQUENCE:(\d+)/.exec(invite)![1])).toBeGreaterThan(0)
    expect(subject).toBe(`${coach.name} on Discord: vex.new`)
    expect(text).toContain('You meet on Discord: vex.new')
    expect(invite).toContain('LOCATION:Discord: vex.new')
  }
  // The same again, and back to a name that was mailed before, are no news.
  await save('vex.new')
  expect(await sentTo(player!.email)).toHaveLength(4)
  await save('vex.newer')
  expect(await sentTo(player!.email)).toHaveLength(8)
})

test('what is sent to a coach speaks the zone of their profile, else that of their hours', async () => {
  const booking = await aBooking(app.deps, { coach })
  const zoneOf = async () => (await findMeeters(app.deps.db, booking)).coachZone
  expect(await zoneOf()).toBeNull()
  await app.deps.db.insert(availability).values({ coachId: coach.id, zone: 'Asia/Tokyo' })
  expect(await zoneOf()).toBe('Asia/Tokyo')
  await app.call(saveZone, { body: { zone: 'Europe/Berlin' } }, coachUser!.token)
  expect(await zoneOf()).toBe('Europe/Berlin')
})
