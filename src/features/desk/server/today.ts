import { and, asc, count, eq, gt, gte, isNotNull, lt, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '#src/deps.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { showToday as call, TodaysSession } from '#src/features/desk/contract.ts'
import { saidWords } from '#src/features/sessions/outcome-words.ts'
import { isOfNow } from '#src/features/sessions/server/sessions.ts'
import { checkIns, questions } from '#src/features/sessions/server/table.ts'
import { byName } from '#src/platform/database/fold.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { must } from '#src/shared/must.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { listWaiting } from './waiting.ts'

type Asking = Pick<Deps, 'db' | 'env' | 'now'>

/**
 * The sessions of today in a zone (IANA name), when the next one is, and what waits for this member of the team (DESK-1).
 * A coach's day is the business's: as such it is called off.
 */
export async function showToday(
  deps: Asking,
  staff: Account,
  zone = deps.env.businessTimeZone,
): Promise<CallReply<typeof call>> {
  const [sessions, coachDays, next, waiting] = await Promise.all([
    todaysSessions(deps, zone),
    listCoachDays(deps),
    nextStart(deps),
    listWaiting(deps, staff),
  ])
  return { zone, sessions, coachDays, next, waiting }
}

async function todaysSessions({ db, now }: Asking, zone: string): Promise<TodaysSession[]> {
  const { date } = wallClock(now(), zone)
  const [player, coach] = [alias(checkIns, 'player'), alias(checkIns, 'coach')]
  const isOf = (pressed: typeof player | typeof coach, side: 'player' | 'coach') =>
    and(eq(pressed.bookingId, bookings.id), eq(pressed.startsAt, bookings.startsAt), eq(pressed.side, side))
  const rows = await db
    .select({ booking: bookings, playerAt: player.at, coachAt: coach.at, question: questions })
    .from(bookings)
    .leftJoin(player, isOf(player, 'player'))
    .leftJoin(coach, isOf(coach, 'coach'))
    // One about a booking is open at a time.
    .leftJoin(questions, and(eq(questions.bookingId, bookings.id), ne(questions.state, 'settled'), isOfNow))
    .where(
      and(
        gte(bookings.startsAt, instantOf(date, '00:00', zone)),
        lt(bookings.startsAt, instantOf(addDays(date, 1), '00:00', zone)),
        ne(bookings.status, 'cancelled'),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(200)
  return rows.map(({ booking, playerAt, coachAt, question }) => {
    const { id, startsAt, endsAt, serviceName, coachName, customerName, status } = booking
    return {
      bookingId: id,
      startsAt: must(startsAt, 'its start').toISOString(),
      endsAt: must(endsAt, 'its end').toISOString(),
      ...{ serviceName, coachName, customerName, status },
      here: { player: playerAt?.toISOString() ?? null, coach: coachAt?.toISOString() ?? null },
      said: question && saidWords(question, { player: customerName, coach: coachName }, null),
    }
  })
}

async function listCoachDays({ db, env, now }: Asking): Promise<CallReply<typeof call>['coachDays']> {
  const zone = env.businessTimeZone
  const { date } = wallClock(now(), zone)
  const rows = await db
    .select({ coachId: coaches.id, coachName: coaches.name, date: bookings.sessionDate, bookings: count() })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(
      and(
        gte(bookings.startsAt, instantOf(date, '00:00', zone)),
        lt(bookings.startsAt, instantOf(addDays(date, 2), '00:00', zone)),
        ...[gt(bookings.endsAt, now()), eq(bookings.status, 'confirmed'), isNotNull(bookings.seatId)],
      ),
    )
    .groupBy(coaches.id, coaches.name, bookings.sessionDate)
    .orderBy(asc(bookings.sessionDate), byName(coaches.name))
    .limit(100)
  return rows
}

async function nextStart({ db, now }: Asking): Promise<string | null> {
  const [next] = await db
    .select({ startsAt: bookings.startsAt })
    .from(bookings)
    .where(and(gt(bookings.startsAt, now()), eq(bookings.status, 'confirmed')))
    .orderBy(asc(bookings.startsAt))
    .limit(1)
  return next?.startsAt?.toISOString() ?? null
}
