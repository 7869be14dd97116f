import type { Deps } from '#src/deps.ts'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { noRanks, profiles } from '#src/features/accounts/server/table.ts'
import type { Account } from '#src/platform/http/guards.ts'

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
    ranks: noRanks,
    updatedAt: now(),
    ...said,
  })
}
