import { and, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { keepOther } from '#src/features/accounts/server/accounts.ts'
import { type BookingRow, changeBooking, lockBooking } from '#src/features/bookings/server/bookings.ts'
import {
  type Asking,
  isOpen,
  type Meeting,
  otherSide,
  type Saying,
  type Side,
  whyNotSay,
} from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { openChoice } from '../call-offs/choices.ts'
import { meetingOf, ownSide } from '../parties.ts'
import { questions, statements } from '../table.ts'
import { followUp } from './follow-up.ts'
import { followUpDue } from './jobs.ts'
import { tellAsked, tellWithStaff } from './notices.ts'
import { changeQuestion, newestQuestion, type QuestionRow, withdrawQuestions } from './questions.ts'
import { settle } from './settle.ts'
import { claimedAlready, isClaimed, whyNoRemedy } from './why-no-remedy.ts'

/**
 * One of the two says how a session went. It is kept as it was said; it opens a question that the other side can answer, or
 * answers theirs, or takes the own one back, the one with `questionId` where that is given. Gives the question as it stands then;
 * null: nothing follows. Throws `NotFound`, `Conflict` with the reason when it cannot be said now, as of a player who is gone,
 * or when another question is asked by now, `Invalid`.
 */
export async function makeStatement(
  deps: Deps,
  account: Account,
  bookingId: string,
  { says, minutes, questionId }: { says: Saying; minutes?: number; questionId?: string },
): Promise<QuestionRow | null> {
  const { booking: seen, side: by } = await ownSide(deps.db, account, bookingId)
  await followUpDue(deps, bookingId)
  return deps.db.transaction(async (tx) => {
    if (seen.playerId) await keepOther(tx, seen.playerId)
    const booking = await lockBooking(tx, seen)
    const now = deps.now()
    const meeting = await meetingOf(tx, booking)
    if (!meeting) throw refused('This session has no hour yet.')
    const newest = await newestQuestion(tx, booking)
    const open = newest && isOpen(newest, booking.status, now) ? newest : null
    if (questionId) checkRead(newest, questionId)
    // Pressed again it says nothing new.
    if (says === 'we-met' && newest?.by === by && newest.id === questionId && newest.outcome === 'taken-back')
      return newest
    if (open?.by === by && open.says === says && open.minutes === (minutes ?? null)) return open
    const refusal = whyNotSay({ session: booking, ...meeting, asked: newest }, { says, by }, now)
    if (refusal) throw refused(refusal)
    const said = { says, by, minutes: checkMinutes(booking, says, minutes) }
    // Neither does this, unless the other side asked meanwhile.
    const isAsked = open !== null && open.agrees !== false
    if (says === 'we-met' && !isAsked && (await lastWord(tx, booking, by))?.says === says) return open
    const { id, startsAt } = { id: booking.id, startsAt: meeting.startsAt }
    const before = saysUnanswered(newest, open, said) ? newest : await lastWord(tx, booking, otherSide[by])
    await tx.insert(statements).values({ bookingId: id, startsAt, ...said, createdAt: now })

    if (open && open.says === 'coach-asked' && says !== 'coach-asked' && says !== 'we-met')
      await settle(deps, tx, booking, open, { outcome: 'withdrawn' })
    else if (open && open.by === by) return takeBack(deps, tx, booking, open)
    else if (open) return answer(deps, tx, booking, open, says === 'could-not-play' && open.says === says)
    if (says === 'we-met') return null
    return ask(deps, tx, booking, meeting, { ...said, says }, before)
  })
}

/**
 * The other side says whether it is so and, if not, in `words` what happened, which our team alone reads; a player who is marked as
 * a no-show objects. Throws `NotFound`, and `Conflict` when
 * nothing is asked, or another question than they read, and when it is not theirs to answer.
 */
export async function answerQuestion(
  deps: Deps,
  account: Account,
  bookingId: string,
  { questionId, agrees, words }: { questionId: string; agrees: boolean; words: string | null },
): Promise<QuestionRow> {
  const { booking: seen, side: by } = await ownSide(deps.db, account, bookingId)
  await followUpDue(deps, bookingId)
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen)
    const question = await newestQuestion(tx, booking)
    if (!question || !isOpen(question, booking.status, deps.now()))
      throw refused('There is nothing to answer any more.')
    checkRead(question, questionId)
    if (question.by === by) throw refused('The other side answers this.')
    // Pressed again it says nothing new.
    if (question.agrees === agrees) return question
    const said = { by, says: question.says, agrees, words: agrees ? null : words }
    const { startsAt } = question
    await tx.insert(statements).values({ bookingId: booking.id, startsAt, ...said, createdAt: deps.now() })
    return answer(deps, tx, booking, question, agrees)
  })
}

