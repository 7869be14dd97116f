import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { savePlayerNote } from '#src/features/bookings/server/coach-sessions.ts'
import { bookingHistory, bookings } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { callOff, choose } from '#src/features/sessions/call-off-contract.ts'
import { listSessionStates } from '#src/features/sessions/contract.ts'
import { type StoryKind, storyKinds } from '#src/features/sessions/story.ts'
import { sessionStory } from '#src/features/sessions/story-contract.ts'
import { must } from '#src/shared/must.ts'
import { instantOf, wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { starts } from '#tests/support/starts.ts'
import { checkIns, choices, intakes, outages, questions, statements } from '../table.ts'

type User = Awaited<ReturnType<typeof aUser>>

let app: TestApp
let staff: User
beforeAll(async () => {
  app = await startTestApp()
  staff = await aUser(app.deps, { name: 'Staff Kim', isAdmin: true })
})
afterAll(() => app.close())

const zone = 'America/New_York'
const hour = 3_600_000

/** Some days ago at noon. */
function noonAgo(days = 2): Start {
  const { date } = wallClock(new Date(Date.now() - days * 24 * hour), zone)
  return { date, time: '12:00', startsAt: instantOf(date, '12:00', zone) }
}

async function aCoachWithAccount() {
  const account = await aUser(app.deps)
  return { account, profile: await aCoach(app.deps, { userId: account.id }) }
}

async function aSession(start: Start | null = noonAgo()) {
  const player = await aUser(app.deps, { name: 'Rimshot' })
  const coach = await aCoachWithAccount()
  const booking = await aBooking(app.deps, { player, coach: coach.profile, start })
  return { player, coach, booking, params: { bookingId: booking.id } }
}

async function ask(bookingId: string, who: User, as?: 'staff') {
  const { status, body } = await app.call(sessionStory, { params: { bookingId }, query: { as } }, who.token)
  return { status, body }
}

/** What only some may read, in words that stand nowhere else. */
const secrets = {
  reason: 'emergency',
  why: 'The coach has not answered twice.',
  answer: 'We met, I have the replay.',
  note: 'Tilts after the second goal.',
  staff: 'Staff Kim',
  amount: '17.31',
  paid: '29.00',
  card: 'Visa •••• 4242',
  receipt: '2026-000777',
} as const

/** A session to which all happened that can happen, each a minute after the other. */
async function aFullSession() {
  const made = await aSession()
  const { player, coach, booking } = made
  const { db } = app.deps
  const startsAt = must(booking.startsAt, 'a start')
  const bookingId = booking.id
  let minute = 0
  const next = () => new Date(+startsAt - 20 * hour + minute++ * 60_000)
  const beside: StoryKind[] = ['paid', 'prepared', 'starts', 'ends', 'outage', 'here', 'said']
  const ticks: StoryKind[] = ['replays-watched', 'replay-checked']
  const acts = storyKinds.filter(
    (kind) => ![...beside, ...ticks, 'took-back', 'answered', 'with-team', 'chose'].includes(kind),
  )
  const hours = { from: `${booking.sessionDate} 12:00`, to: `${booking.sessionDate} 13:00` }
  const sums = { refund: secrets.amount, amount: secrets.amount, minutes: 5, stars: 4 }
  function detailOf(act: StoryKind): Record<string, string | number> {
    const { coachName: coach } = booking
    if (act === 'hand-over') return { from: coach, to: coach }
    return act === 'schedule'
      ? { coach, to: hours.to }
      : { ...hours, ...sums, coach, coachId: must(booking.coachId, 'a coach') }
  }
  await db.insert(bookingHistory).values(
    acts.map((act) => ({
      ...{ bookingId, act: act as 'booked', actorId: staff.id, actorRole: 'staff' as const, createdAt: next() },
      detail: detailOf(act),
    })),
  )
  await db.insert(orders).values({
    ...{ ...soldNow(services[0]), playerId: player.id, status: 'booked', game: ['fortnite'], amount: 2_900, bookingId },
    ...{ contactName: player.name, contactEmail: player.email, settledAt: next() },
    ...{ paidWith: secrets.card, receiptNumber: secrets.receipt },
  })
  await db
    .insert(intakes)
    .values({ bookingId, goal: 'Champion', watchedAt: next(), checkedAt: next(), updatedAt: next() })
  await db.insert(checkIns).values({ bookingId, startsAt, side: 'player', at: next() })
  await db.insert(outages).values({ from: new Date(+startsAt - 60_000), to: new Date(+startsAt + 60_000) })
  const said = { bookingId, startsAt, by: 'player', says: 'late', minutes: 5 } as const
  await db.insert(statements).values([
    { ...said, createdAt: next() },
    { ...said, by: 'coach', agrees: false, words: secrets.answer, createdAt: next() },
    { ...said, says: 'we-met', minutes: null, createdAt: next() },
  ])
  const asked = {
    coachId: coach.profile.id,
    askedAt: next(),
    state: 'staff',
    why: secrets.why,
    staffSince: next(),
  } as const
  await db.insert(questions).values({ ...said, ...asked })
  const chosen = { chosen: 'another-hour', chosenAt: next(), settledAt: next(), word: 'Sorry, all!' } as const
  const cause = { cause: 'called-off', reason: secrets.reason } as const
  await db.insert(choices).values({ bookingId, startsAt, coachId: coach.profile.id, ...cause, ...chosen })
  await savePlayerNote(app.deps, coach.profile.id, player.id, secrets.note)
  return made
}

/** What a coach must not see, by hand: the table in the code has to agree. */
const hiddenFromCoach: StoryKind[] = [
  ...(['paid', 'rated', 'refund', 'refunded', 'refund-failed'] as const),
  ...(['claim-guarantee', 'claim-refunded', 'claim-another-coach', 'claim-declined'] as const),
  ...(['dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost'] as const),
]

test('every kind of event is read by those whose it is, oldest first, and none of them reads more', async () => {
  const { player, coach, booking } = await aFullSession()
  const [asPlayer, asCoach, asStaff] = [
    (await ask(booking.id, player)).body,
    (await ask(booking.id, coach.account)).body,
    (await ask(booking.id, staff)).body,
  ]
  const kindsOf = ({ events }: typeof asPlayer) => [...new Set(events.map(({ kind }) => kind))].sort()
  expect(kindsOf(asPlayer)).toEqual(storyKinds.toSorted())
  expect(kindsOf(asStaff)).toEqual(storyKinds.toSorted())
  expect(kindsOf(asCoach)).toEqual(storyKinds.filter((kind) => !hiddenFromCoach.includes(kind)).sort())
  for (const { events } of [asPlayer, asCoach, asStaff])
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort())

  const has = (story: object, text: string) => JSON.stringify(story).includes(text)
  const { amount, paid, card, receipt, note, reason, why, answer } = secrets
  const money = [amount, paid, card, receipt, booking.paymentId!, player.email]
  for (const secret of [...money, note, reason, why, secrets.staff]) expect(has(asCoach, secret), secret).toBe(false)
  for (const secret of [note, reason, why, answer, secrets.staff, coach.account.email, booking.paymentId!])
    expect(has(asPlayer, secret), secret).toBe(false)
  for (const known of [amount, paid, card, receipt, 'Sorry, all!']) expect(has(asPlayer, known), known).toBe(true)
  expect(has(asCoach, answer)).toBe(true)
  for (const known of [...money, reason, why, answer, secrets.staff, coach.account.email])
    expect(has(asStaff, known), known).toBe(true)
  expect(has(asStaff, note)).toBe(false)

  const doers = (story: typeof asPlayer, kind: StoryKind) => story.events.find((event) => event.kind === kind)
  expect(doers(asPlayer, 'here')).toMatchObject({ by: 'you' })
  expect(doers(asCoach, 'here')).toMatchObject({ by: 'player', name: 'Rimshot' })
  expect(doers(asPlayer, 'replays-watched')).toMatchObject({ by: 'coach', name: booking.coachName })
  expect(doers(asCoach, 'replays-watched')).toMatchObject({ by: 'you' })
  expect(doers(asPlayer, 'cancel')).toMatchObject({ by: 'team', name: null })
  expect(doers(asStaff, 'cancel')).toMatchObject({ by: 'you' })
  expect(doers(asStaff, 'starts')).toMatchObject({ by: null })
})

