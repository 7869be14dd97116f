import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { isUndecided } from '#src/features/bookings/rules.ts'
import type { Db } from '#src/platform/database/db.ts'
import { Conflict, NotFound, Unavailable } from '#src/platform/http/errors.ts'
import { sendAnswer } from '../job-kinds.ts'
import { disputes, orders, paymentProblems } from '../table.ts'
import { raiseProblem } from './problems.ts'

export type DisputeRow = typeof disputes.$inferSelect

/** The dispute that a payment problem is about, and its order. Throws `NotFound`. */
export async function disputeOf(db: Db, problemId: string) {
  const [found] = await db
    .select({ dispute: disputes, order: orders })
    .from(paymentProblems)
    .innerJoin(disputes, eq(disputes.id, paymentProblems.disputeId))
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(eq(paymentProblems.id, problemId))
  if (!found) throw new NotFound('This dispute does not exist.')
  return found
}

/** Why a dispute cannot be answered, in words for the owner; null: it can. */
export function whyNoAnswer({ state, dueBy }: Pick<DisputeRow, 'state' | 'dueBy'>, now: Date): string | null {
  if (!isUndecided(state)) return 'The bank has decided already.'
  if (!dueBy) return 'The bank waits for no answer.'
  return dueBy <= now ? 'The last day for an answer is over.' : null
}

/**
 * Whether a dispute has this answer (`hash`) already. Throws `Conflict` when it has another one: the bank takes one, and nobody's
 * words go astray unheard.
 */
export function hasAnswer({ answeredAt, answerHash }: DisputeRow, hash: string): boolean {
  if (answeredAt && answerHash !== hash)
    throw new Conflict('It was answered already, with other words: the bank does not get yours.', { reason: 'refused' })
  return answeredAt !== null
}

/**
 * Writes down what the bank is told, with the job that sends it; what waited for it is dealt with. The same answer again changes
 * nothing, also at the same moment. Throws `Conflict` for another one, and when none is waited for.
 */
export async function writeAnswer(
  deps: Deps,
  disputeId: string,
  { evidence, hash, by }: { evidence: Record<string, string>; hash: string; by: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [dispute] = await tx.select().from(disputes).where(eq(disputes.id, disputeId)).for('update')
    if (!dispute || hasAnswer(dispute, hash)) return
    const now = deps.now()
    const refusal = whyNoAnswer(dispute, now)
    if (refusal) throw new Conflict(refusal, { reason: 'refused' })
    const answer = { answeredAt: now, answeredBy: by, answerHash: hash, evidence }
    await tx.update(disputes).set(answer).where(eq(disputes.id, disputeId))
    await tx
      .update(paymentProblems)
      .set({ resolvedAt: now })
      .where(and(eq(paymentProblems.disputeId, disputeId), isNull(paymentProblems.resolvedAt)))
    await deps.jobs.add(tx, sendAnswer, { disputeId })
  })
}

/** Sends a written answer to the provider; our copy goes with it. Throws while the provider is away. */
export async function sendWrittenAnswer(deps: Deps, disputeId: string): Promise<void> {
  const [dispute] = await deps.db.select().from(disputes).where(eq(disputes.id, disputeId))
  if (!dispute?.evidence || !dispute.answeredAt) return
  if (!deps.payments) throw new Unavailable('Payments are not set up.')
  // After a refusal the next answer is another one.
  const key = `answer:${disputeId}:${dispute.answeredAt.getTime()}`
  const sent = await deps.payments.answerDispute({ key, id: disputeId, evidence: dispute.evidence })
  await deps.db.transaction(async (tx) => {
    const isRefused = sent !== 'sent'
    const done = await tx
      .update(disputes)
      .set({ evidence: null, ...(isRefused && { answeredAt: null, answeredBy: null, answerHash: null }) })
      .where(and(eq(disputes.id, disputeId), isNotNull(disputes.evidence)))
      .returning({ id: disputes.id })
    if (isRefused && done.length > 0)
      await raiseProblem(deps, tx, {
        subject: `dispute:${disputeId}:answer`,
        kind: 'dispute',
        orderId: dispute.orderId,
        disputeId,
        text: `The provider did not take your answer to the bank: ${sent.refused}`,
      })
  })
}
