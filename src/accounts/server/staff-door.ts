import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import type { Account } from '#src/server/guards.ts'
import { secondFactors, staffRules, users } from './table.ts'

/** What somebody may do now (ADR 013). */
export type Standing =
  /** What everybody with an account may. */
  | 'player'
  /** That, and what their roles allow. */
  | 'staff'
  /** Nothing yet: a second step is on, and was not proved in this way in. */
  | 'factor-unproved'
  /** What players may: the owner demands a second step of the team, and none is set up. */
  | 'factor-missing'

type Person = Pick<Account, 'isOwner' | 'isAdmin'> & { hasFactor: boolean; isDemanded: boolean }

/** What a `Person` is read from beside the roles; left-join `secondFactors`. */
export const factorColumns = {
  hasFactor: sql<boolean>`${secondFactors.onSince} is not null`,
  isDemanded: sql<boolean>`coalesce((select ${staffRules.secondFactor} from ${staffRules}), false)`,
}

/**
 * Decides whether somebody may act as staff now: the one door that every way in and every request goes through.
 * `provedFactor`: whether they proved their second step in this way in.
 */
export function standingOf({ isOwner, isAdmin, hasFactor, isDemanded }: Person, provedFactor: boolean): Standing {
  if (hasFactor && !provedFactor) return 'factor-unproved'
  if (!isOwner && !isAdmin) return 'player'
  return isDemanded && !hasFactor ? 'factor-missing' : 'staff'
}

/** The same of an account in the database, which must exist. */
export async function findStanding(db: Db | Tx, userId: string, provedFactor: boolean): Promise<Standing> {
  const [person] = await db
    .select({ isOwner: users.isOwner, isAdmin: users.isAdmin, ...factorColumns })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId))
  return standingOf(person!, provedFactor)
}

/** The account as verbs and guards see it: null for who may do nothing yet, without its roles while these wait. */
export function inStanding(account: Account, standing: Standing): Account | null {
  if (standing === 'factor-unproved') return null
  if (standing !== 'factor-missing') return account
  const { isOwner, isAdmin } = account
  return { ...account, isOwner: false, isAdmin: false, waitingRoles: { isOwner, isAdmin } }
}
