import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { keepIfThere, playerIsGone } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { refundLeft } from '#src/features/bookings/rules.ts'
import {
  type BookingRow,
  changeBooking,
  lockBooking,
  tell,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import { bookingHistory, bookings } from '#src/features/bookings/server/table.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import { blocks, coaches } from '#src/features/coaches/server/table.ts'
import type { listReports as listReportsCall } from '#src/features/sessions/safety-contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toDecimal } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { reportMessages, reports } from '../table.ts'
import { lockBookings, type Pair, pairOf, sessionsAhead } from './ahead.ts'
import { mayBeAbout } from './may-be-about.ts'
import { settledNotice } from './notices.ts'

type ReportRow = typeof reports.$inferSelect

/** The open reports, the oldest first, the newest settled ones and blocks: none that may be about this member of staff. */
export async function listReports({ db, env }: Deps, staff: Account): Promise<CallReply<typeof listReportsCall>> {
  const isOthersCoach = sql`${coaches.userId} is distinct from ${staff.id}`
  const reportsThat = (are: SQL) =>
    db
      .select({ report: reports, booking: bookings, coachName: coaches.name })
      .from(reports)
      .innerJoin(bookings, eq(bookings.id, reports.bookingId))
      .leftJoin(coaches, eq(coaches.id, reports.coachId))
      .where(and(are, not(mayBeAbout(staff.id))))
  const open = await reportsThat(isNull(reports.settledAt)).orderBy(asc(reports.createdAt)).limit(100)
  const settled = await reportsThat(isNotNull(reports.settledAt)).orderBy(desc(reports.settledAt)).limit(50)
  const ids = open.map(({ report }) => report.id)
  const copied = await db
    .select()
    .from(reportMessages)
    .where(inArray(reportMessages.reportId, ids))
    .orderBy(asc(reportMessages.sentAt), asc(reportMessages.messageId))
  const kept = await keptByBlocks(db, ids)
  const blocked = await db
    .select({ by: blocks.by, playerName: users.name, coachName: coaches.name, createdAt: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.playerId))
    .innerJoin(coaches, eq(coaches.id, blocks.coachId))
    .where(and(ne(blocks.playerId, staff.id), isOthersCoach))
    .orderBy(desc(blocks.createdAt))
    .limit(50)
  return {
    zone: env.businessTimeZone,
    reports: open.map(({ report, booking, coachName }) => ({
      id: report.id,
      by: report.by,
      problem: report.problem,
      words: report.words,
      createdAt: report.createdAt.toISOString(),
      bookingId: booking.id,
      bookingNumber: booking.number,
      serviceName: booking.serviceName,
      customerName: booking.customerName,
      coachName: coachName ?? booking.coachName,
      startsAt: booking.startsAt?.toISOString() ?? null,
      messages: copied
        .filter(({ reportId }) => reportId === report.id)
        .map(({ messageId: id, sentAt, side, content }) => ({ id, side, content, sentAt: sentAt.toISOString() })),
      rest: toDecimal(sumLeft(kept.filter(({ reportId }) => reportId === report.id))),
    })),
    settled: settled.map(({ report, booking, coachName }) => ({
      id: report.id,
      by: report.by,
      problem: report.problem,
      bookingId: booking.id,
      customerName: booking.customerName,
      coachName: coachName ?? booking.coachName,
      upheld: report.upheld === true,
      // The words of somebody who is gone went with them.
      reason: report.reason ?? '',
      settledAt: must(report.settledAt, 'a settled report').toISOString(),
    })),
    blocks: blocked.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
  }
}

/**
/**
 * Our team settles a report, once; its reporter is mailed the reason, or that the player is gone. `rest`: the cents that the
 * player's block kept, which go back now. Throws `NotFound` for a report that may be about this member of staff too,
 * `Conflict` when it is settled already or `rest` has changed, `Invalid` when it cannot be given.
 */
export async function settleReport(
  deps: Deps,
  staff: Account,
  reportId: string,
  { upheld, reason, rest = 0 }: { upheld: boolean; reason: string; rest?: number },
): Promise<void> {
  const unknown = () => new NotFound('This report does not exist.')
  // As in the list: nobody learns of a report about themselves.
  const [found] = await deps.db
    .select({ report: reports, booking: bookings })
    .from(reports)
    .innerJoin(bookings, eq(bookings.id, reports.bookingId))
    .where(and(eq(reports.id, reportId), not(mayBeAbout(staff.id))))
  if (!found) throw unknown()
  const { report: seen, booking: visible } = found
  const coach = seen.coachId ? await findCoach(deps.db, seen.coachId) : null
  if (rest > 0 && !upheld) throw new Invalid({ rest: 'Money goes back only when you agree.' })
  await deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, visible, seen.coachId)
    const report = only(await tx.select().from(reports).where(eq(reports.id, reportId)).for('update'))
    if (report.settledAt) throw new Conflict('This report is settled already.', { reason: 'refused' })
    // Nobody writes of who is gone (PRIV-2).
    const isThere = booking.playerId === null || (await keepIfThere(tx, booking.playerId))
    const words = isThere ? reason : playerIsGone
    const settled = { upheld, reason: words, settledBy: staff.id, settledAt: deps.now() }
    await tx.update(reports).set(settled).where(eq(reports.id, reportId))
    const pair = pairOf({ ...booking, coachId: seen.coachId })
    const blockGives = upheld && report.by === 'player' ? await wouldGive(deps, tx, pair) : 0
    if (rest > 0) await giveRest(deps, tx, staff, { report, pair, rest })
    const then = coach ? { ...booking, coachId: coach.id, coachName: coach.name } : booking
    // Staff whom it is about could read what was mailed.
    const key = { key: `report-settled:${reportId}`, audience: 'nobody' } as const
    await tell(deps, tx, await withMeeters(tx, then), key, (about) =>
      about.as === report.by
        ? settledNotice(about, { problem: report.problem, upheld, reason: words, rest, blockGives })
        : null,
    )
  })
}

