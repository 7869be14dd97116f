import { Star } from 'lucide-react'
import { useState } from 'react'
import type { MySession } from '#src/features/bookings/contract.ts'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import { useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useMyRatings } from './my-ratings.ts'
import { Stars } from './stars.tsx'

const RateDialog = lazyDialog(() => import('./rate-dialog.tsx'))

type RateSessionProps = {
  session: MySession
  userId: string
  /** The page asks for the stars in another place: there is no button here. */
  isAskedElsewhere?: boolean
}

/** Under a session that took place: a button to rate it or, once that is done, the rating and what became of it. */
export function RateSession({ session, userId, isAskedElsewhere = false }: RateSessionProps) {
  const [isOpen, setOpen] = useState(false)
  const isOver = isHeld(session, new Date(useNow()))
  const { data, error, refetch } = useMyRatings(userId, isOver)
  const state = useSessionStates(userId).data?.find(({ bookingId }) => bookingId === session.id)
  if (!isOver || session.isOwn) return null
  if (!data) return error ? null : <Skeleton className="h-9 w-36" />
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
  if (isAskedElsewhere) return null

  async function done() {
    await refetch()
    setOpen(false)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Rate session: ${session.serviceName} with ${session.coachName}`}
        onClick={() => setOpen(true)}
      >
        <Star aria-hidden className="size-4" /> Rate session
      </Button>
      {isOpen && <RateDialog session={session} state={state} onClose={() => setOpen(false)} onDone={done} />}
    </>
  )
}
