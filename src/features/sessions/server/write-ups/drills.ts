import { asc, eq, sql } from 'drizzle-orm'
import { coaches } from '#src/features/coaches/server/table.ts'
import { lockCoach } from '#src/features/schedule/server/schedule.ts'
import type { Drill } from '#src/features/sessions/write-up-contract.ts'
import { mostDrills } from '#src/features/sessions/write-ups.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import { drills } from '../table.ts'

/** A coach's own drills, in their order. */
export async function listDrills(db: Db | Tx, coachId: string): Promise<Drill[]> {
  return db
    .select({ text: drills.text, link: drills.link })
    .from(drills)
    .where(eq(drills.coachId, coachId))
    .orderBy(asc(drills.place))
}

/** Puts these drills in place of a coach's own. Homework that was given stays as it is. */
export async function saveDrills(db: Db, coachId: string, list: Drill[]): Promise<Drill[]> {
  return db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    // Their profile is worked with: its approval is undone no more.
    await tx.update(coaches).set({ updatedAt: sql`now()` }).where(eq(coaches.id, coachId))
    await tx.delete(drills).where(eq(drills.coachId, coachId))
    if (list.length > 0) await tx.insert(drills).values(list.map((drill, place) => ({ ...drill, coachId, place })))
    return list
  })
}

/** Adds homework to the drills of its coach, who is locked; those there already stay. Throws `Invalid` when they are too many. */
export async function keepDrills(tx: Tx, coachId: string, list: Drill[]): Promise<void> {
  if (list.length === 0) return
  const own = await listDrills(tx, coachId)
  const added = list.filter(({ text }) => !own.some((drill) => drill.text === text))
  if (own.length + added.length > mostDrills)
    throw new Invalid({ homework: `You keep ${own.length} drills already: at most ${mostDrills}, please` })
  if (added.length === 0) return
  await tx.insert(drills).values(added.map(({ text, link }, i) => ({ coachId, text, link, place: own.length + i })))
}