test('a session is nobody else’s, and a coach who is staff too asks for it as staff', async () => {
  const { player, booking, coach } = await aSession()
  const missing = await ask('01990000-0000-7000-8000-000000000000', player)
  for (const stranger of [await aUser(app.deps), (await aCoachWithAccount()).account])
    expect(await ask(booking.id, stranger)).toEqual(missing)
  expect(missing.status).toBe(404)
  expect(await ask(booking.id, player, 'staff')).toEqual(missing)
  const chief = await aUser(app.deps, { isOwner: true })
  const own = await aBooking(app.deps, { coach: await aCoach(app.deps, { userId: chief.id }), start: noonAgo() })
  expect((await ask(own.id, chief)).body).toMatchObject({ as: 'coach', money: null, contacts: null })
  expect((await ask(own.id, chief, 'staff')).body).toMatchObject({ as: 'staff', money: { price: '29.00' } })
  expect((await ask(booking.id, coach.account)).body.as).toBe('coach')
})

test('a coach who gave a session away is told that alone, and the next one reads of it from then on', async () => {
  const { player, coach, booking, params } = await aSession(must(starts[100], 'a start'))
  const next = await aCoachWithAccount()
  await app.call(callOff, { params, body: { reason: 'ill', word: 'I lost my voice.' } }, coach.account.token)
  const body = { chosen: 'another-coach', coachId: next.profile.id } as const
  expect((await app.call(choose, { params, body }, player.token)).status).toBe(200)

  expect(await ask(booking.id, coach.account)).toEqual({
    status: 404,
    body: { message: 'This session was handed to another coach.', reason: 'handed-over' },
  })
  const theirs = (await ask(booking.id, next.account)).body
  expect(theirs.events.map(({ kind }) => kind)).toEqual(['hand-over'])
  expect(JSON.stringify(theirs)).not.toMatch(/lost my voice|ill\b/)
  const asPlayer = (await ask(booking.id, player)).body
  expect(asPlayer.events).toMatchObject([
    { kind: 'call-off', by: 'coach', name: coach.profile.name, words: 'I lost my voice.' },
    { kind: 'hand-over', by: 'you', fromCoach: coach.profile.name, toCoach: next.profile.name },
  ])
  expect(asPlayer.session).toMatchObject({ coachName: next.profile.name, status: 'confirmed' })
  expect((await ask(booking.id, staff)).body.events[0]).toMatchObject({ why: 'ill' })
})

