import { and, desc, eq, ne } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Payout } from '#src/features/payments/payout-contract.ts'
import { lockCoach } from '#src/features/schedule/server/schedule.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { pageSize, readPage } from '#src/platform/http/paging.ts'
import { showDollars, toDecimal, toSignedDecimal } from '#src/shared/money.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { payoutLines, payouts } from '../table.ts'
import { owedLines } from './earned.ts'
import { listShares } from './shares.ts'

/**
 * Marks what a coach is owed for sessions until a day (`YYYY-MM-DD` of the business's zone) as paid: exactly the bookings
 * that are owed for, each with its amount (PAYOUT-3). `amount` is the cents that the owner was shown. `idempotencyKey` becomes
 * the payout's id: the same request again gives the same payout. Throws `NotFound`, `Invalid` for a day ahead, and `Conflict`
 * when another amount is owed by now, or for their own (PAYOUT-4).
 */
export async function payOut(
  deps: Deps,
  owner: Account,
  coachId: string,
  asked: { until: string; amount: number; reference: string; idempotencyKey: string },
): Promise<Payout> {
  const { until, amount, reference, idempotencyKey: id } = asked
  const now = deps.now()
  const zone = deps.env.businessTimeZone
  return deps.db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    const coach = await findCoach(tx, coachId)
    if (!coach) throw new NotFound('This coach does not exist.')
    const [done] = await tx.select().from(payouts).where(eq(payouts.id, id))
    if (done && done.coachId !== coachId) throw new Invalid({ idempotencyKey: 'This key was used for something else.' })
    if (done) return present(done, coach.name)
    if (until > wallClock(now, zone).date) throw new Invalid({ until: 'Choose today or a day before it.' })
    const refusal = await whyNotOwn(tx, owner, coach.userId)
    if (refusal) throw new Conflict(refusal, { reason: 'refused' })
    const shares = await listShares(tx)
    const lines = await owedLines(tx, { coachId, now, until: instantOf(addDays(until, 1), '00:00', zone), shares })
    const owed = lines.reduce((sum, line) => sum + line.amount, 0)
    if (owed !== amount || owed <= 0)
      throw new Conflict(changed(owed), { reason: 'owed-changed', owed: toSignedDecimal(owed) })
    const row = only(
      await tx
        .insert(payouts)
        .values({ id, coachId, until, amount, reference, paidBy: owner.id, createdAt: now })
        .returning(),
    )
    for (let at = 0; at < lines.length; at += 1000)
      await tx.insert(payoutLines).values(lines.slice(at, at + 1000).map((line) => ({ ...line, payoutId: id })))
    return present(row, coach.name)
  })
}

function changed(owed: number): string {
  return owed > 0
    ? `${showDollars(owed)} is owed by now. Nothing was marked as paid.`
    : 'Nothing is owed by now. Nothing was marked as paid.'
}

/** Why an owner cannot mark this coach's earnings as paid: nobody does their own, unless no other owner is there. Null: they can. */
export async function whyNotOwn(db: Db | Tx, owner: Account, coachUserId: string | null): Promise<string | null> {
  if (coachUserId !== owner.id) return null
  const others = await db.$count(users, and(eq(users.isOwner, true), ne(users.id, owner.id)))
  return others > 0 ? 'These are your own earnings: another owner marks them as paid.' : null
}

/** What was paid to coaches, newest first, 100 at a time. Throws `Invalid` for a broken cursor. */
export async function listPayouts(db: Db, cursor: string | undefined) {
  const query = db
    .select({ payout: payouts, name: coaches.name, id: payouts.id, createdAt: payouts.createdAt })
    .from(payouts)
    .innerJoin(coaches, eq(coaches.id, payouts.coachId))
    .$dynamic()
  return readPage(db, query, { table: payouts, cursor })
}

/** The 100 latest payouts of a coach. */
export async function payoutsOf(db: Db, coach: { id: string; name: string }): Promise<Payout[]> {
  const rows = await db
    .select()
    .from(payouts)
    .where(eq(payouts.coachId, coach.id))
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(pageSize)
  return rows.map((row) => present(row, coach.name))
}

/** A payout as JSON. */
export function present(
  { id, until, amount, reference, createdAt }: typeof payouts.$inferSelect,
  coachName: string,
): Payout {
  return { id, coachName, until, amount: toDecimal(amount), reference, paidAt: createdAt.toISOString() }
}
