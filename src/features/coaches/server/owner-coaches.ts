import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { users } from '#src/features/accounts/server/table.ts'
import type { CoachNeed, editCoachBody, OwnerCoach } from '#src/features/coaches/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { byName, fold, foldOnce } from '#src/platform/database/fold.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { expertiseOf } from '#src/shared/games.ts'
import { missing } from './going-live.ts'
import { presentCoach } from './present-coach.ts'
import { coaches } from './table.ts'

/** Looked up for each coach that is given: joined, all accounts there are would be read for one page of coaches. */
const accountEmail = sql<string | null>`(select u.email from ${users} u where u.id = ${coaches.userId})`

/**
 * The coaches, published or not, with `q` in their name or e-mail, by name: `atMost` of them behind the one with the id `cursor`,
 * and how many fit.
 */
export async function listOwnerCoaches(
  db: Db,
  { q, cursor, atMost }: { q?: string; cursor?: string; atMost: number },
): Promise<{ rows: OwnerCoach[]; total: number }> {
  const text = fold(sql`${coaches.name} || ' ' || coalesce(${accountEmail}, '')`)
  const fits = q ? sql`strpos(${text}, ${foldOnce(q)}) > 0` : undefined
  const place = sql`(${byName(coaches.name)}, ${coaches.id})`
  const last = sql`(select ${byName(sql`c.name`)}, c.id from ${coaches} c where c.id = ${cursor})`
  const after = cursor ? sql`${place} > ${last}` : undefined
  const [rows, total] = await Promise.all([
    selectCoaches(db).where(and(fits, after)).orderBy(byName(coaches.name), coaches.id).limit(atMost),
    db.$count(coaches, fits),
  ])
  return { rows: rows.map(present), total }
}

/**
 * Changes what is given of a coach, and lets the pages that show the coaches go; bookings that exist keep the name they
 * were made with. A coach who lacks something is published with a `reason` only, which the audit keeps. Throws `NotFound`, and
 * `Conflict` when another published coach has the name, or the reason is missing.
 */
export async function editCoach(
  db: Db,
  coachId: string,
  { reason, studentsBefore, hoursBefore, beforeSource, gameExpertise, ...profile }: z.output<typeof editCoachBody>,
): Promise<OwnerCoach> {
  const isBeforeGiven = studentsBefore !== undefined || hoursBefore !== undefined
  const before = { studentsBefore: studentsBefore ?? 0, hoursBefore: hoursBefore ?? 0 }
  const change = {
    ...profile,
    ...(gameExpertise && { gameExpertise: expertiseOf(gameExpertise) }),
    ...(isBeforeGiven && { ...before, beforeSource: studentsBefore || hoursBefore ? beforeSource : null }),
  }
  await db.transaction(async (tx) => {
    if (change.isActive && !reason) await refuseUnready(tx, coachId)
    const [edited] = await tx
      .update(coaches)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(coaches.id, coachId))
      .returning()
    if (edited?.isActive && (change.isActive || change.name !== undefined)) await refuseSecondOf(tx, edited)
    await notify(tx, 'pages')
  })
  return findCoach(db, coachId)
}

/** Throws `Conflict`, with what is missing, when a coach who is not ready is to be published. A published one stays so. */
async function refuseUnready(tx: Tx, coachId: string): Promise<void> {
  const [coach] = await tx
    .select({ name: coaches.name, isActive: coaches.isActive, missing })
    .from(coaches)
    .where(eq(coaches.id, coachId))
    .for('update')
  if (!coach || coach.isActive || coach.missing.length === 0) return
  const lacks = coach.missing.map((need) => lackWords[need]).join(', and ')
  throw new Conflict(`${coach.name} is not ready: ${lacks}. Say why to publish them all the same.`, {
    reason: 'not-ready',
    missing: coach.missing,
  })
}

const lackWords: Record<CoachNeed, string> = {
  account: 'there is no account to see the bookings',
  hours: 'nobody has confirmed the hours',
  rules: 'they have not accepted the coaches’ rules',
  discord: 'without a Discord name players would not know where to meet',
}

/** Throws `Conflict` when another published coach has this one's name, in whatever letters: one is found by it. */
async function refuseSecondOf(tx: Tx, { id, name }: typeof coaches.$inferSelect): Promise<void> {
  // Of two that are published at once the second sees the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('coach-names', 2))`)
  const isSameName = sql`${fold(coaches.name)} = ${foldOnce(name)}`
  const [other] = await tx
    .select({ id: coaches.id })
    .from(coaches)
    .where(and(isSameName, eq(coaches.isActive, true), ne(coaches.id, id)))
    .limit(1)
  const message = `Another published coach is called ${name}. Change one of the names first.`
  if (other) throw new Conflict(message, { fields: { name: message } })
}

/**
 * Parts a profile from its account: it is no longer a coach's. Nothing happens to one without account. Throws `Conflict`
 * for a published profile, whose coach would hear of no booking, and for the owner's own: it would hide from the rules what
 * are their own earnings and sessions. Throws `NotFound`.
 */
export async function unlinkCoach(db: Db, owner: Account, coachId: string): Promise<OwnerCoach> {
  const isOthers = sql`${coaches.userId} is distinct from ${owner.id}`
  const [unlinked] = await db
    .update(coaches)
    .set({ userId: null, phone: null, updatedAt: sql`now()` })
    .where(and(eq(coaches.id, coachId), eq(coaches.isActive, false), isOthers))
    .returning({ id: coaches.id })
  const coach = await findCoach(db, coachId)
  if (coach.accountEmail === owner.email)
    throw new Conflict('This is your own profile: another owner unlinks it.', { reason: 'refused' })
  if (!unlinked) throw new Conflict('This coach is published. Deactivate them first.')
  return coach
}

async function findCoach(db: Db, coachId: string): Promise<OwnerCoach> {
  const [coach] = await selectCoaches(db).where(eq(coaches.id, coachId))
  if (!coach) throw new NotFound('This coach does not exist.')
  return present(coach)
}

function selectCoaches(db: Db) {
  return db.select({ coach: coaches, accountEmail, missing }).from(coaches).$dynamic()
}

function present({ coach, ...rest }: Awaited<ReturnType<typeof selectCoaches>>[number]): OwnerCoach {
  const { howITeach, clipUrl, publicLinks } = coach
  return { ...presentCoach(coach), howITeach, clipUrl, publicLinks, ...rest }
}
