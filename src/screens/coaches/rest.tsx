import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { coachOffer } from '#src/features/checkout/web/coach-offer.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { AskCoach } from './ask-coach.tsx'
import { CoachOffers } from './coach-offers.tsx'
import { CoachRatings } from './coach-ratings.tsx'
import { OtherCoaches } from './other-coaches.tsx'

type RestProps = { coach: Coach; others: Coach[]; onOffer(offer: OpenedOffer): void }

/** A coach's page below the free hours. */
export default function Rest({ coach, others, onOffer }: RestProps) {
  return (
    <>
      <CoachOffers onChoose={(serviceId) => onOffer(coachOffer(coach, { serviceId }))} />
      <CoachRatings coach={coach} />
      <AskCoach coach={coach} />
      <OtherCoaches coach={coach} others={others} />
    </>
  )
}
