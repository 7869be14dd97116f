import { and, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import { fold } from '#src/shared/text/fold.ts'
import { tellWhenReady } from './going-live.ts'
import { coaches } from './table.ts'

/** What an approved applicant's first profile is made of; the coach edits it afterwards. */
export type FirstProfile = Omit<typeof coaches.$inferInsert, 'id' | 'slug' | 'isActive' | 'userId'>

/** `/api/coaches/check` is a call, so no coach's page may be called that. */
const reservedSlugs = ['check']

/**
 * Makes a profile that nobody sees until the owner publishes it, at an address of its own: `name`, else `name-2` and so
 * on. Returns its id.
 */
export async function createHiddenCoach(tx: Tx, profile: FirstProfile): Promise<string> {
  const base = slugOf(profile.name)
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (reservedSlugs.includes(slug)) continue
    const [made] = await tx
      .insert(coaches)
      .values({ ...profile, slug, isActive: false })
      .onConflictDoNothing({ target: coaches.slug })
      .returning({ id: coaches.id })
    if (made) return made.id
  }
}

/** Takes a profile away again that was just made. Returns false when coach or owner did something with it. */
export async function dropHiddenCoach(tx: Tx, coachId: string): Promise<boolean> {
  const { id, isActive, hoursConfirmedAt, rulesVersion, createdAt, updatedAt } = coaches
  const isUntouched = and(isNull(hoursConfirmedAt), isNull(rulesVersion), eq(updatedAt, createdAt))
  const dropped = await tx
    .delete(coaches)
    .where(and(eq(id, coachId), eq(isActive, false), isUntouched))
    .returning({ id })
  return dropped.length > 0
}

/** The profile of an account; null when it has none. */
export async function findCoachIdOf(tx: Tx, accountId: string): Promise<string | null> {
  const [coach] = await tx.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, accountId))
  return coach?.id ?? null
}

/** Gives a profile without account to an account without profile; one that has an account keeps it. */
export async function linkCoach(deps: Deps, tx: Tx, coachId: string, accountId: string): Promise<void> {
  if (await findCoachIdOf(tx, accountId)) return
  const linked = await tx
    .update(coaches)
    .set({ userId: accountId })
    .where(and(eq(coaches.id, coachId), isNull(coaches.userId)))
    .returning({ id: coaches.id })
  if (linked.length > 0) await tellWhenReady(deps, tx, coachId)
}

/** Takes a profile off the public pages; sessions that are booked stay booked. */
export async function deactivateCoach(tx: Tx, coachId: string): Promise<void> {
  const [hidden] = await tx
    .update(coaches)
    .set({ isActive: false })
    .where(and(eq(coaches.id, coachId), eq(coaches.isActive, true)))
    .returning({ id: coaches.id })
  if (hidden) await notify(tx, 'pages')
}

/** `'Ápex Orbit!'` → `'apex-orbit'`; a name without a Latin letter or digit becomes `coach`. */
function slugOf(name: string): string {
  return (
    fold(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'coach'
  )
}