test('an hour that two coaches called off, one after the other, keeps each one’s word and reason apart', async () => {
  const { player, coach, booking, params } = await aSession(must(starts[100], 'a start'))
  const next = await aCoachWithAccount()
  await app.call(callOff, { params, body: { reason: 'ill', word: 'I lost my voice.' } }, coach.account.token)
  const body = { chosen: 'another-coach', coachId: next.profile.id } as const
  expect((await app.call(choose, { params, body }, player.token)).status).toBe(200)
  const { body: states } = await app.call(listSessionStates, {}, next.account.token)
  expect(states.find(({ bookingId }) => bookingId === booking.id)).toMatchObject({ choice: null })
  await app.call(callOff, { params, body: { reason: 'technical', word: 'My power is out.' } }, next.account.token)

  const callOffs = async (who: User) =>
    (await ask(booking.id, who)).body.events
      .filter(({ kind }) => kind === 'call-off')
      .map(({ name, words, why }) => [name, words, why])
  const [first, second] = [coach.profile.name, next.profile.name]
  expect(await callOffs(player)).toEqual([
    [first, 'I lost my voice.', undefined],
    [second, 'My power is out.', undefined],
  ])
  expect(await callOffs(next.account)).toEqual([[second, 'My power is out.', undefined]])
  expect(await callOffs(staff)).toEqual([
    [first, 'I lost my voice.', 'ill'],
    [second, 'My power is out.', 'technical'],
  ])
})

test('what the player said before is read by its coach until a week after a session that takes place, by staff always', async () => {
  const { db } = app.deps
  const fresh = await aSession()
  const old = await aSession(noonAgo(9))
  const cancelled = await aSession()
  await db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, cancelled.booking.id))
  for (const { booking, player, coach } of [fresh, old, cancelled]) {
    await db.insert(intakes).values({ bookingId: booking.id, goal: 'Champion' })
    const isCoachs = booking.id === fresh.booking.id
    expect((await ask(booking.id, coach.account)).body.intake).toEqual(
      isCoachs ? { rank: null, goal: 'Champion', holdsBack: null, links: [] } : null,
    )
    for (const who of [player, staff]) expect((await ask(booking.id, who)).body.intake?.goal).toBe('Champion')
  }
})

test('a rating stands in the story of its player and of staff', async () => {
  const { player, coach, booking } = await aSession()
  const rate = () => app.call(rateSession, { body: { bookingId: booking.id, rating: 4 } }, player.token)
  expect([(await rate()).status, (await rate()).status]).toEqual([200, 409])
  const rated = { kind: 'rated', stars: 4 }
  const kinds = (story: { events: { kind: string }[] }) => story.events.filter(({ kind }) => kind === 'rated')
  expect(kinds((await ask(booking.id, player)).body)).toMatchObject([{ ...rated, by: 'you' }])
  expect(kinds((await ask(booking.id, staff)).body)).toMatchObject([{ ...rated, by: 'player' }])
  expect(kinds((await ask(booking.id, coach.account)).body)).toEqual([])
})
