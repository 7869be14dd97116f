import { eq } from 'drizzle-orm'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { accountVerified } from '#src/features/accounts/events.ts'
import { users } from '#src/features/accounts/server/table.ts'
import * as sessions from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { decideClaim, listClaims } from '#src/features/bookings/staff-contract.ts'
import { askForRatings } from '#src/features/ratings/server/ask-for-ratings.ts'
import { takeBackOutcome } from '#src/features/sessions/exceptions-contract.ts'
import type { Decided, Saying, Side } from '#src/features/sessions/outcomes.ts'
import * as outcomes from '#src/features/sessions/outcomes-contract.ts'
import * as safety from '#src/features/sessions/safety-contract.ts'
import { followUpDue } from '#src/features/sessions/server/outcomes/jobs.ts'
import { checkIns, questions } from '#src/features/sessions/server/table.ts'
import { remindOfNotes } from '#src/features/sessions/server/write-ups/late-notes.ts'
import { saveWriteUp } from '#src/features/sessions/write-up-contract.ts'
import { must } from '#src/shared/must.ts'
import { aPaidBookingFor } from '../../support/paid-booking.ts'
import { basic } from '../../support/prices.ts'
import { shownQuestion } from '../../support/sessions/shown-question.ts'
import {
  admin,
  app,
  aReader,
  aSession,
  ask,
  type Cause,
  clock,
  hoursAgo,
  nextStart,
  owner,
  silently,
} from './readers.ts'

/** What is mailed when a session is over. */
export const heldSessionCauses: Cause[] = [
  [
    'a session is over for two hours',
    async () => {
      // An hour long.
      await aSession({ start: hoursAgo(3.1) })
      await askForRatings(app.deps)
    },
    { 'rating-request': 'staff' },
  ],
  [
    'a player who has paid nothing verifies their e-mail',
    async () => {
      const player = await aReader({ emailVerified: false })
      await silently(() => aSession({ player, price: 0, paymentId: null }))
      await app.deps.db.update(users).set({ emailVerifiedAt: clock }).where(eq(users.id, player.id))
      await app.deps.db.transaction((tx) => app.deps.jobs.emit(tx, accountVerified, { accountId: player.id }))
    },
    { 'player-known': 'staff' },
  ],
  [
    'a no-show is marked',
    async () => {
      const { id } = await aSession({ start: hoursAgo(24) })
      await ask(sessions.markNoShow, undefined, admin, { bookingId: id })
    },
    { 'booking-no-show': 'staff' },
  ],
  [
    'a coach waits alone, and says that the player did not come',
    async () => sayOf(await aMeeting('coach'), 'coach', 'not-here'),
    { 'session-settled': 'staff', 'player-missing-alert': 'staff' },
    'the-coach',
  ],
  [
    'a player says that the coach did not come, who says that it is not so, and our team decides',
    async () => {
      const met = await aMeeting('player')
      await sayOf(met, 'player', 'not-here')
      await answerOf(met, false)
      await decideFor(met.id, 'held')
    },
    {
      'session-asked': 'staff',
      'session-with-staff': 'staff',
      'question-alert': 'staff',
      'session-settled': 'staff',
    },
    'the-player',
  ],
  ['our team takes back what it decided', takeBackDecision, { 'taken-back': 'staff' }],
  [
    'a player says that a session started late, and the coach that it is so',
    async () => {
      const [player, coach] = [await aReader(), await aReader()]
      const { id: coachId } = await aCoach(app.deps, { userId: coach.id })
      const { id } = await silently(() => aPaidBookingFor(app, player.token, nextStart(), { coachId }))
      const [startsAt, endsAt] = [hoursAgo(2).startsAt, hoursAgo(1).startsAt]
      await app.deps.db.update(bookings).set({ startsAt, endsAt }).where(eq(bookings.id, id))
      const met = { id, player, coach }
      await sayOf(met, 'player', 'late', 10)
      await answerOf(met, true)
    },
    { 'session-asked': 'staff', 'session-settled': 'staff' },
    'a-late-start',
  ],
  [
    'both say that they could not play',
    async () => {
      const met = await aMeeting()
      await sayOf(met, 'coach', 'could-not-play')
      await sayOf(met, 'player', 'could-not-play')
    },
    { 'session-asked': 'staff', 'session-settled': 'staff', 'new-hour-alert': 'staff' },
    'both',
  ],
  [
    'our team finds no new hour for 7 days, after a player alone said that they could not play',
    async () => {
      await silently(async () => {
        const met = await aMeeting()
        await sayOf(met, 'player', 'could-not-play')
        const ofBooking = eq(questions.bookingId, met.id)
        const endsAt = hoursAgo(47).startsAt
        await app.deps.db.update(bookings).set({ endsAt }).where(eq(bookings.id, met.id))
        await app.deps.db.update(questions).set({ askedAt: endsAt, dueAt: clock }).where(ofBooking)
        await followUpDue(app.deps)
        await app.deps.db.update(questions).set({ dueAt: clock }).where(ofBooking)
      })
      await followUpDue(app.deps)
    },
    { 'no-new-hour': 'staff' },
  ],
  [
    'nobody decides a question about a session for 72 hours',
    async () => {
      const met = await silently(async () => {
        const each = await aMeeting('player', 'coach')
        await sayOf(each, 'player', 'not-here')
        return each
      })
      await app.deps.db.update(questions).set({ dueAt: clock }).where(eq(questions.bookingId, met.id))
      await followUpDue(app.deps)
    },
    { 'question-late': 'owner' },
  ],
  [
    'a player reports a problem, and our team agrees',
    reportAndSettle,
    { 'report-alert': 'staff', 'report-settled': 'nobody' },
  ],
  [
    'a coach blocks a player',
    async () => {
      const { coach, bookingId } = await silently(aReported)
      await ask(safety.block, { sessions: 1, refund: basic.decimal }, coach, { bookingId })
    },
    { 'booking-cancelled': 'staff', 'booking-cancelled-alert': 'staff' },
    'a-block',
  ],
  [
    'a player claims the guarantee, and it is decided',
    claim,
    { 'claim-received': 'owner', 'claim-alert': 'owner', 'claim-decided': 'owner' },
  ],
  [
    'a coach writes up a session',
    async () => {
      const account = await aReader()
      const coach = await aCoach(app.deps, { userId: account.id })
      const { id } = await aSession({ coach, start: hoursAgo(2) })
      const homework = [{ text: 'Back post rotations, ten minutes' }]
      await ask(saveWriteUp, { seen: ['Rotate back post. '.repeat(6)], homework }, account, { bookingId: id })
    },
    { 'write-up': 'staff' },
  ],
  ['the notes of a session are due soon', () => oweNotes(22), { 'notes-due': 'staff' }],
  ['the notes of a session are late', () => oweNotes(42), { 'notes-late': 'staff' }],
  ['the notes of a session did not come', missNotes, { 'notes-missing': 'staff' }],
]

