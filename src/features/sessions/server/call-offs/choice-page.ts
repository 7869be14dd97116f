import type { Deps } from '#src/deps.ts'
import { refundLeft } from '#src/features/bookings/rules.ts'
import { findFreeHours, presentHour } from '#src/features/bookings/server/bookings.ts'
import { findCoach, presentCoach } from '#src/features/coaches/server/coaches.ts'
import type { ChoicePage } from '#src/features/sessions/call-off-contract.ts'
import { takeOverWay } from '#src/features/sessions/call-offs.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { toDecimal } from '#src/shared/money.ts'
import { instantOf } from '#src/shared/zones.ts'
import { isOpen } from './choices.ts'
import type { Choosable } from './choose.ts'
import { illDayOf } from './ill-day.ts'
import { coachesToAsk, otherCoaches } from './other-coaches.ts'
import { presentChoice } from './states.ts'
import { countAsked } from './take-overs.ts'

/** How many coaches a player can choose from. */
const mostShown = 3

/** All that the page of a choice says. Of a settled one only what became of it. */
export async function showChoice(deps: Deps, { booking, choice }: Choosable): Promise<ChoicePage> {
  const { db, env, now } = deps
  const { date, time, startsAt } = choice
  const coach = choice.coachId && (await findCoach(db, choice.coachId))
  const page = {
    ...presentChoice(choice, coach ? coach.name : null),
    ...{ bookingId: booking.id, serviceName: booking.serviceName, capacity: booking.capacity, zone: booking.zone },
    startsAt: startsAt.toISOString(),
    price: toDecimal(booking.price),
    refund: toDecimal(refundLeft(booking)),
    way: takeOverWay(startsAt, now()),
    ...{ coaches: [], asked: 0, days: [], held: null, settled: null },
  }
  const { status, coachName } = booking
  if (!isOpen(choice, booking))
    return {
      ...page,
      refund: toDecimal(booking.refundDue),
      settled: { status, coachName, startsAt: booking.startsAt?.toISOString() ?? null },
    }
  const coaches =
    page.way === 'team'
      ? []
      : page.way === 'asked'
        ? await coachesToAsk(deps, db, booking, choice.id)
        : (await otherCoaches(deps, db, booking)).slice(0, mostShown)
  return {
    ...page,
    coaches: coaches.map(presentCoach),
    asked: choice.chosen === 'another-coach' ? await countAsked(db, choice.id) : 0,
    days: await hoursOf(deps, { booking, choice }),
    held: date && time ? { date, time, startsAt: instantOf(date, time, env.businessTimeZone).toISOString() } : null,
  }
}

/** The hours of the same coach, those of a day on which they are ill as closed; none when they are not with us any more. */
async function hoursOf(deps: Deps, { booking, choice }: Choosable): Promise<ChoicePage['days']> {
  const { coachId } = choice
  if (!coachId) return []
  try {
    const offered = await findFreeHours(deps, { serviceId: booking.serviceId, coachId }, { moving: booking })
    const isIll = await illDayOf(deps, deps.db, { booking, choice })
    const hours = offered.map((each) =>
      isIll(each.startsAt) ? { ...presentHour(each), state: 'closed' as const, seatsLeft: 0 } : presentHour(each),
    )
    const days = Map.groupBy(hours, (hour) => hour.date)
    return [...days].map(([date, hours]) => ({ date, hours }))
  } catch (error) {
    if (error instanceof NotFound) return []
    throw error
  }
}
