import { useQueryClient } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { freeHoursQuery } from '#src/features/bookings/web/picker/free-hours-query.ts'
import { NearestHours } from '#src/features/bookings/web/picker/nearest-hours.tsx'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { OfferButton } from '#src/features/checkout/web/offer-button.tsx'
import { showMoment } from '#src/shared/session-times.ts'
import { sameHourNextWeek } from './same-hour.ts'

type Session = Pick<
  MySession,
  'coachId' | 'coachName' | 'isBlocked' | 'serviceId' | 'serviceName' | 'sessionDate' | 'sessionTime' | 'zone'
>
type SameHourButtonProps = { session: Session; onBook(offer: OpenedOffer): void }

/** Where that hour is taken: when it is, and what is free around it. */
type Taken = { wanted: string; nearest: Hour[]; book(hour: Hour): void }

/** Books the same hour next week: one press fills the dialog where it is free, else it says what is nearest. */
export function SameHourButton({ session, onBook }: SameHourButtonProps) {
  const readerZone = useReaderZone()
  const client = useQueryClient()
  const [taken, setTaken] = useState<Taken | null>(null)

  async function find(offer: OpenedOffer) {
    setTaken(null)
    const { choice } = offer
    // What was sold is not sold any more: the dialog asks what else.
    if (!choice?.serviceId) return offer
    const { days } = await client.fetchQuery({
      ...freeHoursQuery(choice.serviceId, choice.coachId),
      networkMode: 'always',
    })
    const at = ({ date, time }: Hour) => ({ ...offer, choice: { ...choice, date, time } })
    const found = sameHourNextWeek(session, days)
    if ('hour' in found) return at(found.hour)
    const book = (hour: Hour) => {
      setTaken(null)
      onBook(at(hour))
    }
    setTaken({ ...found, book })
    return null
  }

  return (
    <OfferButton session={session} label="Same hour next week" icon={CalendarCheck} find={find} onBook={onBook}>
      {taken && (
        <div role="alert" className="w-full text-sm">
          {showMoment(taken.wanted, readerZone)} is not free.{' '}
          {taken.nearest.length > 0 ? 'Nearest:' : `${session.coachName} has no free hour in the next 14 days.`}
          <NearestHours hours={taken.nearest} readerZone={readerZone} onChoose={taken.book} />
        </div>
      )}
    </OfferButton>
  )
}
