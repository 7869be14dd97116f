import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { undecidedStates } from '#src/features/bookings/rules.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict, NotFound, violatedConstraint } from '#src/platform/http/errors.ts'
import { showShortDate } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { disputes, orders, paymentProblems } from '../table.ts'
import { alertProblem } from './staff-alerts.ts'

type NewProblem = Pick<
  typeof paymentProblems.$inferInsert,
  'subject' | 'kind' | 'orderId' | 'bookingId' | 'disputeId' | 'text'
>

/**
 * Puts something before the owner that only a person can settle, and mails the team about it. A `subject` that is open is
 * not raised a second time; a `subject` that was dealt with is raised again, since it has happened again. `noteDisputeOf`
 * sends the mail about a dispute, which says more.
 */
export async function raiseProblem(
  deps: Pick<Deps, 'now' | 'env' | 'jobs'>,
  tx: Tx,
  problem: NewProblem,
): Promise<void> {
  const [raised] = await tx
    .insert(paymentProblems)
    .values({ ...problem, createdAt: deps.now() })
    .onConflictDoNothing()
    .returning()
  if (raised && problem.kind !== 'dispute') await alertProblem(deps, tx, raised)
}

/** How long what was marked as dealt with may still be found before it is raised again. */
const dealtWithMs = 24 * 3_600_000

/**
 * `raiseProblem` for a problem that a repeated check finds each time until it is gone. Once it is marked as dealt with, it
 * rests for a day. If the check still finds it then, it is raised again, and the old line stays among those dealt with.
 * `subject` names all of its state, so that a change is raised at once.
 */
export async function raiseFinding(deps: Deps, problem: NewProblem): Promise<void> {
  const { db, env, now } = deps
  const [last] = await db
    .select({ resolvedAt: paymentProblems.resolvedAt })
    .from(paymentProblems)
    .where(eq(paymentProblems.subject, problem.subject))
    // An open one, whose `resolvedAt` is null, comes first.
    .orderBy(desc(paymentProblems.resolvedAt))
    .limit(1)
  if (last && (!last.resolvedAt || now().getTime() - last.resolvedAt.getTime() < dealtWithMs)) return
  const since = last?.resolvedAt && showShortDate(wallClock(last.resolvedAt, env.businessTimeZone).date)
  const text = since ? `${problem.text} It was marked as dealt with on ${since}, and is still so.` : problem.text
  await db.transaction((tx) => raiseProblem(deps, tx, { ...problem, text }))
}

const { evidence: _told, answeredBy: _by, ...disputeFacts } = getTableColumns(disputes)

/**
 * The problems nobody has dealt with yet: what has a last day first, the soonest of them, then the newest. Or those that
 * were dealt with, the latest first. 100 at most.
 */
export async function listProblems(db: Db, { resolved }: { resolved: boolean }) {
  const { resolvedAt, createdAt, id } = paymentProblems
  const lastDay = sql`case when ${inArray(disputes.state, undecidedStates)} then ${disputes.dueBy} end`
  return db
    .select({
      ...getTableColumns(paymentProblems),
      bookingId: sql<string | null>`coalesce(${paymentProblems.bookingId}, ${orders.bookingId})`,
      paymentId: orders.intentId,
      dispute: disputeFacts,
    })
    .from(paymentProblems)
    .leftJoin(orders, eq(orders.id, paymentProblems.orderId))
    .leftJoin(disputes, eq(disputes.id, paymentProblems.disputeId))
    .where(resolved ? isNotNull(resolvedAt) : isNull(resolvedAt))
    .orderBy(resolved ? desc(resolvedAt) : asc(lastDay), desc(createdAt), desc(id))
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

/** It was not dealt with after all. Throws `NotFound`, and `Conflict` when the same has been raised again since. */
export async function reopenProblem({ db }: Deps, id: string): Promise<void> {
  const reopened = await db
    .update(paymentProblems)
    .set({ resolvedAt: null })
    .where(and(eq(paymentProblems.id, id), isNotNull(paymentProblems.resolvedAt)))
    .returning({ id: paymentProblems.id })
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'payment_problems_open_key')
        throw new Conflict('The same problem is open already.', { reason: 'refused' })
      throw error
    })
  if (reopened.length === 0) throw new NotFound('This problem does not exist.')
}
