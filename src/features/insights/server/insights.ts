import { and, desc, eq, gte, lt, ne, type SQL, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '#src/deps.ts'
import { wereHeld } from '#src/features/bookings/server/bookings.ts'
import { bookings, notCalledOff } from '#src/features/bookings/server/table.ts'
import { rungOf } from '#src/features/coaches/ranks.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Figures, Insights, steps } from '#src/features/insights/contract.ts'
import { takenByBanks } from '#src/features/payments/server/payments.ts'
import { orders, refunds } from '#src/features/payments/server/table.ts'
import { openHours } from '#src/features/schedule/server/schedule.ts'
import { successStories } from '#src/features/stories/server/table.ts'
import type { Db } from '#src/platform/database/db.ts'
import { byName } from '#src/platform/database/fold.ts'
import { playedGames } from '#src/shared/games.ts'
import { toCents, toDecimal } from '#src/shared/money.ts'
import { addDays, daysBetween, instantOf, weekdayOf } from '#src/shared/zones.ts'

type Step = (typeof steps)[number]

/** From one instant on and before another. */
type Span = { from: Date; until: Date }

/** The owner's figures of the days `from` to `to` (`YYYY-MM-DD`, both included, of the business's zone). */
export async function showInsights(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  from: string,
  to: string,
): Promise<Insights> {
  const zone = env.businessTimeZone
  const days = daysBetween(from, to) + 1
  const step: Step = days <= 62 ? 'day' : days <= 400 ? 'week' : 'month'
  const span = spanOf(from, addDays(to, 1), zone)
  const spanBefore = spanOf(addDays(from, -days), from, zone)
  const [byDate, previous, busiest, busyCoaches, ranks] = await Promise.all([
    figuresBy(db, span, zone, step, now()),
    figuresBy(db, spanBefore, zone, step, now()),
    busiestHours(db, span, zone, now()),
    busiestCoaches(db, span),
    ranksGained(db, span),
  ])
  const coachIds = busyCoaches.filter(({ confirmedAt }) => confirmedAt).map(({ coachId }) => coachId)
  const open = await openHours(db, { coachIds, from, to, zone })
  return {
    zone,
    step,
    totals: present([...byDate.values()].reduce(add, none)),
    previous: present([...previous.values()].reduce(add, none)),
    series: datesOf(from, to, step).map((date) => ({ date, ...present(byDate.get(date) ?? none) })),
    busiest,
    coaches: busyCoaches.map(({ confirmedAt, ...coach }) => ({
      ...coach,
      openHours: confirmedAt ? (open.get(coach.coachId) ?? 0) : null,
    })),
    ranks,
  }
}

/** `Figures` with money in cents. */
type Counts = Record<keyof Figures, number>

const none: Counts = { revenue: 0, refunds: 0, disputed: 0, bookings: 0, held: 0, cancelled: 0, noShows: 0 }

/** The figures of each step by its first day; steps in which nothing happened are missing. */
async function figuresBy(db: Db, span: Span, zone: string, step: Step, now: Date): Promise<Map<string, Counts>> {
  const firstInstant = (instant: AnyPgColumn | SQL) => sql`date_trunc(${step}, ${instant}, ${zone})`
  const firstDay = (instant: AnyPgColumn | SQL.Aliased | SQL) =>
    sql<string>`to_char(${instant} at time zone ${zone}, 'YYYY-MM-DD')`
  // Days begin at quarters of an hour in every zone; asking the calendar for each of a million bookings would take a second.
  const made = db
    .select({
      at: sql`date_bin('15 minutes', ${bookings.createdAt}, timestamptz '2000-01-01 00:00Z')`.as('at'),
      bookings: sql<number>`count(*)`.as('bookings'),
      revenue: sql<number>`sum(${bookings.price})`.as('revenue'),
    })
    .from(bookings)
    .where(within(bookings.createdAt, span))
    .groupBy(sql`1`)
    .as('made')
  const begun = startsBy(db, span, now)
  // A payment that came too late and went back at once was never revenue: only refunds of bookings count.
  const returned = db
    .select({
      step: firstDay(firstInstant(refunds.createdAt)),
      refunds: sql<number>`sum(${refunds.amount})`.mapWith(toCents),
    })
    .from(refunds)
    .where(and(within(refunds.createdAt, span), ne(refunds.status, 'failed'), ne(refunds.cause, 'late-payment')))
    .groupBy(sql`1`)
  // As the money desk counts it: never more than refunds have left of the payment.
  const taken = takenByBanks(db)
  const disputed = db
    .select({
      step: firstDay(firstInstant(sql`${taken.since}`)),
      disputed: sql<number>`sum(least(${taken.amount}, ${orders.amount} - ${orders.refunded}))`.mapWith(toCents),
    })
    .from(taken)
    .innerJoin(orders, eq(orders.id, taken.orderId))
    .where(and(gte(taken.since, span.from), lt(taken.since, span.until)))
    .groupBy(sql`1`)
  const parts = await Promise.all([
    db
      .select({
        step: firstDay(firstInstant(sql`${made.at}`)),
        bookings: sum(made.bookings).mapWith(Number),
        revenue: sum(made.revenue).mapWith(toCents),
      })
      .from(made)
      .groupBy(sql`1`),
    db
      .select({
        step: firstDay(firstInstant(sql`${begun.startsAt}`)),
        held: sum(begun.held).mapWith(Number),
        cancelled: sum(begun.cancelled).mapWith(Number),
        noShows: sum(begun.noShows).mapWith(Number),
      })
      .from(begun)
      .groupBy(sql`1`),
    returned,
    disputed,
  ])

  const found = new Map<string, Counts>()
  for (const { step, ...counts } of parts.flat()) found.set(step, { ...none, ...found.get(step), ...counts })
  return found
}

/** Sessions that were neither cancelled nor called off, by the weekday and hour they begin at. */
async function busiestHours(db: Db, span: Span, zone: string, now: Date): Promise<Insights['busiest']> {
  const begun = startsBy(db, span, now)
  const wall = sql`${begun.startsAt} at time zone ${zone}`
  const sessions = sql<number>`sum(${begun.total} - ${begun.cancelled})`.mapWith(Number)
  return db
    .select({
      weekday: sql<number>`extract(isodow from ${wall})`.mapWith(Number),
      hour: sql<number>`extract(hour from ${wall})`.mapWith(Number),
      sessions,
    })
    .from(begun)
    .groupBy(sql`1, 2`)
    .having(sql`${sessions} > 0`)
    .orderBy(sql`1, 2`)
}

/**
 * How many bookings begin at each instant, but for those that are called off, and what became of them. Sessions begin on the hour, so a million bookings
 * are a few thousand instants, and calendars and zones are worked out for those alone.
 */
function startsBy(db: Db, span: Span, now: Date) {
  const count = (name: string, which?: SQL) =>
    sql<number>`count(*) filter (where ${which ?? sql`true`})`.mapWith(Number).as(name)
  return db
    .select({
      startsAt: bookings.startsAt,
      total: count('total'),
      held: count('held', wereHeld(now)),
      cancelled: count('cancelled', eq(bookings.status, 'cancelled')),
      noShows: count('no_shows', eq(bookings.status, 'no_show')),
    })
    .from(bookings)
    .where(and(within(bookings.startsAt, span), notCalledOff(bookings)))
    .groupBy(bookings.startsAt)
    .as('begun')
}

/** Who worked most. The players of a group share one session, which counts once. */
async function busiestCoaches(db: Db, span: Span) {
  // Told apart in the order of `bookings_held_idx`: a year of a million needs no memory, nor a second look.
  const sessions = db
    .selectDistinct({ startsAt: bookings.startsAt, coachId: bookings.coachId, minutes: bookings.minutes })
    .from(bookings)
    .where(and(within(bookings.startsAt, span), ne(bookings.status, 'cancelled'), notCalledOff(bookings)))
    .as('sessions')
  const busy = db
    .select({
      coachId: sessions.coachId,
      sessions: sql<number>`count(*)`.mapWith(Number).as('sessions'),
      minutes: sum(sessions.minutes).as('minutes'),
    })
    .from(sessions)
    .groupBy(sessions.coachId)
    .as('busy')
  return db
    .select({
      coachId: coaches.id,
      name: coaches.name,
      confirmedAt: coaches.hoursConfirmedAt,
      sessions: busy.sessions,
      bookedHours: sql<number>`${busy.minutes} / 60.0`.mapWith(Number),
    })
    .from(busy)
    .innerJoin(coaches, eq(coaches.id, busy.coachId))
    .orderBy(desc(busy.minutes), byName(coaches.name))
    .limit(50)
}

/** Rungs between the ranks before and after of approved stories. Ranks that name no rung of their game are left out. */
async function ranksGained(db: Db, span: Span): Promise<Insights['ranks']> {
  const stories = await db
    .select()
    .from(successStories)
    .where(and(within(successStories.createdAt, span), successStories.isApproved))
  return playedGames.map((game) => {
    const climbs = stories.flatMap((story) => {
      if (!story.game.includes(game)) return []
      const [before, after] = [rungOf(story.beforeRank, game), rungOf(story.afterRank, game)]
      return before && after ? [Math.max(0, after - before)] : []
    })
    return { game, stories: climbs.length, rungs: climbs.reduce((sum, rungs) => sum + rungs, 0) }
  })
}

function within(column: AnyPgColumn, { from, until }: Span): SQL | undefined {
  return and(gte(column, from), lt(column, until))
}

function spanOf(from: string, until: string, zone: string): Span {
  return { from: instantOf(from, '00:00', zone), until: instantOf(until, '00:00', zone) }
}

/** The first day of every step that has a day between `from` and `to`, as PostgreSQL's `date_trunc` gives it. */
function datesOf(from: string, to: string, step: Step): string[] {
  const first = step === 'day' ? from : step === 'week' ? addDays(from, 1 - weekdayOf(from)) : `${from.slice(0, 7)}-01`
  const next = (date: string) =>
    step === 'month' ? `${addDays(date, 31).slice(0, 7)}-01` : addDays(date, step === 'week' ? 7 : 1)
  const dates = []
  for (let date = first; date <= to; date = next(date)) dates.push(date)
  return dates
}

function add(a: Counts, b: Counts): Counts {
  return Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value + b[name as keyof Counts]])) as Counts
}

function present({ revenue, refunds, disputed, ...counts }: Counts): Figures {
  return { ...counts, revenue: toDecimal(revenue), refunds: toDecimal(refunds), disputed: toDecimal(disputed) }
}
