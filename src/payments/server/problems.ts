import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound } from '#src/server/errors.ts'
import { alertProblem } from './staff-alerts.ts'
import { paymentProblems } from './table.ts'

/**
 * Puts something before the owner that only a person can settle, and mails the team of it. The same `subject` is raised
 * once. Of a dispute `noteDisputeOf` sends the mail, which says more.
 */
export async function raiseProblem(
  deps: Pick<Deps, 'env'>,
  tx: Tx,
  problem: Pick<typeof paymentProblems.$inferInsert, 'subject' | 'kind' | 'orderId' | 'text'>,
): Promise<void> {
  const [raised] = await tx.insert(paymentProblems).values(problem).onConflictDoNothing().returning()
  if (raised && problem.kind !== 'dispute') await alertProblem(deps, tx, raised)
}

/** The problems nobody has dealt with yet, newest first. */
export async function listProblems(db: Db) {
  return db
    .select()
    .from(paymentProblems)
    .where(isNull(paymentProblems.resolvedAt))
    .orderBy(desc(paymentProblems.createdAt), desc(paymentProblems.id))
    .limit(100)
}

/** The owner has dealt with a problem. Throws `NotFound`. */
export async function resolveProblem({ db, now }: Deps, id: string): Promise<void> {
  const resolved = await db
    .update(paymentProblems)
    .set({ resolvedAt: now() })
    .where(and(eq(paymentProblems.id, id), isNull(paymentProblems.resolvedAt)))
    .returning({ id: paymentProblems.id })
  if (resolved.length === 0) throw new NotFound('This problem does not exist.')
}
