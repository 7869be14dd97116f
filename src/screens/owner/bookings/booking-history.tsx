import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { useStory } from '#src/features/sessions/web/story-query.ts'
import { StoryTimeline } from '#src/features/sessions/web/story-timeline.tsx'

/** All that happened to a booking, oldest first; closed until asked for. */
export function BookingHistory({ booking: { id } }: { booking: Booking }) {
  const zone = useRoomZone()
  const { user } = useAccount()
  const { data } = useStory(user?.id, id, 'staff')
  if (!data || data.events.length === 0) return null
  const { session, events } = data
  return (
    <details className="text-sm">
      <summary className="touch flex w-fit cursor-pointer items-center rounded-sm font-semibold text-strong">
        History ({events.length})
      </summary>
      <div className="mt-3">
        <StoryTimeline label="History" events={events} reader={{ as: 'staff', playerName: session.playerName, zone }} />
      </div>
    </details>
  )
}
