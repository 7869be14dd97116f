import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { wereHeld } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { toSignedCents } from '#src/shared/money.ts'
import { takenByBanks } from '../money-desk/taken-by-banks.ts'
import { payoutLines, payouts } from '../table.ts'
import type { Share } from './shares.ts'

/** Whose sessions, those that begin before `until`, as things stand at `now`, and what share counts from which day on. */
export type Wanted = { now: Date; until: Date; coachId?: string; shares: Share[] }

/**
 * What bookings mean for a coach (PAYOUT-2), as rows to be summed: one of what a held session of which nothing is asked earns by what is known now,
 * and one of each part of a payout for it. Earned less paid out is owed: money that went back since, or a session that turned
 * out not to be held, makes it less than nothing. What a booking was sold for is read from the booking, so that an index
 * answers for all there are.
 */
export function earnings(db: Db | Tx, wanted: Wanted) {
  const { now, until, coachId, shares } = wanted
  const taken = takenByBanks(db)
  const kept = keptOf(taken.amount)
  const nothing = sql`0::numeric`
  const earned = db
    .select({
      bookingId: bookings.id,
      coachId: sql<string>`${bookings.coachId}`.as('earner_id'),
      startsAt: sql<Date | null>`${bookings.startsAt}`.as('began_at'),
      gross: sql`${bookings.price}`.as('gross'),
      kept: sql`${kept}`.as('kept'),
      share: sql`${shareOf(kept, shares)}`.as('share'),
      paidOut: sql`${nothing}`.as('paid_out'),
    })
    .from(bookings)
    .leftJoin(taken, eq(taken.bookingId, bookings.id))
    .where(isEarning(wanted))
  const paid = db
    .select({
      bookingId: payoutLines.bookingId,
      coachId: sql<string>`${payouts.coachId}`.as('earner_id'),
      startsAt: sql<Date | null>`${bookings.startsAt}`.as('began_at'),
      gross: sql`${nothing}`.as('gross'),
      kept: sql`${nothing}`.as('kept'),
      share: sql`${nothing}`.as('share'),
      paidOut: sql`${payoutLines.amount}`.as('paid_out'),
    })
    .from(payoutLines)
    .innerJoin(payouts, eq(payouts.id, payoutLines.payoutId))
    .innerJoin(bookings, eq(bookings.id, payoutLines.bookingId))
    // What lies ahead again is held no longer, whatever the last day.
    .where(
      and(
        or(isNull(bookings.startsAt), lt(bookings.startsAt, until), gte(bookings.startsAt, now)),
        coachId ? eq(payouts.coachId, coachId) : undefined,
      ),
    )
  return unionAll(earned, paid).as('earnings')
}

/**
 * The sums of these rows, by coach: of sessions from `begin` on, and what all earned and what was paid out for it, which is the
 * payouts as wholes, less their parts for sessions from `until` on.
 */
export function earningsByCoach(db: Db, { begin, ...wanted }: Wanted & { begin: Date }) {
  const { now, until, shares } = wanted
  const taken = takenByBanks(db)
  const kept = keptOf(taken.amount)
  const share = shareOf(kept, shares)
  const inRange = gte(bookings.startsAt, begin)
  const earned = db
    .select({
      coachId: sql<string>`${bookings.coachId}`.as('earner_id'),
      gross: centsOf(sql`${bookings.price}`, inRange).as('gross_sum'),
      kept: centsOf(kept, inRange).as('kept_sum'),
      share: centsOf(share, inRange).as('share_sum'),
      shareOfAll: centsOf(share).as('share_of_all'),
    })
    .from(bookings)
    .leftJoin(taken, eq(taken.bookingId, bookings.id))
    .where(isEarning(wanted))
    .groupBy(bookings.coachId)
    .as('earned')
  const ofPayouts = db
    .select({ coachId: sql<string>`${payouts.coachId}`.as('payee_id'), amount: sql`${payouts.amount}`.as('paid') })
    .from(payouts)
  const tooLate = db
    .select({ coachId: sql<string>`${payouts.coachId}`.as('payee_id'), amount: sql`-${payoutLines.amount}`.as('paid') })
    .from(payoutLines)
    .innerJoin(payouts, eq(payouts.id, payoutLines.payoutId))
    .innerJoin(bookings, eq(bookings.id, payoutLines.bookingId))
    .where(and(gte(bookings.startsAt, until), lt(bookings.startsAt, now)))
  const parts = unionAll(ofPayouts, tooLate).as('parts')
  const paid = db
    .select({ coachId: parts.coachId, amount: centsOf(parts.amount).as('paid_sum') })
    .from(parts)
    .groupBy(parts.coachId)
    .as('paid')
  return { earned, paid }
}

/** What held sessions of which nothing is asked earn. */
export function isEarning({ now, until, coachId }: Omit<Wanted, 'shares'>): SQL | undefined {
  return and(
    ...[wereHeld(now), eq(bookings.isQuestioned, false)],
    lt(bookings.startsAt, until),
    coachId ? eq(bookings.coachId, coachId) : isNotNull(bookings.coachId),
  )
}

/** What is left of a booking's price after what is due back and what banks took. */
function keptOf(taken: SQL.Aliased): SQL {
  return sql`greatest(${bookings.price} - ${bookings.refundDue} - coalesce(${taken}, 0), 0)`
}

/** Dollars times percent are cents; a part of one is rounded down. */
function shareOf(kept: SQL, shares: Share[]): SQL {
  return sql`floor((${kept}) * ${percentOf(shares)}) / 100`
}

/** The percentage of a booking's day. */
function percentOf(shares: Share[]): SQL {
  const versions = shares
    .toReversed()
    .map(({ percent, validFrom }) => sql`when ${bookings.sessionDate} >= ${validFrom} then ${percent}::int`)
  return versions.length > 0 ? sql`case ${sql.join(versions, sql` `)} else 0 end` : sql`0`
}

/** A sum of money of such rows, in cents. */
export function centsOf(amount: SQL.Aliased | SQL, filter?: SQL): SQL<number> {
  const sum = filter ? sql`sum(${amount}) filter (where ${filter})` : sql`sum(${amount})`
  return sql<number>`round(coalesce(${sum}, 0), 2)`.mapWith(toSignedCents)
}

/** What is owed to a coach, in cents, for each booking for which it is more or less than nothing. */
export async function owedLines(
  tx: Tx,
  wanted: Wanted & { coachId: string },
): Promise<{ bookingId: string; amount: number }[]> {
  const rows = earnings(tx, wanted)
  const owed = sql`${rows.share} - ${rows.paidOut}`
  return tx
    .select({ bookingId: rows.bookingId, amount: centsOf(owed) })
    .from(rows)
    .groupBy(rows.bookingId)
    .having(sql`sum(${owed}) <> 0`)
}
