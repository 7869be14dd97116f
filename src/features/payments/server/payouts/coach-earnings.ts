import { and, asc, countDistinct, desc, eq, gte, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { CoachEarnings, OwnEarnings } from '#src/features/payments/payout-contract.ts'
import { byName } from '#src/platform/database/fold.ts'
import { byteOrderMark, csvLine } from '#src/platform/http/csv.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { pageSize } from '#src/platform/http/paging.ts'
import type { Separator } from '#src/shared/csv-separator.ts'
import { toDecimal, toSignedCents, toSignedDecimal } from '#src/shared/money.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { centsOf, earnings, earningsByCoach, isEarning } from './earned.ts'
import { payoutsOf, whyNotOwn } from './payouts.ts'
import { listShares } from './shares.ts'

/** Days of the business's zone (`YYYY-MM-DD`), both included. */
type Range = { from: string; to: string }

/**
 * What coaches earned with sessions that began on these days, and what they are owed for all until the last of them: the
 * 100 who are owed most. Throws `Unavailable` when too many expensive questions wait already.
 */
export async function coachEarnings(deps: Deps, owner: Account, { from, to }: Range): Promise<CoachEarnings> {
  const { db, now } = deps
  const zone = deps.env.businessTimeZone
  const [at, begin, until] = [now(), instantOf(from, '00:00', zone), instantOf(addDays(to, 1), '00:00', zone)]
  const shares = await listShares(db)
  const { earned, paid } = earningsByCoach(db, { now: at, begin, until, shares })
  const held = db
    .select({ coachId: bookings.coachId, sessions: countDistinct(bookings.startsAt).as('sessions') })
    .from(bookings)
    .where(and(isEarning({ now: at, until }), gte(bookings.startsAt, begin)))
    .groupBy(bookings.coachId)
    .as('held')
  const owed = sql<number>`coalesce(${earned.shareOfAll}, 0) - coalesce(${paid.amount}, 0)`.mapWith(toSignedCents)
  const orNothing = (sum: SQL.Aliased<number>) => sql<number>`coalesce(${sum}, 0)`.mapWith(toSignedCents)
  const found = await askExpensive(() =>
    db
      .select({
        ...{ coachId: coaches.id, name: coaches.name, userId: coaches.userId },
        sessions: sql<number>`coalesce(${held.sessions}, 0)`.mapWith(Number),
        gross: orNothing(earned.gross),
        kept: orNothing(earned.kept),
        share: orNothing(earned.share),
        owed,
      })
      .from(coaches)
      .leftJoin(earned, eq(earned.coachId, coaches.id))
      .leftJoin(paid, eq(paid.coachId, coaches.id))
      .leftJoin(held, eq(held.coachId, coaches.id))
      .where(or(isNotNull(held.coachId), sql`${owed} <> 0`))
      .orderBy(desc(owed), byName(coaches.name))
      .limit(pageSize),
  )
  const shown = found.map(async ({ userId, gross, kept, share, owed: cents, ...coach }) => ({
    ...coach,
    refusal: await whyNotOwn(db, owner, userId),
    gross: toDecimal(gross),
    kept: toDecimal(kept),
    share: toDecimal(share),
    owed: toSignedDecimal(cents),
  }))
  return { zone, shares, coaches: await Promise.all(shown) }
}

/** One line for each booking of a range, by coach and time, as a CSV file. Throws as `coachEarnings`. */
export async function csvOfEarnings(
  { db, env, now }: Deps,
  { from, to }: Range,
  separator?: Separator,
): Promise<string> {
  const zone = env.businessTimeZone
  const shares = await listShares(db)
  const rows = earnings(db, { now: now(), until: instantOf(addDays(to, 1), '00:00', zone), shares })
  const found = await askExpensive(() =>
    db
      .select({
        coach: coaches.name,
        ...{ date: bookings.sessionDate, time: bookings.sessionTime, number: bookings.number },
        service: bookings.serviceName,
        gross: centsOf(rows.gross),
        kept: centsOf(rows.kept),
        share: centsOf(rows.share),
        paidOut: centsOf(rows.paidOut),
      })
      .from(rows)
      .innerJoin(coaches, eq(coaches.id, rows.coachId))
      .innerJoin(bookings, eq(bookings.id, rows.bookingId))
      .where(gte(rows.startsAt, instantOf(from, '00:00', zone)))
      .groupBy(coaches.id, bookings.id)
      .orderBy(byName(coaches.name), asc(bookings.startsAt), asc(bookings.id)),
  )
  const money = (row: (typeof found)[number]) =>
    [row.gross, row.kept, row.share, row.paidOut, row.share - row.paidOut].map(toSignedDecimal)
  return [
    byteOrderMark +
      csvLine(['Coach', 'Date', 'Time', 'Booking', 'Service', 'Paid', 'Kept', 'Share', 'Paid out', 'Owed'], separator),
    ...found.map((row) => csvLine([row.coach, row.date, row.time, row.number, row.service, ...money(row)], separator)),
  ].join('')
}

/** A coach's own earnings: nothing of who played, and of their payments no more than the share. */
export async function ownEarnings({ db, env, now }: Deps, coach: CoachRow): Promise<OwnEarnings> {
  const at = now()
  const shares = await listShares(db)
  const rows = earnings(db, { now: at, until: at, coachId: coach.id, shares })
  const [sums, lines, paid] = await Promise.all([
    db
      .select({
        sessions: sql<number>`count(distinct ${rows.startsAt}) filter (where ${rows.paidOut} = 0)`.mapWith(Number),
        earningSessions: sql<number>`count(distinct ${rows.startsAt}) filter (where ${rows.share} > 0)`.mapWith(Number),
        share: centsOf(rows.share),
        paidOut: centsOf(rows.paidOut),
      })
      .from(rows),
    db
      .select({
        ...{ bookingId: bookings.id, number: bookings.number, serviceName: bookings.serviceName },
        startsAt: bookings.startsAt,
        share: centsOf(rows.share),
        owed: centsOf(sql`${rows.share} - ${rows.paidOut}`),
      })
      .from(rows)
      .innerJoin(bookings, eq(bookings.id, rows.bookingId))
      .groupBy(bookings.id)
      .having(sql`bool_or(${rows.share} <> 0 or ${rows.paidOut} <> 0)`)
      .orderBy(desc(bookings.startsAt), desc(bookings.id))
      .limit(pageSize),
    payoutsOf(db, coach),
  ])
  const { sessions = 0, earningSessions = 0, share = 0, paidOut = 0 } = sums[0] ?? {}
  const today = wallClock(at, env.businessTimeZone).date
  return {
    percent: shares.findLast(({ validFrom }) => validFrom <= today)?.percent ?? null,
    next: shares.find(({ validFrom }) => validFrom > today) ?? null,
    sessions,
    earningSessions,
    share: toDecimal(share),
    paidOut: toSignedDecimal(paidOut),
    owed: toSignedDecimal(share - paidOut),
    lines: lines.map((line) => ({
      ...line,
      startsAt: line.startsAt?.toISOString() ?? null,
      share: toDecimal(line.share),
      owed: toSignedDecimal(line.owed),
    })),
    payouts: paid,
  }
}
