import { and, eq, getTableColumns, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { undecidedStates } from '#src/features/bookings/rules.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { addressOfNobody, nameOfNobody } from '#src/features/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { toDecimal } from '#src/shared/money.ts'
import { isE164 } from '#src/shared/phone.ts'
import { releaseOrder } from './orders.ts'
import { disputes, orders, paymentProblems, payouts, refunds } from './table.ts'

const underWay = 'A payment of yours is still under way. Please try again in some minutes.'

/** Exports the person's orders, payments, refunds and disputes, without what only our own work needs. */
export async function personalData(db: Db, { id }: Account) {
  const { id: _refundId, causeId, attempt, ...refund } = getTableColumns(refunds)
  const { answeredBy, evidence, ...dispute } = getTableColumns(disputes)
  const { amount, until, reference, createdAt } = payouts
  const [paid, back, disputed, earned] = await Promise.all([
    db.select().from(orders).where(eq(orders.playerId, id)),
    db.select(refund).from(refunds).innerJoin(orders, eq(orders.id, refunds.orderId)).where(eq(orders.playerId, id)),
    db.select(dispute).from(disputes).innerJoin(orders, eq(orders.id, disputes.orderId)).where(eq(orders.playerId, id)),
    db
      .select({ amount, until, reference, createdAt })
      .from(payouts)
      .innerJoin(coaches, eq(coaches.id, payouts.coachId))
      .where(eq(coaches.userId, id)),
  ])
  return {
    orders: paid.map(presentToPlayer),
    refunds: back.map((row) => ({ ...row, amount: toDecimal(row.amount) })),
    disputes: disputed.map((row) => ({ ...row, amount: toDecimal(row.amount) })),
    payouts: earned.map((row) => ({ ...row, amount: toDecimal(row.amount) })),
  }
}

function presentToPlayer(order: typeof orders.$inferSelect) {
  const { playerId, serviceId, wantedCoachId, coachId, seatId, intentId, network, failedTries, fee, ...row } = order
  const money = { amount: toDecimal(row.amount), refunded: toDecimal(row.refunded) }
  const owed = row.owed && { ...row.owed, difference: toDecimal(row.owed.difference) }
  return { ...row, ...money, owed, paymentId: intentId }
}

/** Releases the hours the person holds. Throws `Conflict` when one of them is being paid for right now. */
export async function releaseOrders(deps: Deps, person: Account): Promise<void> {
  for (const { id } of await openOrders(deps.db, person))
    if (!(await releaseOrder(deps, person, id))) throw new Conflict(underWay)
}

/** Throws `Conflict` while the person has an open order. */
export async function refuseOpenOrders(tx: Tx, person: Account): Promise<void> {
  if ((await openOrders(tx, person)).length > 0) throw new Conflict(underWay)
}

/** Throws `Conflict` while the person's bank decides about a payment: our answer says who booked, and what was written. */
export async function refuseDisputed(tx: Tx, { id }: Account): Promise<void> {
  const [open] = await tx
    .select({ id: disputes.id })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(and(eq(orders.playerId, id), inArray(disputes.state, undecidedStates)))
    .limit(1)
  if (open)
    throw new Conflict('Your bank is deciding about a payment of yours: after that you can delete your account.')
}

/** Anonymizes orders and refunds, which are kept for the books. Returns the ids that mails about them carry. */
export async function forgetPerson(tx: Tx, { id, email, emailVerified }: Account): Promise<string[]> {
  const own = await tx.select({ id: orders.id, phone: orders.contactPhone }).from(orders).where(eq(orders.playerId, id))
  await tx
    .update(paymentProblems)
    .set({ text: sql`replace(${paymentProblems.text}, ${orders.contactName}, ${nameOfNobody})` })
    .from(orders)
    .where(and(eq(orders.id, paymentProblems.orderId), eq(orders.playerId, id)))
  await tx
    .update(disputes)
    .set({ evidence: null })
    .from(orders)
    .where(and(eq(orders.id, disputes.orderId), eq(orders.playerId, id)))
  await tx
    .update(orders)
    .set({
      contactName: nameOfNobody,
      contactEmail: addressOfNobody(id),
      contactPhone: null,
      copyTo: null,
      paidWith: null,
    })
    .where(eq(orders.playerId, id))
  // Others may have named their address.
  if (emailVerified) await tx.update(orders).set({ copyTo: null }).where(eq(orders.copyTo, email))
  return own.flatMap(({ id: orderId, phone }) => (isE164(phone) ? [orderId, phone] : [orderId]))
}

/** Anonymizes orders that nobody paid, after their time. */
export async function forgetOld(tx: Tx, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - daysInMs(keepDays.unpaidOrders))
  const nobody = addressOfNobody('')
  await tx
    .update(orders)
    .set({ contactName: nameOfNobody, contactEmail: nobody, contactPhone: null, copyTo: null })
    .where(and(eq(orders.status, 'released'), lt(orders.createdAt, longAgo), ne(orders.contactEmail, nobody)))
}

function openOrders(db: Db | Tx, { id }: Account) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.playerId, id), eq(orders.status, 'open')))
}
