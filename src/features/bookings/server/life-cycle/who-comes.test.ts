import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { accountVerified } from '#src/features/accounts/events.ts'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { readProfile, saveProfile } from '#src/features/accounts/profile-contract.ts'
import { noRanks, users } from '#src/features/accounts/server/table.ts'
import * as calls from '#src/features/bookings/contract.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { exportData } from '#src/features/privacy/contract.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { startSending } from '#tests/support/bookings/sent-mails.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { starts } from '#tests/support/starts.ts'
import { listCoachSessions } from '../coach-sessions.ts'
import { tellBooked } from '../notices/tell-booked.ts'

/** Who comes to a session, as they said themselves. */
const { app, staff, startAnew, sentTo } = await startSending()
afterAll(() => app.close())

let [player, coachUser]: Awaited<ReturnType<typeof aUser>>[] = []
let coach: CoachRow
beforeEach(async () => {
  player = await aUser(app.deps, { name: 'Rimshot' })
  coachUser = await aUser(app.deps)
  coach = await aCoach(app.deps, { userId: coachUser.id, discordUsername: 'vex.flip' })
})

const to = ({ date, time }: Start) => ({ selectedDate: date, selectedTime: time })

const book = async (start: Start) => ({
  booking: await aPaidBookingFor(app, player!.token, start, { coachId: coach.id }),
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
    // A player who says little is seen as well.
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

  test('of a player who has paid is mailed to the coach at once, proved or not, and not once more when they verify', async () => {
    player = await aUser(app.deps, { name: 'Rimshot', emailVerified: false })
    await save(said)
    const { booking } = await book(starts[33]!)
    const [mail] = await sentTo(coachUser!.email)
    expect(mail!.text).toContain(words)
    expect(mail!.invite).toContain(`SUMMARY:Rimshot: ${booking.serviceName}`)
    startAnew()
    await verify(player)
    expect(await sentTo(coachUser!.email)).toEqual([])
  })

  test('of who has neither paid nor verified is not mailed to the coach; when they verify, one mail and invite name them', async () => {
    player = await aUser(app.deps, { name: 'Rimshot', emailVerified: false })
    const booking = await aBooking(app.deps, { player, coach, start: starts[35]!, price: 0, paymentId: null })
    await tellBooked(app.deps, { bookingId: booking.id, staffId: null, isToldElsewhere: false })
    const [anonymous] = await sentTo(coachUser!.email)
    expect(anonymous!.invite).toContain(`SUMMARY:Player ${booking.number}: `)
    await save(said)
    const unnamed = await sentTo(coachUser!.email)
    expect(unnamed.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^New session: /)])
    for (const { subject, text, invite } of unnamed)
      expect(subject + text + invite).not.toMatch(/Rimshot|rim\.shot|Kickoffs/)

    startAnew()
    await verify(player)
    const known = await sentTo(coachUser!.email)
    expect(known).toHaveLength(1)
    expect(known[0]!.subject).toMatch(`Rimshot is your player in ${booking.number}, `)
    expect(known[0]!.text).toContain(words)
    expect(known[0]!.invite).toContain(`SUMMARY:Rimshot: ${booking.serviceName}`)
    expect(known[0]!.invite).toContain('Rimshot on Discord: rim.shot.')
    const sequenceOf = ({ invite }: { invite: string }) => Number(/SEQUENCE:(\d+)/.exec(invite)![1])
    expect(sequenceOf(known[0]!)).toBeGreaterThan(sequenceOf(unnamed[0]!))

    // A name given from now on is news.
    startAnew()
    await save({ ...said, handles: { ...said.handles, discord: 'rim.new' } })
    await save(said)
    expect((await sentTo(coachUser!.email)).map(({ subject }) => subject)).toEqual(['Rimshot on Discord: rim.shot'])
  })

  test('is not said twice of a session that staff booked by name before the player verified', async () => {
    player = await aUser(app.deps, { name: 'Rimshot', emailVerified: false })
    const customer = { customerName: 'Rimshot', customerEmail: player.email, customerPhone: null }
    const session = { coachName: coach.name, serviceName: 'Basic Rocket League Coaching', ...to(starts[34]!) }
    await app.call(staffCalls.createFreeBooking, { body: { ...customer, ...session } }, staff.token)
    expect((await sentTo(coachUser!.email))[0]!.invite).toContain('SUMMARY:Rimshot: ')
    startAnew()
    await verify(player)
    expect(await sentTo(coachUser!.email)).toEqual([])
  })

  /** As entering the mailed code does. */
  const verify = ({ id }: { id: string }) =>
    app.deps.db.transaction(async (tx) => {
      await tx.update(users).set({ emailVerifiedAt: app.deps.now() }).where(eq(users.id, id))
      await app.deps.jobs.emit(tx, accountVerified, { accountId: id })
    })
})
