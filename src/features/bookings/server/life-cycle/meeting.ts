import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { profiles, users } from '#src/features/accounts/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { availability } from '#src/features/schedule/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { bookings } from '../table.ts'

type BookingRow = typeof bookings.$inferSelect

/** What the two of a session must know to meet. */
export type Meeters = {
  /** Null while there is no coach, or the coach has no account with a verified e-mail. */
  coachEmail: string | null
  /** Where the coach is texted, in E.164 form; null: nowhere. */
  coachPhone: string | null
  /** The coach's name on Discord. */
  coachDiscord: string | null
  /** The coach's own room, an address: for who booked. Null: they meet on Discord. */
  coachRoom: string | null
  /** Whether the coach has confirmed their hours: one who never did may not know that they are booked. */
  areHoursConfirmed: boolean
  /** The coach's own time zone, as their account says it, else that of their hours. */
  coachZone: string | null
  /** Names the coach's page; null: there is none now. */
  coachSlug: string | null
  /** For the eyes of coach and staff; null: the player has said nothing. */
  player: Profile | null
  /** Whether the player has proved that the booking's e-mail is theirs: they may have typed anybody's. */
  isEmailProven: boolean
  /** Whether the player has proved the e-mail of their account, and so that they are somebody. */
  isPlayerProven: boolean
  /** Whether the player has paid for a session, this one or another. */
  hasPlayerPaid: boolean
}

/** A booking with its meeters. Whatever tells people of a session is made from this: no mail can forget where it is. */
export type MetBooking = BookingRow & Meeters

/** A booking whose time is set. */
export type Scheduled<Row extends BookingRow = BookingRow> = Row & { startsAt: Date; endsAt: Date }

/** Whether this account has paid for a session. */
export function hasPaid(playerId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (select from ${bookings} as paid where paid.player_id = ${playerId} and paid.payment_id is not null)`
}

/** Who meets in a session of this coach and player, as both are known right now. */
export async function findMeeters(
  db: Db | Tx,
  { coachId, playerId, customerEmail }: Pick<BookingRow, 'coachId' | 'playerId' | 'customerEmail'>,
): Promise<Meeters> {
  const { rows } = await db.execute<Meeters>(sql`
    select
      case when coach_user.email_verified_at is not null then coach_user.email end as "coachEmail",
      case when coach_user.email_verified_at is not null then c.phone end as "coachPhone",
      c.discord_username as "coachDiscord",
      c.room_url as "coachRoom",
      c.hours_confirmed_at is not null as "areHoursConfirmed",
      coalesce(coach_profile.zone, a.zone) as "coachZone",
      case when c.is_active then c.slug end as "coachSlug",
      case when p.user_id is not null then json_build_object('gamerTag', p.gamer_tag, 'handles', p.handles, 'zone', p.zone,
        'ranks', p.ranks, 'goal', p.goal) end as player,
      coalesce(u.email_verified_at is not null and u.email = ${customerEmail}, false) as "isEmailProven",
      u.email_verified_at is not null as "isPlayerProven",
      ${hasPaid(sql`of_booking.player_id`)} as "hasPlayerPaid"
    from (values (${coachId}::uuid, ${playerId}::uuid)) as of_booking (coach_id, player_id)
      left join ${coaches} c on c.id = of_booking.coach_id
      left join ${availability} a on a.coach_id = c.id
      left join ${users} coach_user on coach_user.id = c.user_id
      left join ${profiles} coach_profile on coach_profile.user_id = c.user_id
      left join ${users} u on u.id = of_booking.player_id
      left join ${profiles} p on p.user_id = of_booking.player_id`)
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
