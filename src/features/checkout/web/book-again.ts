import type { MySession } from '#src/features/bookings/contract.ts'
import { offers } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import type { OpenedOffer } from './choice.ts'
import { coachOffer } from './coach-offer.ts'

/** What books a session like this one again, while its coach is among `coaches` and the two are in touch; without its service when that is not sold any more. */
export function bookAgainOffer(
  session: Pick<MySession, 'coachId' | 'isBlocked' | 'serviceId'>,
  coaches: Coach[],
): OpenedOffer | null {
  const coach = coaches.find(({ id }) => id === session.coachId)
  const offer = offers.find(({ id }) => id === session.serviceId)
  return coach && !session.isBlocked ? coachOffer(coach, { serviceId: offer?.id ?? null }) : null
}
