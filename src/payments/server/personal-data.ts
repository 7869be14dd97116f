import { and, eq, getTableColumns, lt, ne, sql } from 'drizzle-orm'
import { addressOfNobody, nameOfNobody } from '#src/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { toE164 } from '#src/shared/phone.ts'
import { releaseOrder } from './orders.ts'
import { disputes, orders, paymentProblems, refunds } from './table.ts'

const underWay = 'A payment of yours is still under way. Please try again in some minutes.'

/** What the person was about to pay, paid, got back, and asked their bank to take back. */
export async function personalData(db: Db, { id }: Account) {
  const [paid, back, disputed] = await Promise.all([
    db.select().from(orders).where(eq(orders.playerId, id)),
    db
      .select(getTableColumns(refunds))
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(eq(orders.playerId, id)),
    db
      .select(getTableColumns(disputes))
      .from(disputes)
      .innerJoin(orders, eq(orders.id, disputes.orderId))
      .where(eq(orders.playerId, id)),
  ])
  return {
    orders: paid.map((order) => ({ ...order, amount: toDecimal(order.amount), refunded: toDecimal(order.refunded) })),
    refunds: back.map((refund) => ({ ...refund, amount: toDecimal(refund.amount) })),
    disputes: disputed.map((dispute) => ({ ...dispute, amount: toDecimal(dispute.amount) })),
  }
}

/** Gives the hours back that the person holds. Throws `Conflict` when one of them is being paid for right now. */
export async function releaseOrders(deps: Deps, person: Account): Promise<void> {
  for (const { id } of await openOrders(deps.db, person))
    if (!(await releaseOrder(deps, person, id))) throw new Conflict(underWay)
}

/** Throws `Conflict` while the person has an order open. */
export async function refuseOpenOrders(tx: Tx, person: Account): Promise<void> {
  if ((await openOrders(tx, person)).length > 0) throw new Conflict(underWay)
}

/** Orders and refunds stay for the books, without whose they were. Gives the marks that mails about them carry. */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<string[]> {
  const own = await tx.select({ id: orders.id, phone: orders.contactPhone }).from(orders).where(eq(orders.playerId, id))
  await tx
    .update(paymentProblems)
    .set({ text: sql`replace(${paymentProblems.text}, ${orders.contactName}, ${nameOfNobody})` })
    .from(orders)
    .where(and(eq(orders.id, paymentProblems.orderId), eq(orders.playerId, id)))
  await tx
    .update(orders)
    .set({ contactName: nameOfNobody, contactEmail: addressOfNobody(id), contactPhone: null })
    .where(eq(orders.playerId, id))
  return own.flatMap(({ id: orderId, phone }) => (phone && toE164(phone) ? [orderId, phone] : [orderId]))
}

/** Whoever gave up an order more than 90 days ago is not named by it any more. */
export async function forgetOld(tx: Tx, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 90 * 24 * 3_600_000)
  const nobody = addressOfNobody('')
  await tx
    .update(orders)
    .set({ contactName: nameOfNobody, contactEmail: nobody, contactPhone: null })
    .where(and(eq(orders.status, 'released'), lt(orders.createdAt, longAgo), ne(orders.contactEmail, nobody)))
}

function openOrders(db: Db | Tx, { id }: Account) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.playerId, id), eq(orders.status, 'open')))
}
