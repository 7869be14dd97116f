import { type Placeholder, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Profile } from '#src/accounts/profile-contract.ts'
import { profiles, users } from '#src/accounts/server/table.ts'
import { coaches } from '#src/coaches/server/table.ts'
import type { Db, Tx } from '#src/server/db.ts'
import { prepareSql } from '#src/server/prepare-once.ts'
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
  /** Whether the player has proved that the booking's e-mail is theirs: they may have typed anybody's. */
  isEmailProven: boolean
}

/** A booking with its meeters. Whatever tells people of a session is made from this: no mail can forget where it is. */
export type MetBooking = BookingRow & Meeters

type Given = AnyPgColumn | Placeholder

/** Looked up within another statement, which has the ids of coach and player, and the booking's e-mail. */
export const meetersBy = (coachId: Given, playerId: Given, email: Given) => ({
  coachEmail: sql<string | null>`(
    select u.email from ${coaches} c join ${users} u on u.id = c.user_id and u.email_verified_at is not null
      where c.id = ${coachId})`,
  coachDiscord: sql<string | null>`(select c.discord_username from ${coaches} c where c.id = ${coachId})`,
  player: sql<Profile | null>`(
    select json_build_object('gamerTag', p.gamer_tag, 'handles', p.handles, 'zone', p.zone, 'ranks', p.ranks, 'goal', p.goal)
      from ${profiles} p where p.user_id = ${playerId})`,
  isEmailProven: sql<boolean>`exists (
    select from ${users} u where u.id = ${playerId} and u.email = ${email} and u.email_verified_at is not null)`,
})

const found = meetersBy(sql.placeholder('coachId'), sql.placeholder('playerId'), sql.placeholder('customerEmail'))
const meeters = prepareSql<Meeters>(
  'meeters',
  sql`select ${found.coachEmail} as "coachEmail", ${found.coachDiscord} as "coachDiscord", ${found.player} as player,
    ${found.isEmailProven} as "isEmailProven"`,
)

/** Who meets in a session of this coach and player, as both are known right now. */
export async function findMeeters(
  db: Db | Tx,
  { coachId, playerId, customerEmail }: Pick<BookingRow, 'coachId' | 'playerId' | 'customerEmail'>,
): Promise<Meeters> {
  const [row] = await meeters(db).execute({ coachId, playerId, customerEmail })
  return row!
}

/** The booking with its meeters. */
export async function withMeeters(db: Db | Tx, booking: BookingRow): Promise<MetBooking> {
  return { ...booking, ...(await findMeeters(db, booking)) }
}
