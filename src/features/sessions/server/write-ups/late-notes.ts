import { and, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { findBooking } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { tellNotesDue } from './notices.ts'

const day = 24 * 3_600_000
/** So long after a session its coach is still reminded, where we could not do so in time. */
const longest = 4 * day

/** Reminds each coach whose notes are due and not there, once for each session: the mail's key is its start's. */
export async function remindOfNotes(deps: Deps): Promise<void> {
  for (const { id } of await findDue(deps))
    await deps.db
      .transaction(async (tx) => {
        const booking = await findBooking(tx, id)
        if (booking && !booking.notesSentAt && !booking.notesMissedAt) await tellNotesDue(deps, tx, booking)
      })
      .catch((error) => deps.log.error({ err: error, booking: id }, 'a coach could not be reminded of notes'))
}

/** Sessions that took place, whose notes should be there by now. */
async function findDue({ db, now }: Deps): Promise<{ id: string }[]> {
  const at = now()
  return db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        inArray(bookings.status, ['confirmed', 'completed']),
        isNotNull(bookings.seatId),
        isNotNull(bookings.owed),
        isNull(bookings.notesSentAt),
        isNull(bookings.notesMissedAt),
        gt(bookings.startsAt, new Date(+at - longest)),
        lt(bookings.startsAt, at),
        sql`${bookings.endsAt} + make_interval(hours => (${bookings.owed} ->> 'notesWithinHours')::int) <= ${at.toISOString()}`,
      ),
    )
}
