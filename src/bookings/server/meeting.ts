import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Profile } from '#src/accounts/profile-contract.ts'
import { profileColumns, profiles, users } from '#src/accounts/server/table.ts'
import { coaches } from '#src/coaches/server/table.ts'
import type { Db, Tx } from '#src/server/db.ts'
import { prepareOnce } from '#src/server/prepare-once.ts'
import type { bookings } from './table.ts'

type BookingRow = typeof bookings.$inferSelect

/** What the two of a session must know to meet. */
export type Meeters = {
  /** Null while there is no coach, or the coach has no account with a verified e-mail. */
  coachEmail: string | null
  /** The coach's name on Discord. */
  coachDiscord: string | null
  /** For the eyes of coach and staff; null: the player has said nothing. */
  player: Profile | null
}

/** A booking with its meeters. Whatever tells people of a session is made from this: no mail can forget where it is. */
export type MetBooking = BookingRow & Meeters

const coachToMeet = prepareOnce((db) =>
  db
    .select({ coachEmail: users.email, coachDiscord: coaches.discordUsername })
    .from(coaches)
    .leftJoin(users, and(eq(users.id, coaches.userId), isNotNull(users.emailVerifiedAt)))
    .where(eq(coaches.id, sql.placeholder('coachId')))
    .prepare('coach_to_meet'),
)

const profileToMeet = prepareOnce((db) =>
  db
    .select(profileColumns)
    .from(profiles)
    .where(eq(profiles.userId, sql.placeholder('playerId')))
    .prepare('profile_to_meet'),
)

/** Who meets in a session of this coach and player, as both are known right now. */
export async function findMeeters(
  db: Db | Tx,
  { coachId, playerId }: Pick<BookingRow, 'coachId' | 'playerId'>,
): Promise<Meeters> {
  const [[coach], [player]] = await Promise.all([
    coachId ? coachToMeet(db).execute({ coachId }) : [],
    playerId ? profileToMeet(db).execute({ playerId }) : [],
  ])
  return {
    coachEmail: coach?.coachEmail ?? null,
    coachDiscord: coach?.coachDiscord ?? null,
    player: player ?? null,
  }
}

/** The booking with its meeters. */
export async function withMeeters(db: Db | Tx, booking: BookingRow): Promise<MetBooking> {
  return { ...booking, ...(await findMeeters(db, booking)) }
}
