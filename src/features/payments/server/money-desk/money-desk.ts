import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { createCache } from '#src/platform/cache/cache.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import type { Intent } from '#src/providers/stripe.ts'
import { toCents } from '#src/shared/money.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { orders } from '../table.ts'
import { takenByBanks } from './taken-by-banks.ts'

/** What both books say, in cents; null where the provider does not answer. What it does not know it got nothing for. */
type Sides = {
  amount: number
  refunded: number
  /** What the bank holds back or took back, as the provider told us; never more than was left after refunds. */
  disputed: number
  paid: number | null
  refundedByProvider: number | null
}

/** A settled payment in our books and in the provider's. */
export type DeskRow = SettledOrder & Sides

/** A day's payments as they were read at one moment, those that differ first, then the newest; and their sums. */
export type DeskDay = {
  date: string
  readAt: Date
  rows: DeskRow[]
  sums: Sides
  /** How many rows differ; null when the provider does not answer. */
  differing: number | null
}

/**
 * Returns what was settled on a date of the business's zone, beside the provider's figures; up to ten seconds old,
 * since the provider's list of a full day is expensive.
 */
export function openMoneyDesk(deps: Deps): (date: string) => Promise<DeskDay> {
  return createCache({ make: (date) => readDay(deps, date), seconds: 10, maxBytes: 4_000_000, now: deps.now }).read
}

/** What the provider kept less than our books say it should, in cents with its sign; null when it does not answer. */
export function differenceOf({ amount, refunded, paid, refundedByProvider }: Sides): number | null {
  return paid === null || refundedByProvider === null ? null : amount - refunded - (paid - refundedByProvider)
}

async function readDay(deps: Deps, date: string): Promise<DeskDay> {
  const readAt = deps.now()
  const settled = await askExpensive(() => settledOn(deps, date))
  const intents = await fetchIntents(deps, settled)
  const rows = settled.map((order) => {
    const intent = intents?.get(order.intentId ?? '')
    return {
      ...order,
      disputed: Math.min(order.disputed, order.amount - order.refunded),
      paid: intents && (intent?.amountReceived ?? 0),
      refundedByProvider: intents && (intent?.amountRefunded ?? 0),
    }
  })
  const differing = rows.filter((row) => differenceOf(row))
  const rest = rows.filter((row) => !differenceOf(row))
  const sum = (of: (row: DeskRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  // What the provider does not tell of one it tells of none.
  const told = (of: (row: DeskRow) => number | null) => intents && sum((row) => of(row) ?? 0)
  return {
    date,
    readAt,
    rows: [...differing, ...rest],
    differing: rows.some((row) => differenceOf(row) === null) ? null : differing.length,
    sums: {
      amount: sum((row) => row.amount),
      refunded: sum((row) => row.refunded),
      disputed: sum((row) => row.disputed),
      paid: told((row) => row.paid),
      refundedByProvider: told((row) => row.refundedByProvider),
    },
  }
}

type SettledOrder = Awaited<ReturnType<typeof settledOn>>[number]

/** The orders settled on a date, newest first; of a full day's thousands only what the desk needs. */
function settledOn({ db, env }: Deps, date: string) {
  const zone = env.businessTimeZone
  const [from, until] = [instantOf(date, '00:00', zone), instantOf(addDays(date, 1), '00:00', zone)]
  const { id, bookingId, intentId, contactName, serviceName, status, amount, refunded, createdAt } = orders
  const taken = takenByBanks(db)
  const bank = { disputed: sql`coalesce(${taken.amount}, 0)`.mapWith(toCents), dispute: bookings.dispute }
  return db
    .select({ ...bank, id, bookingId, intentId, contactName, serviceName, status, amount, refunded, createdAt })
    .from(orders)
    .leftJoin(taken, eq(taken.orderId, orders.id))
    .leftJoin(bookings, eq(bookings.id, orders.bookingId))
    .where(and(gte(orders.settledAt, from), lt(orders.settledAt, until)))
    .orderBy(desc(orders.settledAt), desc(orders.id))
}

/** The provider lists 100 payments a call, each call after the one before; of a full day so many parts are asked at once. */
const partsAtMost = 8

/** The provider's view of these orders, in as few calls as it allows; null when it does not answer. */
async function fetchIntents({ payments, log }: Deps, settled: SettledOrder[]): Promise<Map<string, Intent> | null> {
  if (!payments) return null
  if (settled.length === 0) return new Map()
  try {
    const times = settled.map((order) => order.createdAt.getTime())
    const byId = new Map<string, Intent>()
    const [first, last] = [Math.min(...times) - 60_000, Math.max(...times) + 60_000]
    const parts = Math.min(partsAtMost, Math.ceil(settled.length / 100))
    const partOf = (share: number) => new Date(first + ((last - first) * share) / parts)
    const readPart = async (part: number) => {
      const range = { createdAfter: partOf(part), createdBefore: partOf(part + 1) }
      for await (const intent of payments.listIntents(range)) byId.set(intent.id, intent)
    }
    await Promise.all(Array.from({ length: parts }, (_, part) => readPart(part)))
    return byId
  } catch (error) {
    log.warn({ err: error }, 'the payment provider does not answer')
    return null
  }
}
