import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { secondFactors, staffRules, users } from '../table.ts'

/** What a person may do now (ADR 013). */
export type Standing =
  /** What every account may do. */
  | 'player'
  /** The above, and what their roles allow. */
  | 'staff'
  /** Nothing yet: a second factor is on and was not proved in this login. */
  | 'factor-unproved'
  /** What players may do: the owner requires a second factor of staff, and none is set up. */
  | 'factor-missing'

type Person = Pick<Account, 'isOwner' | 'isAdmin'> & { hasFactor: boolean; isDemanded: boolean }

/** The columns a `Person` needs beside the roles; left-join `secondFactors`. */
export const factorColumns = {
  hasFactor: sql<boolean>`${secondFactors.onSince} is not null`,
  isDemanded: sql<boolean>`coalesce((select ${staffRules.secondFactor} from ${staffRules}), false)`,
}

/**
 * Decides whether somebody may act as staff now. Every login and every request goes through it. `provedFactor`: whether
 * they proved their second factor in this login.
 */
export function standingOf({ isOwner, isAdmin, hasFactor, isDemanded }: Person, provedFactor: boolean): Standing {
  if (hasFactor && !provedFactor) return 'factor-unproved'
  if (!isOwner && !isAdmin) return 'player'
  return isDemanded && !hasFactor ? 'factor-missing' : 'staff'
}

/** The same for an account in the database, which must exist. */
export async function findStaffStanding(db: Db | Tx, userId: string, provedFactor: boolean): Promise<Standing> {
  const rows = await db
    .select({ isOwner: users.isOwner, isAdmin: users.isAdmin, ...factorColumns })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId))
  return standingOf(only(rows), provedFactor)
}

/** The account as features and guards see it: null if it may do nothing yet, without roles that are inactive. */
export function inStanding(account: Account, standing: Standing): Account | null {
  if (standing === 'factor-unproved') return null
  if (standing !== 'factor-missing') return account
  const { isOwner, isAdmin } = account
  return { ...account, isOwner: false, isAdmin: false, waitingRoles: { isOwner, isAdmin } }
}
