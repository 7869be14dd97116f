import { and, eq, gt, isNotNull, lte, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import {
  type About,
  type BookingRow,
  factsOf,
  type MetBooking,
  type Notice,
  playerName,
  tell,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { callMinutes } from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { showInstant, showTimeIn } from '#src/shared/times.ts'
import { checkIns } from '../table.ts'

const hour = 3_600_000
/** No session is longer. */
const longest = 4 * hour

/** Calls each coach whose player has been waiting in the Join place since five minutes past the start, by mail and SMS, once, and tells our team. */
export async function callMissingCoaches(deps: Deps): Promise<void> {
  for (const booking of await findWaiting(deps))
    await deps.db
      .transaction((tx) => callCoach(deps, tx, booking))
      .catch((error) => deps.log.error({ err: error, booking: booking.id }, 'a coach could not be called'))
}

/** Sessions under way, none of them called off, whose player has pressed 'I am here' for this start and whose coach has not, for no seat of a group. */
async function findWaiting({ db, now }: Deps): Promise<BookingRow[]> {
  const at = now()
  const ofCoach = alias(checkIns, 'of_coach')
  const seat = alias(bookings, 'seat')
  const rows = await db
    .select({ booking: bookings })
    .from(bookings)
    .innerJoin(
      checkIns,
      and(eq(checkIns.bookingId, bookings.id), eq(checkIns.startsAt, bookings.startsAt), eq(checkIns.side, 'player')),
    )
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        isNotNull(bookings.seatId),
        lte(bookings.startsAt, new Date(+at - callMinutes * 60_000)),
        gt(bookings.startsAt, new Date(+at - longest)),
        gt(bookings.endsAt, at),
        notExists(
          db
            .select({ side: ofCoach.side })
            .from(ofCoach)
            .innerJoin(seat, eq(seat.id, ofCoach.bookingId))
            .where(
              and(
                eq(seat.coachId, bookings.coachId),
                eq(ofCoach.startsAt, bookings.startsAt),
                eq(ofCoach.side, 'coach'),
              ),
            ),
        ),
      ),
    )
  return rows.map(({ booking }) => booking)
}

async function callCoach(deps: Deps, tx: Tx, booking: BookingRow): Promise<void> {
  const key = `coach-called:${booking.id}:${+(booking.startsAt ?? 0)}`
  const met = await withMeeters(tx, booking)
  await tell(deps, tx, met, { key }, (about) => (about.as === 'coach' ? calledNotice(about) : null))
  await alertWaiting(deps, tx, met, key)
}

/** To the coach who is not there: their player is. */
function calledNotice(about: About): Notice {
  const { booking, hello, zone, env } = about
  const player = playerName(booking)
  const began = booking.startsAt ? showTimeIn(booking.startsAt, zone) : 'now'
  return {
    subject: `${player} is waiting for you: your session began at ${began}`,
    preheader: 'Press I am here in your agenda: they see it at once.',
    title: `${player} is waiting for you`,
    paragraphs: [
      `${hello} your session began at ${began}, and ${player} has pressed I am here.`,
      'Press I am here in your agenda: they see it at once. It says where you meet, too.',
      'You cannot come? Call the session off there: then they choose what suits them.',
    ],
    facts: factsOf(about),
    action: { label: 'Open your agenda', url: `${env.baseUrl}/coach-dashboard?section=agenda` },
    invite: null,
    sms: [
      `${player} is waiting for you: your session began at ${began}. Press I am here:`,
      `${player} is waiting, since ${began}. Press I am here:`,
    ],
  }
}

/** Tells our team of a player who waits; where the coach has no account, nobody else can reach them. */
async function alertWaiting(deps: Deps, tx: Tx, booking: MetBooking, dedupeKey: string): Promise<void> {
  const { id, coachName, coachEmail, coachPhone, startsAt, zone, serviceName, number } = booking
  const page = `/owner?booking=${id}` as const
  const player = playerName(booking)
  await alertStaff(deps, tx, 'waiting', {
    dedupeKey: `${dedupeKey}:alert`,
    subject: `${player} is waiting for ${coachName} right now`,
    title: 'A player is alone in a session',
    paragraphs: [
      `The session has begun: ${player} has pressed I am here, ${coachName} has not.`,
      coachEmail
        ? coachPhone
          ? `${coachName} has just been mailed and, unless they stopped that, texted. Call ${coachPhone}.`
          : `${coachName} has just been mailed, and has no phone number with us to text. Call them if you can.`
        : `${coachName} has no account, and nobody told them: call them, or write to ${player} in the chat.`,
    ],
    facts: [
      ['Session', serviceName],
      ['Coach', coachName],
      ['When', startsAt ? showInstant(startsAt, zone) : 'no time yet'],
      ['Player', player],
      ['Booking', number],
    ],
    thread: id,
    action: { label: 'Open booking', owner: page, admin: page },
  })
}
