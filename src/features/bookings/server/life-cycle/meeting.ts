import { sql } from 'drizzle-orm'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { profiles, users } from '#src/features/accounts/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import type { bookings } from '../table.ts'

type BookingRow = typeof bookings.$inferSelect

/** What the two of a session must know to meet. */
export type Meeters = {
  /** Null while there is no coach, or the coach has no account with a verified e-mail. */
  coachEmail: string | null
  /** The coach's name on Discord. */
  coachDiscord: string | null
  /** The coach's own time zone, as their account says it. */
  coachZone: string | null
  /** Names the coach's page; null: there is none now. */
  coachSlug: string | null
  /** For the eyes of coach and staff; null: the player has said nothing. */
  player: Profile | null
  /** Whether the player has proved that the booking's e-mail is theirs: they may have typed anybody's. */
  isEmailProven: boolean
  /** Whether the player has proved the e-mail of their account, and so that they are somebody. */
  isPlayerProven: boolean
}

/** A booking with its meeters. Whatever tells people of a session is made from this: no mail can forget where it is. */
export type MetBooking = BookingRow & Meeters

/** A booking whose time is set. */
export type Scheduled<Row extends BookingRow = BookingRow> = Row & { startsAt: Date; endsAt: Date }

/** Who meets in a session of this coach and player, as both are known right now. */
export async function findMeeters(
  db: Db | Tx,
  { coachId, playerId, customerEmail }: Pick<BookingRow, 'coachId' | 'playerId' | 'customerEmail'>,
): Promise<Meeters> {
  const { rows } = await db.execute<Meeters>(sql`
    select
      (select u.email from ${coaches} c join ${users} u on u.id = c.user_id and u.email_verified_at is not null
        where c.id = ${coachId}) as "coachEmail",
      (select c.discord_username from ${coaches} c where c.id = ${coachId}) as "coachDiscord",
      (select p.zone from ${coaches} c join ${profiles} p on p.user_id = c.user_id where c.id = ${coachId}) as "coachZone",
      (select c.slug from ${coaches} c where c.id = ${coachId} and c.is_active) as "coachSlug",
      (select json_build_object('gamerTag', p.gamer_tag, 'handles', p.handles, 'zone', p.zone, 'ranks', p.ranks, 'goal', p.goal)
        from ${profiles} p where p.user_id = ${playerId}) as player,
      exists (select from ${users} u
        where u.id = ${playerId} and u.email = ${customerEmail} and u.email_verified_at is not null) as "isEmailProven",
      exists (select from ${users} u where u.id = ${playerId} and u.email_verified_at is not null) as "isPlayerProven"`)
  return only(rows)
}

/** False for a booking that still waits for its time ('TBD'). */
export function isScheduled<Row extends BookingRow>(booking: Row): booking is Scheduled<Row> {
  return booking.startsAt !== null && booking.endsAt !== null
}

/** The booking with its meeters. */
export async function withMeeters(db: Db | Tx, booking: BookingRow): Promise<MetBooking> {
  return { ...booking, ...(await findMeeters(db, booking)) }
}
