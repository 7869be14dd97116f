import { and, arrayOverlaps, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { users } from '#src/features/accounts/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { Expertise } from '#src/shared/games.ts'
import type { CoachRow } from './present-coach.ts'
import { coaches } from './table.ts'

export {
  areApart,
  blockedCoaches,
  blockedPlayers,
  coachesNotFor,
  isBlocked,
  refuseBlocked,
  refuseOwnHours,
  takeBlockBack,
  whoBlocked,
  writeBlock,
} from './blocks.ts'
export {
  createHiddenCoach,
  deactivateCoach,
  dropHiddenCoach,
  type FirstProfile,
  findCoachIdOf,
  linkCoach,
} from './coach-of-application.ts'
export { acceptRules, confirmHours } from './going-live.ts'

export { ownCoach } from './own-coach.ts'
export { listOwnerCoaches } from './owner-coaches.ts'
export { forgetPerson, personalData, refuseCoach } from './personal-data.ts'
export { type CoachRow, presentCoach } from './present-coach.ts'

/** The coaches everybody sees: the active ones, longest with us first. */
export async function listActiveCoaches(db: Db | Tx): Promise<CoachRow[]> {
  return db.select().from(coaches).where(eq(coaches.isActive, true)).orderBy(asc(coaches.createdAt), asc(coaches.id))
}

/** When each active coach's profile last changed, by slug. */
export async function findCoachChanges(db: Db): Promise<Map<string, Date>> {
  const { slug, updatedAt } = coaches
  const rows = await db.select({ slug, updatedAt }).from(coaches).where(eq(coaches.isActive, true))
  return new Map(rows.map((row) => [row.slug, row.updatedAt]))
}

/** The ids of the active coaches whose account is an owner's. */
export async function listOwningCoaches(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: coaches.id })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(and(eq(coaches.isActive, true), eq(users.isOwner, true)))
  return rows.map(({ id }) => id)
}

/** A coach, active or not; null when there is none. */
export async function findCoach(db: Db | Tx, id: string): Promise<CoachRow | null> {
  const [coach] = await db.select().from(coaches).where(eq(coaches.id, id))
  return coach ?? null
}

/** The active coach with this id; null when there is none. */
export async function findActiveCoach(db: Db | Tx, id: string): Promise<CoachRow | null> {
  const coach = await findCoach(db, id)
  return coach?.isActive ? coach : null
}

/** The coach with this name, active or not, the active one first; null when there is none. */
export async function findCoachByName(db: Db | Tx, name: string): Promise<CoachRow | null> {
  const [coach] = await db.select().from(coaches).where(eq(coaches.name, name)).orderBy(desc(coaches.isActive)).limit(1)
  return coach ?? null
}

/** The active coach with this name; null when there is none. */
export async function findActiveCoachByName(db: Db | Tx, name: string): Promise<CoachRow | null> {
  const [coach] = await db
    .select()
    .from(coaches)
    .where(and(eq(coaches.name, name), eq(coaches.isActive, true)))
    .limit(1)
  return coach ?? null
}

/** The active coach whose page has this address; null when there is none. */
export async function findActiveCoachBySlug(db: Db | Tx, slug: string): Promise<CoachRow | null> {
  const [coach] = await db
    .select()
    .from(coaches)
    .where(and(eq(coaches.slug, slug), eq(coaches.isActive, true)))
  return coach ?? null
}

/** The active coaches of any of these games. */
export async function activeCoachesOf(db: Db | Tx, games: Expertise): Promise<CoachRow[]> {
  return db.select().from(coaches).where(isActiveIn(games))
}

/** What each active coach plays, by id, longest with us first: all that the next free hours ask of thousands. */
export async function gamesOfCoaches(db: Db | Tx): Promise<Map<string, Expertise>> {
  const rows = await db
    .select({ id: coaches.id, games: coaches.gameExpertise })
    .from(coaches)
    .where(eq(coaches.isActive, true))
    .orderBy(asc(coaches.createdAt), asc(coaches.id))
  return new Map(rows.map(({ id, games }) => [id, games]))
}

