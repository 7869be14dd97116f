import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { profiles, users } from '#src/features/accounts/server/table.ts'
import { playerName } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { composeMail, queueMail, wereQueued } from '#src/features/notifications/server/notifications.ts'
import { availability } from '#src/features/schedule/server/table.ts'
import { showCity, showDateIn, showTimeIn } from '#src/shared/times.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { type CoachsSeat, coachsSeats, hourSection, hoursOf, takesPlace, watch } from './coachs-hours.ts'

/** On the coach's own clock; a plan later than that tells of a morning that is over. */
const [planFrom, planUntil] = ['07:00', '11:00'] as const
const twoDays = 48 * 3_600_000

/** A coach's morning: the date on their clock, and the zone of that. */
type Morning = { coachId: string; zone: string; date: string }

/**
 * Mails each coach their day at 7 AM of their zone: the sessions until the next morning, and what to watch before those after.
 * Asked each quarter of an hour, sent once.
 */
export async function mailDayPlans(deps: Deps): Promise<void> {
  const mornings = await findMornings(deps)
  const sent = await wereQueued(deps.db, mornings.map(keyOf))
  for (const morning of mornings.filter((each) => !sent.has(keyOf(each))))
    await mailDayPlan(deps, morning).catch((error) =>
      deps.log.error({ err: error, coach: morning.coachId }, 'a day’s plan could not be sent'),
    )
}

const keyOf = ({ coachId, date }: Morning) => `day-plan:${coachId}:${date}:coach`

/** The coaches with sessions soon for whom it is morning. */
async function findMornings({ db, env, now }: Deps): Promise<Morning[]> {
  const at = now()
  const rows = await db
    .selectDistinct({
      coachId: coaches.id,
      zone: sql<string>`coalesce(${profiles.zone}, ${availability.zone}, ${env.businessTimeZone})`,
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(users, and(eq(users.id, coaches.userId), isNotNull(users.emailVerifiedAt)))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(availability, eq(availability.coachId, coaches.id))
    .where(and(takesPlace, gt(bookings.startsAt, at), lt(bookings.startsAt, new Date(+at + twoDays))))
  return rows.flatMap(({ coachId, zone }) => {
    const { date, time } = wallClock(at, zone)
    return planFrom <= time && time < planUntil ? [{ coachId, zone, date }] : []
  })
}

async function mailDayPlan(deps: Deps, morning: Morning): Promise<void> {
  const { coachId, zone, date } = morning
  // What begins at night is told of the morning before.
  const [tomorrow, after] = [1, 2].map((days) => instantOf(addDays(date, days), planFrom, zone)) as [Date, Date]
  await deps.db.transaction(async (tx) => {
    const seats = await coachsSeats(deps, tx, { coachId, from: deps.now(), to: after })
    const today = seats.filter(({ startsAt }) => startsAt < tomorrow)
    const toWatch = seats.filter((seat) => seat.startsAt >= tomorrow && owesReplays(seat))
    const [first] = [...today, ...toWatch]
    if (!first?.about.email) return
    const hours = hoursOf(today)
    const count = hours.length === 1 ? '1 session' : `${hours.length} sessions`
    const begins = showTimeIn(first.startsAt, zone)
    await queueMail(deps, tx, {
      dedupeKey: keyOf(morning),
      audience: 'staff',
      ...composeMail(deps.env, {
        to: first.about.email,
        subject:
          hours.length > 0 ? `Today: ${count}, the first at ${begins}` : 'To watch today, for tomorrow’s sessions',
        preheader:
          hours.length > 0 ? 'Who comes, what they said, and what you owe.' : 'The players sent replays, or still can.',
        title: hours.length > 0 ? 'Your day' : 'Before tomorrow',
        paragraphs: [
          hours.length > 0
            ? `${first.about.hello} you coach ${count} today, ${showDateIn(first.startsAt, zone)}. All times are yours (${showCity(zone)}).`
            : `${first.about.hello} you coach nobody today. This is for tomorrow; all times are yours (${showCity(zone)}).`,
        ],
        sections: [
          ...hours.map((hour) => hourSection(hour, date)),
          ...(toWatch.length > 0 ? [{ heading: 'Before tomorrow', lines: toWatch.map(watchLine) }] : []),
        ],
        action: { label: 'Open your agenda', url: `${deps.env.baseUrl}/coach-dashboard?section=agenda` },
        why: 'You get this because you coach at Level Up.',
        optOut: 'dayPlans',
        about: [...today, ...toWatch].map(({ about }) => about.booking.id),
      }),
    })
  })
}

const owesReplays = ({ about: { booking }, hasWatched }: CoachsSeat) => (booking.owed?.replays ?? 0) > 0 && !hasWatched

function watchLine({ about: { booking, zone }, startsAt, said }: CoachsSeat): string {
  const links = said?.links.length ? ` Sent with what they said: ${said.links.join(' ')}` : ''
  return `${showTimeIn(startsAt, zone)}, ${playerName(booking)}: ${watch(booking.owed?.replays ?? 0)} and tick it in your agenda.${links}`
}
