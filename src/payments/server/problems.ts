import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound } from '#src/server/errors.ts'
import { paymentProblems } from './table.ts'

/** Puts something before the owner that only a person can settle. The same `subject` is raised once. */
export async function raiseProblem(
  db: Db | Tx,
  problem: Pick<typeof paymentProblems.$inferInsert, 'subject' | 'kind' | 'orderId' | 'text'>,
): Promise<void> {
  await db.insert(paymentProblems).values(problem).onConflictDoNothing()
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
