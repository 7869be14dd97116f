import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { playerName, withMeeters } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { showInstant } from '#src/shared/times.ts'
import { messages, threadSides, threads } from './table.ts'

/** So many hours before a session the team hears of words of its coach that the player has not read for so many minutes. */
const hoursAhead = 2
const minutesToRead = 15

export const alertUnreadJob = defineJob('messages.alert-unread-ahead')

/** Tells the team, once for each start, of sessions about to begin whose player has not read what the coach wrote. */
export async function alertUnreadAhead(deps: Deps): Promise<void> {
  const now = deps.now()
  const readable = new Date(+now - minutesToRead * 60_000).toISOString()
  // Not what another coach wrote before a hand-over.
  const isUnread = sql`exists (select from ${messages} m where m.thread_id = ${threads.id} and m.side = 'coach'
    and m.sender_id = (select c.user_id from ${coaches} c where c.id = ${bookings.coachId}) and m.created_at <= ${readable}
    and m.number > coalesce((select s.seen from ${threadSides} s where s.thread_id = ${threads.id} and s.side = 'player'), 0))`
  const unread = await deps.db
    .select({ booking: bookings })
    .from(bookings)
    .innerJoin(threads, eq(threads.bookingId, bookings.id))
    .where(
      and(
        ...[eq(bookings.status, 'confirmed'), isNotNull(bookings.seatId), gt(bookings.startsAt, now)],
        ...[lte(bookings.startsAt, new Date(+now + hoursAhead * 3_600_000)), isUnread],
      ),
    )
  for (const { booking } of unread)
    await deps.db.transaction(async (tx) => {
      const met = await withMeeters(tx, booking)
      const { id, serviceName, coachName, startsAt, zone, number } = met
      const player = playerName(met)
      await alertStaff(deps, tx, 'unanswered', {
        dedupeKey: `unread-ahead:${id}:${+(startsAt ?? 0)}`,
        thread: id,
        subject: `${player} has not read what ${coachName} wrote`,
        title: 'A message that nobody read',
        paragraphs: [`They meet ${startsAt ? showInstant(startsAt, zone) : 'soon'}. Call or text ${player}.`],
        facts: [
          ['Session', serviceName],
          ['Coach', coachName],
          ['Player', met.customerPhone ? `${player}, ${met.customerPhone}` : player],
          ['Booking', number],
        ],
        action: {
          label: 'Read it',
          owner: `/owner?tab=messages&booking=${id}`,
          admin: `/admin-sms?booking=${id}&mode=message`,
        },
      })
    })
}
