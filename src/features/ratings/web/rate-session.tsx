import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import type { MySession } from '#src/features/bookings/contract.ts'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import { useNow } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { listMyRatings } from '#src/features/ratings/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Stars } from './stars.tsx'

const RateDialog = lazyDialog(() => import('./rate-dialog.tsx'))

/** Under a session that took place: a button to rate it or, once that is done, the rating and what became of it. */
export function RateSession({ session, userId }: { session: MySession; userId: string }) {
  const [isOpen, setOpen] = useState(false)
  const isOver = isHeld(session, new Date(useNow()))
  const { data, refetch } = useQuery({
    // The person is part of the key: ratings are never shown to the next one on the same browser.
    queryKey: [callUrl(listMyRatings), userId],
    queryFn: () => callApi(listMyRatings),
    enabled: isOver,
  })
  if (!isOver || !data) return null
  const mine = data.find(({ bookingId }) => bookingId === session.id)
  if (mine)
    return (
      <p className="touch flex min-h-9 flex-wrap items-center gap-x-2 text-sm">
        <Stars rating={mine.rating} />
        {mine.isApproved
          ? 'Published'
          : mine.rejectReason
            ? `Not published: ${mine.rejectReason}`
            : 'Waiting for review'}
      </p>
    )

  async function done() {
    await refetch()
    setOpen(false)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Rate ${session.serviceName} with ${session.coachName}`}
        onClick={() => setOpen(true)}
      >
        <Star aria-hidden className="size-4" /> Rate session
      </Button>
      {isOpen && <RateDialog session={session} onClose={() => setOpen(false)} onDone={done} />}
    </>
  )
}
