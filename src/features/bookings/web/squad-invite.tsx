import { useQuery } from '@tanstack/react-query'
import type { Booking } from '#src/features/bookings/contract.ts'
import { inDollars, offers } from '#src/features/bookings/services.ts'
import { seatLink } from '#src/features/coaches/seat-link.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { cx } from '#src/ui/class-names.ts'
import { CopyButton } from '#src/ui/controls/copy-button.tsx'
import { freeHoursQuery } from './picker/free-hours-query.ts'

type SquadInviteProps = {
  session: Pick<Booking, 'serviceId' | 'capacity' | 'sessionDate' | 'sessionTime' | 'startsAt'> & {
    coachId: string | null
  }
  className?: string
}

/** For who has a seat in a group: a link with which friends book the others. Nothing when no seat is left, or none can be booked. */
export function SquadInvite(props: SquadInviteProps) {
  const { capacity, coachId, startsAt } = props.session
  return capacity > 1 && coachId && startsAt ? <SeatsLeft coachId={coachId} {...props} /> : null
}

function SeatsLeft({ session, coachId, className }: SquadInviteProps & { coachId: string }) {
  const { serviceId, sessionDate, sessionTime, startsAt } = session
  const offer = offers.find(({ id }) => id === serviceId)
  const hours = useQuery({ ...freeHoursQuery(serviceId, coachId), enabled: offer !== undefined })
  const { data: coaches } = useQuery(coachesQuery)
  const coach = coaches?.find(({ id }) => id === coachId)
  const hour = hours.data?.days.flatMap((day) => day.hours).find((each) => each.startsAt === startsAt)
  if (!offer || !coach || hour?.state !== 'free') return null
  const { seatsLeft } = hour
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md border border-line p-3',
        className,
      )}
    >
      <p>
        <strong className="block text-strong">Your seat is paid. Bring your squad?</strong>
        {seatsLeft} {seatsLeft === 1 ? 'seat' : 'seats'} left, {inDollars(offer.price)} each.
      </p>
      <CopyButton
        text={location.origin + seatLink(coach.slug, { date: sessionDate, time: sessionTime })}
        done="Link copied"
        label="Copy link for your squad"
      >
        Copy link
      </CopyButton>
    </div>
  )
}
