import { Repeat2 } from 'lucide-react'
import type { MySession } from '#src/features/bookings/contract.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import type { OpenedOffer } from './choice.ts'
import { OfferButton } from './offer-button.tsx'

type BookAgainButtonProps = { session: MySession; onBook(offer: OpenedOffer): void }

/** Books a session like this one again, with the same coach and offer; says so where one of them is gone. */
export function BookAgainButton({ session, onBook }: BookAgainButtonProps) {
  const { serviceName, coachName } = session
  function find(offer: OpenedOffer) {
    if (!offer.choice?.serviceId)
      toast({ title: `${serviceName} is not sold any more`, description: `Choose another session with ${coachName}.` })
    return offer
  }
  return <OfferButton session={session} label="Book again" icon={Repeat2} find={find} onBook={onBook} />
}