/** A session that is over, in which these sides pressed that they are here. */
async function aMeeting(...pressed: Side[]) {
  const [player, coach] = [await aReader(), await aReader()]
  const start = hoursAgo(2)
  const { id } = await aSession({ player, start, coach: await aCoach(app.deps, { userId: coach.id }) })
  const here = { bookingId: id, startsAt: start.startsAt, at: start.startsAt }
  for (const side of pressed) await app.deps.db.insert(checkIns).values({ ...here, side })
  return { id, player, coach }
}

function sayOf(met: Awaited<ReturnType<typeof aMeeting>>, by: Side, says: Saying, minutes?: number) {
  return ask(outcomes.makeStatement, { says, minutes }, met[by], { bookingId: met.id })
}

/** The coach answers what the player said. */
async function answerOf(met: Awaited<ReturnType<typeof aMeeting>>, agrees: boolean) {
  const answer = { ...(await shownQuestion(app.deps, met.id)), agrees, words: 'We met.' }
  return ask(outcomes.answerQuestion, answer, met.coach, { bookingId: met.id })
}

async function decideFor(bookingId: string, outcome: Decided) {
  const open = await ask(outcomes.listOpenQuestions, undefined, admin)
  const questionId = open.find(({ booking }) => booking.id === bookingId)!.id
  await ask(outcomes.decideQuestion, { outcome, reason: 'We read your chat.' }, admin, { questionId })
}

async function takeBackDecision() {
  const { id: bookingId } = await silently(async () => {
    const met = await aMeeting('player')
    await sayOf(met, 'player', 'not-here')
    await answerOf(met, false)
    await decideFor(met.id, 'player-missing')
    return met
  })
  const [question] = await app.deps.db.select().from(questions).where(eq(questions.bookingId, bookingId))
  const outcomeAt = question!.settledAt!.toISOString()
  await ask(takeBackOutcome, { outcomeAt, reason: 'We read the chat of another session.' }, admin, { bookingId })
}

async function aReported() {
  const [player, coach] = [await aReader(), await aReader()]
  const { id: coachId } = await aCoach(app.deps, { userId: coach.id, hoursConfirmedAt: clock })
  const { id: bookingId } = await aPaidBookingFor(app, player.token, nextStart(), { coachId })
  return { player, coach, bookingId }
}

async function reportAndSettle() {
  const { player, bookingId } = await silently(aReported)
  await ask(safety.reportProblem, { problem: 'outside', words: 'Asked for cash.' }, player, { bookingId })
  const { reports } = await ask(safety.listReports, undefined, admin)
  const reportId = must(
    reports.find((each) => each.bookingId === bookingId),
    'the report',
  ).id
  await ask(safety.settleReport, { upheld: true, reason: 'We read your chat.' }, admin, { reportId })
}

async function claim() {
  const player = await aReader()
  const { id } = await aBooking(app.deps, { player, start: hoursAgo(24), status: 'completed' })
  await ask(sessions.claimGuarantee, { wanted: 'refunded', reason: 'It did not help me.' }, player, { bookingId: id })
  // Else it could not be declined.
  await app.deps.db.update(bookings).set({ status: 'no_show' }).where(eq(bookings.id, id))
  const [open] = await ask(listClaims, undefined, owner)
  await ask(decideClaim, { decision: 'declined', reason: 'You did not come.' }, owner, { claimId: open!.id })
}

/** `began`: hours ago. */
async function oweNotes(began: number) {
  // Only those of this session.
  await app.deps.db.update(bookings).set({ notesSentAt: clock })
  const account = await aReader()
  const coach = await aCoach(app.deps, { userId: account.id })
  await aSession({ coach, start: hoursAgo(began) })
  await remindOfNotes(app.deps)
}

async function missNotes() {
  const player = await aReader()
  const { id } = await silently(() => aPaidBookingFor(app, player.token, nextStart()))
  const [startsAt, endsAt] = [hoursAgo(50).startsAt, hoursAgo(49).startsAt]
  await app.deps.db.update(bookings).set({ startsAt, endsAt }).where(eq(bookings.id, id))
  await ask(sessions.claimMissingNotes, undefined, player, { bookingId: id })
}
