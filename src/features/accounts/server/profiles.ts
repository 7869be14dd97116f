import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { discordNameGiven } from '#src/features/accounts/events.ts'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { keepPerson } from './personal-data.ts'
import { noRanks, profileColumns, profiles } from './table.ts'

const emptyProfile: Profile = {
  gamerTag: null,
  handles: { discord: null, epic: null },
  zone: null,
  ranks: noRanks,
  goal: null,
}

/** A person's profile; empty if there is none. */
export async function readProfile(db: Db, person: Account): Promise<Profile> {
  const [profile] = await db.select(profileColumns).from(profiles).where(eq(profiles.userId, person.id))
  return profile ?? emptyProfile
}

/** Replaces a person's profile; a new Discord name emits an event. */
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
    if (discord && discord !== before?.handles.discord) await jobs.emit(tx, discordNameGiven, { accountId: person.id })
  })
  return profile
}
