import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { searchDesk, showToday } from '#src/features/desk/contract.ts'
import { countForReader } from '#src/features/desk/waiting-kinds.ts'
import { markMessagesSeen, sendMessage } from '#src/features/messages/contract.ts'
import { resolveDelivery } from '#src/features/notifications/contract.ts'
import { reportProblem } from '#src/features/sessions/safety-contract.ts'
import { checkIns, questions } from '#src/features/sessions/server/table.ts'
import { instantOf } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

const inNewYork = (date: string, time: string) => instantOf(date, time, 'America/New_York')
const at = (date: string, time: string) => ({ date, time, startsAt: inNewYork(date, time) })

let app: TestApp
let clock = inNewYork('2026-03-20', '23:30')
let owner: { token: string }
let admin: { token: string }
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
  admin = await aUser(app.deps, { isAdmin: true })
})
afterAll(() => app.close())

const todayOf = async ({ token }: { token: string }) => (await app.call(showToday, {}, token)).body
const waitingOf = async (staff: { token: string }, kind: string) =>
  (await todayOf(staff)).waiting.find((group) => group.kind === kind)
const found = async ({ token }: { token: string }, q: string) => {
  const { body } = await app.call(searchDesk, { query: { q } }, token)
  return body.map(({ kind, to }) => `${kind} ${to}`)
}

test('today’s sessions are those of the business’s day, or of the reader’s where asked so, but cancelled ones, with who is here, and the next start', async () => {
  expect(await todayOf(admin)).toMatchObject({ sessions: [], next: null, zone: 'America/New_York' })
  const held = await aBooking(app.deps, { start: at('2026-03-20', '09:00') })
  await aBooking(app.deps, { start: at('2026-03-20', '10:00'), status: 'cancelled' })
  const ahead = await aBooking(app.deps, { start: at('2026-03-21', '09:00') })
  await app.deps.db
    .insert(checkIns)
    .values({ bookingId: held.id, startsAt: held.startsAt!, side: 'coach', at: inNewYork('2026-03-20', '08:55') })
  const today = await todayOf(admin)
  expect(today.next).toBe(inNewYork('2026-03-21', '09:00').toISOString())
  expect(today.coachDays).toEqual([
    { coachId: ahead.coachId, coachName: ahead.coachName, date: '2026-03-21', bookings: 1 },
  ])
  expect(today.sessions).toMatchObject([
    { bookingId: held.id, here: { player: null, coach: inNewYork('2026-03-20', '08:55').toISOString() } },
  ])
  // There it is the next day already.
  const inBerlin = (await app.call(showToday, { query: { zone: 'Europe/Berlin' } }, admin.token)).body
  expect(inBerlin).toMatchObject({ zone: 'Europe/Berlin', sessions: [{ bookingId: ahead.id }] })
  expect(inBerlin.coachDays).toEqual(today.coachDays)
})