async function ask(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  meeting: Meeting,
  said: { says: Asking; by: Side; minutes: number | null },
  before: LastWord,
): Promise<QuestionRow> {
  const { says, by } = said
  const { startsAt } = meeting
  const same = and(
    ...[eq(questions.bookingId, booking.id), eq(questions.startsAt, startsAt)],
    sql`${questions.coachId} is not distinct from ${booking.coachId}`,
    ...[eq(questions.by, by), eq(questions.says, says)],
  )
  if ((await tx.$count(questions, same)) > 0) throw refused('You said so before, and it is settled.')
  const claim = (await isClaimed(tx, booking)) ? claimedAlready : null
  const refusal = claim ?? (by === 'player' ? await whyNoRemedy(tx, booking, 'coach-missing') : null)
  if (refusal) throw refused(refusal)

  const now = deps.now()
  // What was asked about an earlier start is gone with it.
  await withdrawQuestions(deps, tx, booking.id)
  const isDenied = contradicts(before, says)
  const fresh = await tx
    .insert(questions)
    .values({
      ...{ bookingId: booking.id, startsAt, coachId: booking.coachId, ...said, askedAt: now, state: 'waiting' },
      ...(isDenied && { agrees: false, answeredAt: now }),
    })
    .returning()
  const question = await followUp(deps, tx, booking, only(fresh))
  if (question.state === 'settled') return question
  if (question.agrees === null) await tellAsked(deps, tx, booking, question)
  else await tellWithStaff(deps, tx, booking, question)
  // The player waited long enough, and can choose at once; what they choose is carried out when it is settled.
  if (says === 'not-here' && by === 'player' && !meeting.here.coach)
    await openChoice(deps, tx, booking, { cause: 'coach-missing', deadline: null })
  return question
}

async function answer(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  question: QuestionRow,
  agrees: boolean,
): Promise<QuestionRow> {
  // Who said no before may admit it; the other way round it was settled at once.
  if (question.agrees === agrees) return question
  const now = deps.now()
  const answered = { agrees, answeredAt: now }
  // A no-show that its player admits is final.
  if (question.state === 'settled' && agrees) return changeQuestion(tx, question, { ...answered, dueAt: null })
  const isObjection = question.state === 'settled'
  const set = { status: 'confirmed', missing: null } as const
  const still = isObjection
    ? await changeBooking(deps, tx, booking, { set, act: 'objected', actor: { id: booking.playerId, role: 'player' } })
    : booking
  const reopened = isObjection && ({ state: 'waiting', outcome: null, settledAt: null } as const)
  const asked = await changeQuestion(tx, question, { ...answered, ...reopened })
  const next = await followUp(deps, tx, still, asked)
  if (next.state === 'staff' && question.state !== 'staff') await tellWithStaff(deps, tx, still, next)
  return next
}

/** Who asked says that they met after all. */
async function takeBack(deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow): Promise<QuestionRow> {
  const set = { status: 'confirmed', missing: null } as const
  const still =
    question.outcome === 'player-missing'
      ? await changeBooking(deps, tx, booking, { set, act: 'held', actor: { id: null, role: 'coach' } })
      : booking
  return settle(deps, tx, still, question, { outcome: 'taken-back' })
}

/**
 * Whether the newest question is the other side's 'my coach asked me to cancel', said of the time before: it speaks against what
 * is said later while it is open, and against a no-show also when nobody was there to decide it.
 */
function saysUnanswered(
  newest: QuestionRow | null,
  open: QuestionRow | null,
  { says, by }: { says: Saying; by: Side },
): newest is QuestionRow {
  if (newest?.says !== 'coach-asked' || newest.by === by || newest.outcome === 'taken-back') return false
  return open !== null || (says === 'not-here' && newest.agrees === null && newest.decidedBy === null)
}

type LastWord = { says: Saying; agrees: boolean | null } | null

/** Whether what the other side said last speaks against this: their silence would be no yes. */
function contradicts(last: LastWord, says: Asking): boolean {
  if (!last || last.agrees) return false
  return says === 'not-here' || (says === 'could-not-play' && (last.says !== says || last.agrees === false))
}

/** What a side said or answered last of how a session went; null: nothing. Who asked whom to cancel, before the start, or took that back, is none of that. */
async function lastWord(tx: Tx, { id, startsAt }: BookingRow, by: Side): Promise<LastWord> {
  if (!startsAt) return null
  const [last] = await tx
    .select({ says: statements.says, agrees: statements.agrees })
    .from(statements)
    .where(
      and(
        ...[eq(statements.bookingId, id), eq(statements.startsAt, startsAt), eq(statements.by, by)],
        ...[ne(statements.says, 'coach-asked'), gte(statements.createdAt, startsAt)],
      ),
    )
    .orderBy(desc(statements.createdAt), desc(statements.id))
    .limit(1)
  return last ?? null
}

/** Throws `Conflict` when the newest question is another one than the caller read. */
function checkRead(newest: QuestionRow | null, questionId: string): void {
  if (newest?.id !== questionId)
    throw new Conflict('Something else is asked by now. Please look again.', { reason: 'changed' })
}

/** The minutes that were lost, of what needs them. Throws `Invalid`. */
function checkMinutes({ minutes: length }: BookingRow, says: Saying, minutes?: number): number | null {
  if (says !== 'late' && says !== 'ended-early') return null
  if (!minutes) throw new Invalid({ minutes: 'How many minutes?' })
  if (minutes > length) throw new Invalid({ minutes: `This session takes ${length} minutes.` })
  return minutes
}

const refused = (message: string) => new Conflict(message, { reason: 'refused' })
