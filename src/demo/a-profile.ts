import type { Profile } from '#src/accounts/profile-contract.ts'
import { profiles } from '#src/accounts/server/table.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Account } from '#src/server/guards.ts'

/** What a player says about themselves, for demo data: nobody is told of it. */
export async function aProfile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, name }: Pick<Account, 'id' | 'name'>,
  said: Partial<Profile> = {},
): Promise<void> {
  await db.insert(profiles).values({
    userId: id,
    gamerTag: name,
    handles: { discord: name.toLowerCase(), epic: null },
    ranks: { 'rocket-league': null, fortnite: null },
    updatedAt: now(),
    ...said,
  })
}