test('each role sees what waits for it, and finds what it may read', async () => {
  const player = await aUser(app.deps, { name: 'Quillfinder' })
  const newcomer = await aUser(app.deps, { name: 'Quillnewcomer' })
  const booking = await aBooking(app.deps, { player, start: null, paymentId: 'pi_quill' })
  const inquiry = await aContact(app.deps, { writer: newcomer })
  const application = await anApplication(app.deps, { applicantEmail: 'quillcoach@apply.test' })
  await aDelivery(app.deps, { recipient: player.email })
  await aCoach(app.deps, { name: 'Quillhidden', isActive: false })

  const contact = await waitingOf(owner, 'contact')
  expect(contact).toMatchObject({ count: 1, lines: [{ to: `/owner?tab=messages&inquiry=${inquiry.id}` }] })
  const [line] = contact!.lines
  expect(Date.parse(line!.dueBy!) - Date.parse(line!.since), 'a day to answer').toBe(24 * 3_600_000)
  expect(await waitingOf(admin, 'contact')).toBeUndefined()
  expect(await waitingOf(owner, 'application'), 'who applied is for admins').toMatchObject({
    count: 1,
    to: '/owner?tab=roles',
    lines: [],
  })
  const { waiting } = await todayOf(owner)
  const withoutApplications = waiting.filter(({ kind }) => kind !== 'application')
  expect(countForReader(waiting), 'only what they see to').toBe(countForReader(withoutApplications))
  expect(countForReader(withoutApplications)).toBe(withoutApplications.reduce((sum, { count }) => sum + count, 0))
  expect(await waitingOf(admin, 'application')).toMatchObject({
    lines: [{ to: `/admin-sms?application=${application.id}` }],
  })
  for (const staff of [owner, admin])
    expect(await waitingOf(staff, 'unscheduled')).toMatchObject({ lines: [{ to: `/owner?booking=${booking.id}` }] })

  const ownersFind = await found(owner, 'quill')
  const adminsFind = await found(admin, 'quill')
  const personOf = ({ id }: { id: string }) => `person /people/${id}`
  expect(ownersFind).toEqual(expect.arrayContaining([personOf(player), personOf(newcomer)]))
  expect(adminsFind, 'who booked, nobody else').toContain(personOf(player))
  expect(adminsFind).not.toContain(personOf(newcomer))
  expect(ownersFind).toContain(`conversation /owner?tab=messages&inquiry=${inquiry.id}`)
  expect(adminsFind.filter((each) => each.startsWith('conversation'))).toEqual([])
  expect(ownersFind).toContain('coach /owner?tab=coaches&q=Quillhidden')
  expect(adminsFind.filter((each) => /^(coach|payment)/.test(each))).toEqual([])
  expect(adminsFind).toContain(`application /admin-sms?application=${application.id}`)
  expect(ownersFind.some((each) => each.startsWith('application'))).toBe(false)
  for (const finds of [ownersFind, adminsFind]) {
    expect(finds).toContain(`booking /owner?booking=${booking.id}`)
    expect(finds.some((each) => each.startsWith('delivery /admin-deliveries?id='))).toBe(true)
  }
  expect(await found(owner, booking.number), 'by its number').toContain(`booking /owner?booking=${booking.id}`)
})

test('what is found is of the day that the reader’s clock showed', async () => {
  const player = await aUser(app.deps, { name: 'Nightfinder' })
  await app.deps.db
    .update(users)
    .set({ createdAt: inNewYork('2026-02-27', '23:00') })
    .where(eq(users.id, player.id))
  const { id: bookingId } = await aBooking(app.deps, { player, start: at('2026-03-22', '20:00') })
  await app.call(sendMessage, { body: { bookingId, content: 'Hello' } }, owner.token)
  await aDelivery(app.deps, { recipient: player.email, createdAt: inNewYork('2026-02-28', '21:00') })
  const daysIn = async (query: { zone?: string }) => {
    const { body } = await app.call(searchDesk, { query: { q: 'nightfinder', ...query } }, owner.token)
    return body.map(({ kind, text }) => [kind, /[A-Z][a-z]{2} \d+/.exec(text)?.[0]])
  }
  expect(await daysIn({})).toEqual(
    expect.arrayContaining([
      ['person', 'Feb 27'],
      ['booking', 'Mar 22'],
      ['conversation', 'Mar 22'],
      ['delivery', 'Feb 28'],
    ]),
  )
  expect(await daysIn({ zone: 'Europe/Berlin' })).toEqual(
    expect.arrayContaining([
      ['person', 'Feb 28'],
      ['booking', 'Mar 23'],
      ['conversation', 'Mar 23'],
      ['delivery', 'Mar 1'],
    ]),
  )
})

test('what is about one’s own session waits for the others of the team', async () => {
  const coachToo = await aUser(app.deps, { isOwner: true })
  const coach = await aCoach(app.deps, { userId: coachToo.id })
  const rating = await aRating(app.deps, { coach, isApproved: false })
  const { id: bookingId, startsAt } = await aBooking(app.deps, { coach, start: at('2026-03-18', '09:00') })
  const asked = {
    by: 'player',
    says: 'not-here',
    agrees: false,
    state: 'staff',
    askedAt: clock,
    staffSince: clock,
  } as const
  await app.deps.db.insert(questions).values({ ...asked, bookingId, startsAt: startsAt!, coachId: coach.id })
  for (const kind of ['rating', 'question']) {
    expect(await waitingOf(owner, kind), kind).toMatchObject({ count: 1 })
    expect(await waitingOf(coachToo, kind), kind).toBeUndefined()
  }
  expect((await waitingOf(owner, 'rating'))!.lines[0]!.id).toBe(rating.id)
})

