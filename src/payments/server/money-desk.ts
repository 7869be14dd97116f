import { and, gte, lt } from 'drizzle-orm'
import { findService } from '#src/bookings/catalogue.ts'
import type { Intent } from '#src/outside/stripe.ts'
import type { Deps } from '#src/server/deps.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { orders } from './table.ts'

/** A settled payment in our books and in the provider's. Cents; null where the provider does not answer or know it. */
export type DeskRow = typeof orders.$inferSelect & {
  serviceName: string
  paid: number | null
  refundedByProvider: number | null
}

/** The payments settled on a date of the business's zone, each beside what the provider says about it. */
export async function moneyOn(deps: Deps, date: string): Promise<DeskRow[]> {
  const zone = deps.env.businessTimeZone
  const [from, until] = [instantOf(date, '00:00', zone), instantOf(addDays(date, 1), '00:00', zone)]
  const settled = await deps.db
    .select()
    .from(orders)
    .where(and(gte(orders.settledAt, from), lt(orders.settledAt, until)))
    .orderBy(orders.settledAt)
  const intents = await fetchIntents(deps, settled)
  return settled.map((order) => ({
    ...order,
    serviceName: findService(order.serviceId)?.name ?? order.serviceId,
    paid: intents && (intents.get(order.intentId!)?.amountReceived ?? 0),
    refundedByProvider: intents && (intents.get(order.intentId!)?.amountRefunded ?? 0),
  }))
}

/** The provider lists 100 payments a call, each call after the one before; of a full day so many parts are asked at once. */
const partsAtMost = 8

/** The provider's view of these orders, in as few calls as it allows; null when it does not answer. */
async function fetchIntents(
  { payments, log }: Deps,
  settled: (typeof orders.$inferSelect)[],
): Promise<Map<string, Intent> | null> {
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
