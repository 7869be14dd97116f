import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import { instantOf } from '#src/shared/zones.ts'
import { choices, proposals } from '../table.ts'
import { type ChoiceRow, isOpen } from './choices.ts'

/**
 * The newest choice about each of these bookings, for its present start, and whether the present coach caused it. Bookings
 * without one are missing, and those that somebody cancelled while their player could choose.
 */
export async function choicesOf(
  db: Db,
  bookingIds: string[],
): Promise<Map<string, { choice: SessionState['choice']; isOfCoach: boolean }>> {
  const rows = await db
    .select({ choice: choices, coachName: coaches.name, booking: bookings })
    .from(choices)
    .innerJoin(bookings, and(eq(bookings.id, choices.bookingId), eq(bookings.startsAt, choices.startsAt)))
    .leftJoin(coaches, eq(coaches.id, choices.coachId))
    .where(inArray(choices.bookingId, bookingIds))
    .orderBy(desc(choices.createdAt))
  const newestOf = Map.groupBy(rows, ({ choice }) => choice.bookingId)
  return new Map(
    [...newestOf].flatMap(([bookingId, [newest]]) =>
      newest && (newest.choice.settledAt || isOpen(newest.choice, newest.booking))
        ? [
            [
              bookingId,
              {
                choice: presentChoice(newest.choice, newest.coachName),
                isOfCoach: newest.choice.coachId === newest.booking.coachId,
              },
            ],
          ]
        : [],
    ),
  )
}

/** A choice as its player sees it. */
export function presentChoice(choice: ChoiceRow, coachName: string | null): NonNullable<SessionState['choice']> {
  const { id, cause, word, chosen } = choice
  return {
    ...{ id, cause, word, chosen, coachName: coachName ?? 'Your coach' },
    deadline: choice.deadline?.toISOString() ?? null,
    settledAt: choice.settledAt?.toISOString() ?? null,
  }
}

/** What the coach proposes for each of these bookings, for its present start. Bookings without a proposal are missing. */
export async function proposalsOf(db: Db, bookingIds: string[]): Promise<Map<string, SessionState['proposal']>> {
  const rows = await db
    .select({ bookingId: bookings.id, date: proposals.date, time: proposals.time, zone: bookings.zone })
    .from(proposals)
    .innerJoin(bookings, and(eq(bookings.id, proposals.bookingId), eq(bookings.startsAt, proposals.startsAt)))
    .where(and(inArray(bookings.id, bookingIds), isNull(proposals.acceptedAt), eq(bookings.status, 'confirmed')))
  return new Map(
    rows.map(({ bookingId, date, time, zone }) => [
      bookingId,
      { date, time, startsAt: instantOf(date, time, zone).toISOString() },
    ]),
  )
}
