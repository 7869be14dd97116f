import { eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { discordNameGiven } from '#src/features/accounts/events.ts'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { prepared } from '#src/platform/database/prepared.ts'
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

const zoneOfPerson = prepared((db) =>
  db
    .select({ zone: profiles.zone })
    .from(profiles)
    .where(eq(profiles.userId, sql.placeholder('id')))
    .prepare('zone_of_person'),
)

/** The time zone of a person's profile, or null. Every page load asks for it. */
export async function readZone(db: Db, { id }: Account): Promise<string | null> {
  const [profile] = await zoneOfPerson(db).execute({ id })
  return profile?.zone ?? null
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

/** Saves the time zone of a person's profile, and nothing else of it. */
export async function saveZone(deps: Deps, person: Account, zone: string): Promise<{ zone: string }> {
  await deps.db.transaction(async (tx) => {
    await keepPerson(tx, person)
    await setZone(deps, tx, person.id, zone)
  })
  return { zone }
}

/** The same in a transaction that keeps the person, or has just made them. */
export async function setZone({ now }: Pick<Deps, 'now'>, tx: Tx, userId: string, zone: string): Promise<void> {
  const row = { zone, updatedAt: now() }
  await tx
    .insert(profiles)
    .values({ userId, ...emptyProfile, ...row })
    .onConflictDoUpdate({ target: profiles.userId, set: row })
}
