import { and, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Owed } from '#src/features/bookings/rules.ts'
import { findBooking } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { tellNotesDue } from './notices.ts'

const day = 24 * 3_600_000
/** So long after a session its coach is still reminded, where we could not do so in time. */
const longest = 4 * day

/** Hours before the notes are due, and before their price can go back, at which the coach is reminded. */
const [beforeDue, beforeRefund] = [4, 8]

/** Reminds each coach whose notes are not there: twice for each session, before they are due and before they cost money. */
export async function remindOfNotes(deps: Deps): Promise<void> {
  for (const { id, isLast } of await findDue(deps))
    await deps.db
      .transaction(async (tx) => {
        const booking = await findBooking(tx, id)
        if (booking && !booking.notesSentAt && !booking.notesMissedAt) await tellNotesDue(deps, tx, booking, isLast)
      })
      .catch((error) => deps.log.error({ err: error, booking: id }, 'a coach could not be reminded of notes'))
}

/** Sessions that took place, whose notes are due soon or should be there by now. */
async function findDue({ db, now }: Deps): Promise<{ id: string; isLast: boolean }[]> {
  const at = now()
  const reached = (fact: keyof Owed, before: number) =>
    sql<boolean>`${bookings.endsAt} + make_interval(hours => (${bookings.owed} ->> ${fact}::text)::int - ${before}::int) <= ${at.toISOString()}`
  return db
    .select({ id: bookings.id, isLast: reached('refundAfterHours', beforeRefund) })
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
        reached('notesWithinHours', beforeDue),
      ),
    )
}
