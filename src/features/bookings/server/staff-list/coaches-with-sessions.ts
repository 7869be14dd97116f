import { and, count, eq, gt, gte, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { coachesAtOnce, type ListedCoach } from '#src/features/bookings/staff-contract.ts'
import * as coaches from '#src/features/coaches/server/coaches.ts'
import { coaches as coachTable } from '#src/features/coaches/server/table.ts'
import type { Db } from '#src/platform/database/db.ts'
import { bookings } from '../table.ts'

/** One page of the coaches that fit, by name, each with how many sessions they have ahead, and how many coaches fit. */
export async function listOwnerCoaches(
  { db, now }: Deps,
  { q, cursor }: { q?: string; cursor?: string },
): Promise<{ rows: ListedCoach[]; total: number }> {
  const { rows, total } = await coaches.listOwnerCoaches(db, { q, cursor, atMost: coachesAtOnce })
  const ids = rows.map(({ id }) => id)
  const ahead = await countAhead(db, ids, now())
  return { rows: rows.map((coach) => ({ ...coach, sessionsAhead: ahead.get(coach.id) ?? 0 })), total }
}

/** Unpublished coaches with bookings: with the published ones, all coaches that bookings can be filtered by. */
export async function listUnpublishedCoaches(db: Db): Promise<{ id: string; name: string }[]> {
  const { id, name, isActive } = coachTable
  // A lookup per coach: `exists` might read all bookings.
  const isBooked = sql`(select b.id from ${bookings} b where b.coach_id = ${id} limit 1) is not null`
  return db
    .select({ id, name })
    .from(coachTable)
    .where(and(eq(isActive, false), isBooked))
}

/** Number of confirmed sessions of these coaches that are not over at `at`; coaches without any are missing. */
async function countAhead(db: Db, coachIds: string[], at: Date): Promise<Map<string, number>> {
  // No session takes a day: the index knows when they start.
  const yesterday = new Date(at.getTime() - 86_400_000)
  const counted = await db
    .select({ coachId: sql<string>`${bookings.coachId}`, sessions: count() })
    .from(bookings)
    .where(
      and(
        sql`${bookings.coachId} = any(${sql.param(coachIds)}::uuid[])`,
        eq(bookings.status, 'confirmed'),
        gte(bookings.startsAt, yesterday),
        gt(bookings.endsAt, at),
      ),
    )
    .groupBy(bookings.coachId)
  return new Map(counted.map(({ coachId, sessions }) => [coachId, sessions]))
}
