import { eq } from 'drizzle-orm'
import { discordNameGiven } from '#src/accounts/events.ts'
import type { Profile } from '#src/accounts/profile-contract.ts'
import type { Db } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Account } from '#src/server/guards.ts'
import { keepPerson } from './personal-data.ts'
import { profileColumns, profiles } from './table.ts'

const emptyProfile: Profile = {
  gamerTag: null,
  handles: { discord: null, epic: null },
  zone: null,
  ranks: { 'rocket-league': null, fortnite: null },
  goal: null,
}

/** What the person has said about themselves; empty when nothing. */
export async function readProfile(db: Db, person: Account): Promise<Profile> {
  const [profile] = await db.select(profileColumns).from(profiles).where(eq(profiles.userId, person.id))
  return profile ?? emptyProfile
}

/** Keeps it in place of what was said before, and tells whom a new Discord name concerns. */
export async function saveProfile({ db, jobs, now }: Deps, person: Account, profile: Profile): Promise<Profile> {
  await db.transaction(async (tx) => {
    await keepPerson(tx, person)
    const [before] = await tx
      .select({ handles: profiles.handles })
      .from(profiles)
      .where(eq(profiles.userId, person.id))
      .for('update')
    const row = { ...profile, updatedAt: now() }
    await tx
      .insert(profiles)
      .values({ userId: person.id, ...row })
      .onConflictDoUpdate({ target: profiles.userId, set: row })
    const { discord } = profile.handles
    if (discord && discord !== before?.handles.discord) await jobs.tell(tx, discordNameGiven, { accountId: person.id })
  })
  return profile
}
