import { and, asc, eq, gte, isNotNull, lt } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { whereToMeet } from '#src/features/bookings/meeting.ts'
import {
  type About,
  aboutCoach,
  type BookingRow,
  isKnown,
  playerName,
  whoOf,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { MailParts } from '#src/features/notifications/server/notifications.ts'
import type { Intake } from '#src/features/sessions/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { must } from '#src/shared/must.ts'
import { showStart } from '#src/shared/session-times.ts'
import { showTimeIn } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { findIntake, presentIntake } from './intakes.ts'

/** A session as its coach reads of it: one player's seat, with what they said and whether their replays are watched. */
export type CoachsSeat = { about: About; startsAt: Date; said: Intake | null; hasWatched: boolean }

/** The seats of a coach's sessions that begin from `from` until before `to`, soonest first; not of those called off. */
export async function coachsSeats(
  { env }: Pick<Deps, 'env'>,
  db: Db | Tx,
  { coachId, from, to }: { coachId: string; from: Date; to: Date },
): Promise<CoachsSeat[]> {
  const rows = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.coachId, coachId), takesPlace, gte(bookings.startsAt, from), lt(bookings.startsAt, to)))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
  const seats: CoachsSeat[] = []
  for (const row of rows) {
    const intake = await findIntake(db, row.id)
    seats.push({
      about: aboutCoach(await withMeeters(db, row), env),
      startsAt: must(row.startsAt, 'a start'),
      said: presentIntake(intake),
      hasWatched: !!intake?.watchedAt,
    })
  }
  return seats
}

/** A session called off has no seat, while its player chooses. */
export const takesPlace = and(eq(bookings.status, 'confirmed'), isNotNull(bookings.seatId))

/** Seats that begin together: a group's are one hour of the coach. */
export function hoursOf(seats: CoachsSeat[]): [CoachsSeat, ...CoachsSeat[]][] {
  const hours = Map.groupBy(seats, ({ startsAt }) => +startsAt)
  return [...hours.values()] as [CoachsSeat, ...CoachsSeat[]][]
}

/** Who plays in an hour: `Rimshot and VexFlip`. */
export function playersOf(hour: CoachsSeat[]): string {
  const names = hour.map(({ about }) => playerName(about.booking))
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()
}

/**
 * An hour in a mail: when, who comes, what they said, where they meet, what the coach owes, and where to write to them.
 * `today` is the date that goes without saying; null: any.
 */
export function hourSection(
  hour: [CoachsSeat, ...CoachsSeat[]],
  today: string | null,
): NonNullable<MailParts['sections']>[number] {
  const [{ about, startsAt }] = hour
  const isToday = today === null || wallClock(startsAt, about.zone).date === today
  const when = isToday ? showTimeIn(startsAt, about.zone) : showStart(startsAt, about.zone)
  const { serviceName, coachRoom } = about.booking
  const place = whereToMeet(about.booking).place
  return {
    heading: `${when}: ${playersOf(hour)}, ${serviceName}`,
    lines: [
      `Where: ${coachRoom ? `your room ${coachRoom}, or ${place}` : place}`,
      ...hour.flatMap((seat) => [
        whoOf(seat.about),
        ...saidLines(seat),
        ...tasksOf(seat.about.booking, seat.hasWatched),
        `All about it: ${seat.about.page}`,
      ]),
    ],
  }
}

function saidLines({ about: { booking }, said }: CoachsSeat): string[] {
  // What somebody typed who has proved nothing is read in the dashboard, not in a mail of ours.
  if (!isKnown(booking)) return []
  if (!said) return ['They have not said yet what to fix: ask in the chat.']
  const rows: [string, string | null][] = [
    ['Rank', said.rank],
    ['Goal', said.goal],
    ['What holds them back', said.holdsBack],
    ['Replays and clips', said.links.join(' ')],
  ]
  return rows.flatMap(([label, text]) => (text ? [`${label}: ${text.replace(/\s+/g, ' ')}`] : []))
}

function tasksOf({ owed }: Pick<BookingRow, 'owed'>, hasWatched: boolean): string[] {
  if (!owed) return []
  const { replays, notesWithinHours } = owed
  return [
    ...(replays > 0 ? [hasWatched ? 'Replays watched: done.' : `You owe: ${watch(replays)} before you meet.`] : []),
    `You owe: the notes within ${notesWithinHours} hours after it.`,
  ]
}

/** `watch 2 replays`, as the coach ticks it in the agenda. */
export function watch(replays: number): string {
  return `watch ${replays === 1 ? '1 replay' : `${replays} replays`}`
}
