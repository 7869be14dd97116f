import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { MoneyReport } from '#src/features/payments/money-contract.ts'
import { byteOrderMark, csvLine } from '#src/platform/http/csv.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import type { Separator } from '#src/shared/csv-separator.ts'
import { toCents, toDecimal } from '#src/shared/money.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { orders } from '../table.ts'
import { takenByBanks } from './taken-by-banks.ts'

/** Days of the business's zone (`YYYY-MM-DD`), both included. */
type Range = { from: string; to: string }

/** What a session without a coach is counted under. */
const noCoach = 'No coach yet'

/**
 * The sums of what was settled on these days, in all and by day, service and coach: over any days they are those of the
 * days' desks. Throws `Unavailable` when too many expensive questions wait already.
 */
export async function moneyReport({ db, env }: Pick<Deps, 'db' | 'env'>, { from, to }: Range): Promise<MoneyReport> {
  const zone = env.businessTimeZone
  const [since, until] = [instantOf(from, '00:00', zone), instantOf(addDays(to, 1), '00:00', zone)]
  const taken = takenByBanks(db)
  const settled = db
    .select({
      day: sql<string>`to_char(${orders.settledAt} at time zone ${zone}, 'YYYY-MM-DD')`.as('day'),
      service: sql<string>`${orders.serviceName}`.as('service'),
      coach: sql<string>`coalesce(${coaches.name}, ${noCoach})`.as('coach'),
      slug: sql<string | null>`${coaches.slug}`.as('slug'),
      amount: sql`${orders.amount}`.as('paid'),
      refunded: sql`${orders.refunded}`.as('back'),
      fee: sql`${orders.fee}`.as('fee_told'),
      disputed: sql`least(coalesce(${taken.amount}, 0), ${orders.amount} - ${orders.refunded})`.as('held_back'),
    })
    .from(orders)
    .leftJoin(taken, eq(taken.orderId, orders.id))
    .leftJoin(bookings, eq(bookings.id, orders.bookingId))
    .leftJoin(coaches, eq(coaches.id, sql`coalesce(${bookings.coachId}, ${orders.coachId})`))
    .where(and(gte(orders.settledAt, since), lt(orders.settledAt, until)))
    .as('settled')
  const cents = (column: typeof settled.amount) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(toCents)
  const { day, service, coach, slug } = settled
  const found = await askExpensive(() =>
    db
      .select({
        ...{ day, service, coach, slug },
        payments: sql<number>`count(*)`.mapWith(Number),
        paid: cents(settled.amount),
        refunded: cents(settled.refunded),
        disputed: cents(settled.disputed),
        fees: cents(settled.fee),
      })
      .from(settled)
      // One reading for all four, so that they agree.
      .groupBy(sql`grouping sets ((), (${day}), (${service}), (${coach}, ${slug}))`)
      .orderBy(day, service, coach, slug),
  )
  const rowsBy = (name: 'day' | 'service') =>
    found.flatMap((row) => (row[name] === null ? [] : [{ name: row[name], ...present(row) }]))
  // Hidden profiles may share a name.
  const nameOf = ({ coach, slug }: (typeof found)[number]) =>
    slug && found.some((other) => other.coach === coach && other.slug !== slug) ? `${coach} (${slug})` : coach
  const whole = found.find((row) => row.day === null && row.service === null && row.coach === null)
  return {
    zone,
    sums: present(whole ?? { payments: 0, paid: 0, refunded: 0, disputed: 0, fees: 0 }),
    byDay: rowsBy('day'),
    byService: rowsBy('service'),
    byCoach: found.flatMap((row) => (row.coach === null ? [] : [{ name: nameOf(row), ...present(row) }])),
  }
}

type Sums = { payments: number; paid: number; refunded: number; disputed: number; fees: number }

function present({ payments, paid, refunded, disputed, fees }: Sums): MoneyReport['sums'] {
  return {
    payments,
    paid: toDecimal(paid),
    refunded: toDecimal(refunded),
    disputed: toDecimal(disputed),
    kept: toDecimal(paid - refunded - disputed),
    fees: toDecimal(fees),
  }
}

/** The report as a CSV file. */
export function csvOfReport({ sums, byDay, byService, byCoach }: MoneyReport, separator?: Separator): string {
  const line = (by: string, name: string, row: MoneyReport['sums']) =>
    csvLine([by, name, String(row.payments), row.paid, row.refunded, row.disputed, row.kept, row.fees], separator)
  return [
    byteOrderMark + csvLine(['By', 'Name', 'Payments', 'Paid', 'Refunded', 'Disputed', 'Kept', 'Fees'], separator),
    line('All', '', sums),
    ...byDay.map((row) => line('Day', row.name, row)),
    ...byService.map((row) => line('Service', row.name, row)),
    ...byCoach.map((row) => line('Coach', row.name, row)),
  ].join('')
}
