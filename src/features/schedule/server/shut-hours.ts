import { and, asc, eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { listShutHours } from '#src/features/schedule/contract.ts'
import { byName } from '#src/platform/database/fold.ts'
import { NotAllowed, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { lockCoach, slotEnd, slotStart } from './schedule.ts'
import { slots } from './table.ts'

/** The hours and days that coaches, or the one with this id, called off and nobody can book, as far as they are not over; the soonest first. */
export async function findShutHours(
  { db, env, now }: Deps,
  coachId?: string,
): Promise<CallReply<typeof listShutHours>> {
  const rows = await db
    .select({ coachId: slots.coachId, coachName: coaches.name, from: slotStart, to: slotEnd })
    .from(slots)
    .innerJoin(coaches, eq(coaches.id, slots.coachId))
    .where(
      and(
        coachId ? eq(slots.coachId, coachId) : undefined,
        slots.isShut,
        sql`${slotEnd} > ${now().toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(slotStart), byName(coaches.name))
    .limit(200)
  const zone = env.businessTimeZone
  return rows.map(({ from, to, ...of }) => ({ ...of, from: from.toISOString(), to: to.toISOString(), zone }))
}

/**
 * Opens what a coach called off: it can be booked again where it lies in their hours. Throws `NotAllowed` for an admin's own
 * hours, `NotFound` when nothing is shut there.
 */
export async function reopenHours(
  deps: Deps,
  staff: Account,
  coachId: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const coach = await findCoach(deps.db, coachId)
  if (coach?.userId === staff.id && !staff.isOwner)
    throw new NotAllowed('These are your own hours: somebody else of the team reopens them.')
  await deps.db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    const startsAndEnds = sql`${slotStart} = ${from.toISOString()}::timestamptz and ${slotEnd} = ${to.toISOString()}::timestamptz`
    const opened = await tx
      .delete(slots)
      .where(and(eq(slots.coachId, coachId), slots.isShut, startsAndEnds))
      .returning({ id: slots.id })
    if (opened.length === 0) throw new NotFound('These hours are open already.')
  })
}
