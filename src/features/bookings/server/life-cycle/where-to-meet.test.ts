import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { readProfile, saveProfile } from '#src/features/accounts/profile-contract.ts'
import { noRanks } from '#src/features/accounts/server/table.ts'
import * as calls from '#src/features/bookings/contract.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { changeCoachProfile } from '#src/features/coaches/contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { exportData } from '#src/features/privacy/contract.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { listCoachSessions } from '../coach-sessions.ts'
import { remindDue } from '../reminders/reminders.ts'

/** Where a session takes place, and who comes: said in every place, and to nobody else. */
let app: TestApp
let staff: User
beforeAll(async () => {
  app = await startTestApp()
  staff = await aUser(app.deps, { name: 'Front Desk', isAdmin: true })
})
afterAll(() => app.close())

type User = Awaited<ReturnType<typeof aUser>>
let [player, coachUser]: User[] = []
let coach: CoachRow
beforeEach(async () => {
  player = await aUser(app.deps, { name: 'Rimshot' })
  coachUser = await aUser(app.deps)
  coach = await aCoach(app.deps, { userId: coachUser.id, discordUsername: 'vex.flip' })
  startAnew()
})

const phone = '+12125550177'
const starts = bookableStarts(new Date(), 'America/New_York')
/** A calendar file's lines are folded at 75 letters. */
const unfolded = (file: string) => file.replaceAll('\r\n ', '')
const to = ({ date, time }: Start) => ({ selectedDate: date, selectedTime: time })

/** What was sent before is not looked at any more. */
const old = new Set<unknown>()
function startAnew() {
  for (const { id } of app.sandbox.outbox.list()) old.add(id)
}

/** The parts of what was sent to somebody, the calendar file among them, newest first. */
async function sentTo(address: string): Promise<{ subject: string; text: string; invite: string }[]> {
  await app.runJobs()
  const sent = app.sandbox.outbox.list().filter(({ id, to }) => !old.has(id) && to.includes(address))
  return Promise.all(
    sent.map(async ({ id, subject, text }) => {
      const answer = await app.app.http.inject(`/dev/outbox/${id}.json`)
      const [file] = (answer.json() as { attachments?: { text: string }[] }).attachments ?? []
      return { subject: subject ?? '', text, invite: unfolded(file?.text ?? '') }
    }),
  )
}

/** Books and pays as the success page does; gives what that page is told. */
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
      downloads.map(({ body }) => unfolded(body.content)),
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

describe('what a player says about themselves', () => {
  const said: Profile = {
    gamerTag: 'RimshotRL',
    handles: { discord: 'rim.shot', epic: 'RimshotEpic' },
    zone: 'Europe/Berlin',
    ranks: { ...noRanks, 'rocket-league': 'Diamond II' },
    goal: 'Kickoffs',
  }
  const words =
    'Rimshot on Discord: rim.shot. Plays as RimshotRL, RimshotEpic on Epic, Diamond II in Rocket League. Lives on Berlin time. Wants to fix: Kickoffs.'
  const save = (body: object) => app.call(saveProfile, { body }, player!.token)

  test('is kept, read back, changed and emptied; every field is optional, bounded, and names are one line', async () => {
    expect((await app.call(readProfile, {}, player!.token)).body.handles.discord).toBeNull()
    expect((await save(said)).body).toEqual(said)
    expect((await app.call(readProfile, {}, player!.token)).body).toEqual(said)
    for (const [field, wrong] of [
      ['gamerTag', { gamerTag: 'a\nb' }],
      ['gamerTag', { gamerTag: 'x'.repeat(81) }],
      ['handles.discord', { handles: { discord: 'a\u0007' } }],
      ['zone', { zone: 'Berlin' }],
      ['ranks.fortnite', { ranks: { fortnite: 'x'.repeat(81) } }],
      ['goal', { goal: 'x'.repeat(501) }],
    ] as const) {
      const { status, body } = await save(wrong)
      expect({ status, fields: Object.keys((body as unknown as { fields: object }).fields) }).toEqual({
        status: 400,
        fields: [field],
      })
    }
    expect((await app.call(readProfile, {}, player!.token)).body).toEqual(said)
    expect((await save({})).body).toMatchObject({ gamerTag: null, handles: { discord: null, epic: null }, goal: null })
  })

  test('reaches the coach’s mail and invite when it is known, and by a mail of its own, once, when it comes later', async () => {
    const { booking } = await book(starts[31]!)
    const [mail] = await sentTo(coachUser!.email)
    expect(mail!.text).toContain('No Discord name yet. Ask in the chat; we reminded Rimshot.')
    expect((await sentTo(player!.email))[0]!.text).toContain(`${coach.name} does not know your Discord name yet`)

    startAnew()
    await save(said)
    await save({ ...said, goal: 'Aerials' })
    const later = await sentTo(coachUser!.email)
    expect(later).toHaveLength(1)
    expect(later[0]!.subject).toBe('Rimshot on Discord: rim.shot')
    expect(later[0]!.text).toContain('Rimshot on Discord: rim.shot.')

    startAnew()
    await save(said)
    await book(starts[43]!)
    const [next] = await sentTo(coachUser!.email)
    expect(next!.text).toContain(words)
    expect(next!.invite).toContain(`SUMMARY:Rimshot: ${booking.serviceName}`)
    expect(next!.invite).toContain('Rimshot on Discord: rim.shot.')
    expect((await sentTo(player!.email))[0]!.text).not.toContain('does not know your Discord name')
  })

  test('is read by the booking’s coach and staff while it is ahead, not by another coach, and exported', async () => {
    // Who says little is seen as well.
    const little = { ...said, gamerTag: null }
    await save(little)
    const { booking } = await book(starts[32]!)
    const otherUser = await aUser(app.deps)
    const other = await aCoach(app.deps, { userId: otherUser.id })
    const theirs = await aBooking(app.deps, { coach: other })
    const sessionsOf = (token: string) => app.call(calls.listCoachSessions, {}, token)
    expect((await sessionsOf(coachUser!.token)).body).toMatchObject([{ id: booking.id, player: little }])
    expect((await sessionsOf(otherUser.token)).body).toMatchObject([{ id: theirs.id, player: null }])
    const details = { params: { bookingId: booking.id } }
    expect((await app.call(staffCalls.bookingDetails, details, staff.token)).body.player).toEqual(little)

    expect(JSON.stringify((await app.call(exportData, {}, player!.token)).body)).toContain('rim.shot')

    const atEnd = { ...app.deps, now: () => new Date(booking.endsAt!) }
    const over = await listCoachSessions(atEnd, coachUser!, coach)
    expect(over).toMatchObject([{ id: booking.id, player: null }])
    const cancel = { ...details, body: { refund: booking.price } }
    expect((await app.call(calls.cancelBooking, cancel, player!.token)).status).toBe(200)
    expect((await sessionsOf(coachUser!.token)).body).toMatchObject([{ id: booking.id, player: null }])
  })
})