test('an own session without an hour waits for the others of the team', async () => {
  const player = await aUser(app.deps, { isAdmin: true })
  const { id } = await aBooking(app.deps, { coach: await aCoach(app.deps), player })
  const none = { startsAt: null, endsAt: null, seatId: null, sessionDate: 'TBD', sessionTime: 'TBD' }
  await app.deps.db.update(bookings).set(none).where(eq(bookings.id, id))
  const waits = async (reader: typeof owner) =>
    (await waitingOf(reader, 'unscheduled'))?.lines.some((line) => line.id === id) ?? false
  expect([await waits(owner), await waits(player)]).toEqual([true, false])
})

test('a mail that failed waits until staff dealt with it', async () => {
  const delivery = await aDelivery(app.deps, { recipient: 'gone@else.test', status: 'failed', createdAt: clock })
  const failed = async () =>
    (await todayOf(admin)).waiting.find(({ kind }) => kind === 'delivery')?.lines.map(({ id }) => id) ?? []
  expect(await failed()).toContain(delivery.id)
  await app.call(resolveDelivery, { params: { deliveryId: delivery.id } }, owner.token)
  expect(await failed()).not.toContain(delivery.id)
})

test('a report waits before all else, for all staff but who it is about', async () => {
  const reported = await aUser(app.deps, { isOwner: true })
  const player = await aUser(app.deps, { name: 'Quillreporter' })
  const coach = await aCoach(app.deps, { userId: reported.id })
  const booking = await aBooking(app.deps, { player, coach, start: at('2026-03-22', '09:00') })
  const body = { problem: 'outside', words: null } as const
  await app.call(reportProblem, { params: { bookingId: booking.id }, body }, player.token)
  for (const staff of [owner, admin])
    expect((await todayOf(staff)).waiting[0]).toMatchObject({
      kind: 'report',
      lines: [
        {
          title: 'Asked to pay or play outside Level Up',
          text: `Quillreporter reported it, booking ${booking.number}`,
          to: '/owner',
        },
      ],
    })
  expect(await waitingOf(reported, 'report')).toBeUndefined()
})

test('a player’s message waits for the team after a quarter of an hour, until coach or team answer it', async () => {
  const player = await aUser(app.deps)
  const { id: bookingId } = await aBooking(app.deps, { player, start: at('2026-03-25', '09:00') })
  await app.call(sendMessage, { body: { bookingId, content: 'Anybody there?' } }, player.token)
  expect(await waitingOf(admin, 'conversation'), 'the coach may still answer').toBeUndefined()
  const since = clock.toISOString()
  clock = new Date(+clock + 16 * 60_000)
  await app.call(sendMessage, { body: { bookingId, content: 'Hello?' } }, player.token)
  expect(await waitingOf(owner, 'conversation')).toMatchObject({
    count: 1,
    lines: [{ since, text: 'Hello?', to: `/owner?tab=messages&booking=${bookingId}` }],
  })
  expect((await waitingOf(admin, 'conversation'))!.lines[0]!.to).toBe(`/admin?booking=${bookingId}`)
  await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, player.id))
  expect(await waitingOf(player, 'conversation'), 'nobody’s own').toBeUndefined()
  await app.deps.db.update(users).set({ isAdmin: false }).where(eq(users.id, player.id))
  expect(await found(admin, player.email)).toContain(`conversation /admin?booking=${bookingId}`)
  await app.call(markMessagesSeen, { body: { bookingId, number: 2 } }, owner.token)
  expect(await waitingOf(owner, 'conversation'), 'read is not answered').toBeDefined()
  await app.call(sendMessage, { body: { bookingId, content: 'Yes.' } }, owner.token)
  clock = new Date(+clock + 16 * 60_000)
  expect(await waitingOf(owner, 'conversation'), 'it is answered').toBeUndefined()
})
