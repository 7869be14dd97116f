import { and, desc, eq, gt, lte, or } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff, keepOther, keepPerson } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { isTheirsWith, isWholeTeams } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { messages, threads } from '#src/features/messages/server/table.ts'
import type { Side } from '#src/features/sessions/outcomes.ts'
import { messagesInReport, type Problem } from '#src/features/sessions/safety.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { reportMessages, reports } from '../table.ts'
import { isReportOf, type Pair } from './ahead.ts'
import { mayBeAbout } from './may-be-about.ts'
import { noCoach } from './state.ts'
import { findTwo, type Two } from './two.ts'

const believed = 'Nobody of our team could decide about this without deciding about themselves: we believe you.'
const nobodyReads =
  'Nobody is there to read this: all of our team have a part in this session. Block them instead: that works at once. Is it a threat or a crime? Go to the police, and show them your chat.'

/**
 * One of a booking's two reports a problem to our team, with the last messages of this coach's part of the chat as they are now
 * (SAFE-1). A player can name one of its coaches by `coachId`. The other side hears nothing, nor does staff whom it may be about.
 * Where nobody else is there the player is believed, once. Throws as `findTwo`, and `Conflict` where nobody could read it else,
 * while the same report is open, about a player who is gone, and while there was no coach.
 */
export async function reportProblem(
  deps: Deps,
  account: Account,
  bookingId: string,
  { coachId, problem, words }: { coachId?: string; problem: Problem; words: string | null },
): Promise<void> {
  const two = await findTwo(deps.db, account, bookingId, coachId)
  const { booking, side, coach, pair } = two
  if (!coach) throw new Conflict(noCoach, { reason: 'refused' })
  await deps.db.transaction(async (tx) => {
    await keepPerson(tx, account)
    if (booking.playerId) await keepOther(tx, booking.playerId)
    const hasNoReader = await isWholeTeams(tx, booking, (who) => isTheirsWith(coach.id, who))
    const isBelieved = hasNoReader && side === 'player' && !(await hasReported(tx, pair, side))
    if (hasNoReader && !isBelieved) throw new Conflict(nobodyReads, { reason: 'refused' })
    const now = deps.now()
    const written = await tx
      .insert(reports)
      .values({
        ...{ bookingId, by: side, coachId: coach.id, reporterId: account.id, problem, words, createdAt: now },
        ...(isBelieved && { upheld: true, reason: believed, settledAt: now }),
      })
      .onConflictDoNothing()
      .returning({ id: reports.id })
    const [report] = written
    if (!report)
      throw new Conflict('You reported this already: our team reads it, and writes to you.', { reason: 'open' })
    await copyMessages(tx, report.id, two)
    if (isBelieved) return
    const about = await staffConcerned(tx, report.id)
    // Without a word of who and what: staff whom it is about may read what was sent.
    await alertStaff(deps, tx, 'report', {
      dedupeKey: `report-alert:${report.id}`,
      subject: 'A report waits for you',
      title: 'A problem with a session',
      paragraphs: [
        'Somebody reported a problem with a session. It stands with the last messages of the chat on your page.',
      ],
      action: { label: 'Read it', owner: '/owner', admin: '/owner' },
      notTo: about,
    })
  })
}

/** The staff of whom a report may be. */
async function staffConcerned(tx: Tx, reportId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(reports)
    .innerJoin(bookings, eq(bookings.id, reports.bookingId))
    .innerJoin(users, or(users.isOwner, users.isAdmin))
    .where(and(eq(reports.id, reportId), mayBeAbout(users.id)))
  return rows.map(({ id }) => id)
}

/** Whether this side reported the other before, about any session of the two. */
async function hasReported(tx: Tx, pair: Pair | null, by: Side): Promise<boolean> {
  if (!pair) return false
  const before = await tx
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(bookings, eq(bookings.id, reports.bookingId))
    .where(and(isReportOf(pair), eq(reports.by, by)))
    .limit(1)
  return before.length > 0
}

/** Keeps the last messages of the coach's part of the chat as they are now; locks them, so that no deletion under way is outlived. */
async function copyMessages(tx: Tx, reportId: string, { booking, coach, tenures }: Two): Promise<void> {
  const isOfCoach = tenures
    .filter((tenure) => tenure.coach.id === coach?.id)
    .map(({ since, until }) =>
      and(since ? gt(messages.createdAt, since) : undefined, until ? lte(messages.createdAt, until) : undefined),
    )
  const last = await tx
    .select({ message: messages })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(eq(threads.bookingId, booking.id), or(...isOfCoach)))
    .orderBy(desc(messages.number))
    .limit(messagesInReport)
    .for('share', { of: messages })
  if (last.length === 0) return
  await tx.insert(reportMessages).values(
    last.map(({ message: { id, side, senderId, content, createdAt } }) => ({
      ...{ reportId, messageId: id, side, senderId, content },
      sentAt: createdAt,
    })),
  )
}