/** The cents that a block by the player gives back now that their report about the coach is upheld; 0 once they blocked. */
async function wouldGive(deps: Deps, tx: Tx, pair: Pair | null): Promise<number> {
  const ahead = pair ? await sessionsAhead(deps, tx, pair, 'player') : []
  return ahead.reduce((sum, { refund }) => sum + refund, 0)
}

type Rest = { report: ReportRow; pair: Pair | null; rest: number }

/** Gives back what is left of the sessions that the reporting player's block cancelled. The caller holds the coach's lock. */
async function giveRest(deps: Deps, tx: Tx, staff: Account, { report, pair, rest }: Rest): Promise<void> {
  if (pair) await lockBookings(tx, pair)
  const kept = await keptByBlocks(tx, [report.id])
  if (sumLeft(kept) !== rest)
    throw new Conflict('What can be refunded has changed since you looked. Please check it again.', {
      reason: 'changed',
    })
  for (const { booking } of kept) {
    const amount = refundLeft(booking)
    await deps.jobs.emit(tx, refundDue, { bookingId: booking.id, cause: 'goodwill', causeId: report.id, amount })
    await changeBooking(deps, tx, booking, {
      set: { refundDue: booking.refundDue + amount },
      act: 'refund',
      // Without the reason: the coach may be staff, and read it there.
      actor: { id: staff.id, role: 'staff' },
      detail: { amount: toDecimal(amount) },
    })
  }
}

/** For each of these reports by a player, the sessions with that coach which the player's own block cancelled and of which something is left. */
async function keptByBlocks(db: Db | Tx, reportIds: string[]): Promise<{ reportId: string; booking: BookingRow }[]> {
  const isByBlock = sql`exists (select from ${bookingHistory} h where h.booking_id = ${bookings.id}
    and h.act = 'cancel' and h.actor_role = 'player' and h.detail->>'block' = 'player')`
  const isPlayers = sql`${bookings.playerId} = (select b.player_id from ${bookings} b where b.id = ${reports.bookingId})`
  const rows = await db
    .select({ reportId: reports.id, booking: bookings })
    .from(reports)
    .innerJoin(bookings, and(eq(bookings.coachId, reports.coachId), isPlayers))
    .where(and(inArray(reports.id, reportIds), eq(reports.by, 'player'), eq(bookings.status, 'cancelled'), isByBlock))
    .orderBy(bookings.id)
  return rows.filter(({ booking }) => refundLeft(booking) > 0)
}

function sumLeft(kept: { booking: BookingRow }[]): number {
  return kept.reduce((sum, { booking }) => sum + refundLeft(booking), 0)
}
