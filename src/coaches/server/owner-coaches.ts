import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { users } from '#src/accounts/server/table.ts'
import type { editCoachBody, OwnerCoach } from '#src/coaches/contract.ts'
import type { Db } from '#src/server/db.ts'
import { Conflict, NotFound } from '#src/server/errors.ts'
import { notify } from '#src/server/live.ts'
import { presentCoach } from './coaches.ts'
import { coaches } from './table.ts'

/** All coaches, published or not, by name. */
export async function listOwnerCoaches(db: Db): Promise<OwnerCoach[]> {
  return (await selectCoaches(db).orderBy(asc(sql`lower(${coaches.name})`), asc(coaches.id))).map(present)
}

/** Changes what is given of a coach, and lets the pages that show the coaches go. Throws `NotFound`. */
export async function editCoach(db: Db, coachId: string, change: z.output<typeof editCoachBody>): Promise<OwnerCoach> {
  await db.transaction(async (tx) => {
    await tx
      .update(coaches)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(coaches.id, coachId))
    await notify(tx, 'pages')
  })
  return findCoach(db, coachId)
}

/**
 * Parts a profile from its account: that one coaches no more. Nothing happens to one without account. Throws `Conflict`
 * for a published profile, whose coach would hear of no booking, and `NotFound`.
 */
export async function unlinkCoach(db: Db, coachId: string): Promise<OwnerCoach> {
  const [unlinked] = await db
    .update(coaches)
    .set({ userId: null, updatedAt: sql`now()` })
    .where(and(eq(coaches.id, coachId), eq(coaches.isActive, false)))
    .returning({ id: coaches.id })
  const coach = await findCoach(db, coachId)
  if (!unlinked) throw new Conflict('This coach is published. Deactivate them first.')
  return coach
}

async function findCoach(db: Db, coachId: string): Promise<OwnerCoach> {
  const [coach] = await selectCoaches(db).where(eq(coaches.id, coachId))
  if (!coach) throw new NotFound('This coach does not exist.')
  return present(coach)
}

function selectCoaches(db: Db) {
  return db
    .select({ coach: coaches, accountEmail: users.email })
    .from(coaches)
    .leftJoin(users, eq(users.id, coaches.userId))
    .$dynamic()
}

function present({ coach, accountEmail }: Awaited<ReturnType<typeof selectCoaches>>[number]): OwnerCoach {
  return { ...presentCoach(coach), accountEmail }
}