/** The coaches with these ids, by id. */
export async function findCoaches(db: Db | Tx, ids: string[]): Promise<Map<string, CoachRow>> {
  const rows = await db.select().from(coaches).where(inArray(coaches.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The ids of the active coaches, or of those of any of these games. */
export async function activeCoachIds(db: Db | Tx, games?: Expertise): Promise<string[]> {
  return (await db.select({ id: coaches.id }).from(coaches).where(isActiveIn(games))).map(({ id }) => id)
}

function isActiveIn(games?: Expertise) {
  return and(eq(coaches.isActive, true), games && arrayOverlaps(coaches.gameExpertise, games))
}

/** Where to write to a coach; null while the profile has no account with a verified e-mail: then nobody coaches there. */
export async function coachEmail(db: Db | Tx, coachId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(coaches)
    .innerJoin(users, and(eq(users.id, coaches.userId), isNotNull(users.emailVerifiedAt)))
    .where(eq(coaches.id, coachId))
  return row?.email ?? null
}

/**
 * Whether the account is an approved coach. Staff may ask about any e-mail; everybody else gets the truth about their
 * own verified account only, and false about others (WHO-5).
 */
export async function isCoach(db: Db, asking: Account, email: string): Promise<boolean> {
  const wanted = email.trim().toLowerCase()
  const isStaff = asking.isOwner || asking.isAdmin
  if (!isStaff && (wanted !== asking.email || !asking.emailVerified)) return false
  const [row] = await db
    .select({ id: coaches.id })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(eq(users.email, wanted))
  return row !== undefined
}

/** Creates a profile and lets every process drop the pages that show the coaches. */
export async function createCoach(db: Db, coach: typeof coaches.$inferInsert): Promise<CoachRow> {
  return db.transaction(async (tx) => {
    const row = only(await tx.insert(coaches).values(coach).returning())
    await notify(tx, 'pages')
    return row
  })
}

/** Writes down how many approved ratings a coach has and what they average to, 0 for none, and lets the pages that show it go. */
export async function recordAverageRating(
  tx: Tx,
  coachId: string,
  { average, count }: { average: number; count: number },
): Promise<void> {
  await tx
    .update(coaches)
    .set({ averageRating: average.toFixed(2), ratingCount: count, updatedAt: sql`now()` })
    .where(eq(coaches.id, coachId))
  await notify(tx, 'pages')
}

/**
 * Writes down how many students and whole hours of held sessions a coach has, counted at `countedAt`; when they changed,
 * the pages that show them go. The caller holds the coach's lock.
 */
export async function recordHeld(
  tx: Tx,
  coachId: string,
  { students, hours, countedAt }: { students: number; hours: number; countedAt: Date },
): Promise<void> {
  const shown = await findCoach(tx, coachId)
  const counted = { totalStudents: students, totalHours: hours }
  await tx
    .update(coaches)
    .set({ ...counted, countedAt })
    .where(eq(coaches.id, coachId))
  if (shown?.totalStudents !== students || shown.totalHours !== hours) await notify(tx, 'pages')
}

/** Writes down in which zone (IANA name) the coach's working hours are, and lets the pages that show it go. */
export async function recordZone(tx: Tx, coachId: string, zone: string): Promise<void> {
  await tx.update(coaches).set({ zone }).where(eq(coaches.id, coachId))
  await notify(tx, 'pages')
}

/**
 * Writes down how many minutes these coaches' answers take, and how many answers say so; of all others it is not known. When
 * one of them changed, the pages that show it go.
 */
export async function recordAnswerTimes(
  tx: Tx,
  counted: { coachId: string; minutes: number; answers: number }[],
): Promise<void> {
  const { rows: changed } = await tx.execute(sql`
    with counted as (
      select c.id, k.minutes, k.answers from ${coaches} c
      left join jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as k ("coachId" uuid, minutes integer, answers integer)
        on k."coachId" = c.id
    )
    update ${coaches} set answer_minutes = counted.minutes, answers_counted = counted.answers from counted
    where counted.id = coaches.id
      and (coaches.answer_minutes, coaches.answers_counted) is distinct from (counted.minutes, counted.answers)
    returning coaches.id`)
  if (changed.length > 0) await notify(tx, 'pages')
}

/** Writes down how often these coaches came on time; of all others it is not known. When one of them changed, the pages that show it go. */
export async function recordPunctuality(
  tx: Tx,
  counted: { coachId: string; onTime: number; of: number }[],
): Promise<void> {
  const { rows: changed } = await tx.execute(sql`
    with counted as (
      select c.id, k."onTime", k."of" from ${coaches} c
      left join jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as k ("coachId" uuid, "onTime" integer, "of" integer)
        on k."coachId" = c.id
    )
    update ${coaches} set known_arrivals = counted."of", on_time_arrivals = counted."onTime" from counted
    where counted.id = coaches.id
      and (coaches.known_arrivals, coaches.on_time_arrivals) is distinct from (counted."of", counted."onTime")
    returning coaches.id`)
  if (changed.length > 0) await notify(tx, 'pages')
}
