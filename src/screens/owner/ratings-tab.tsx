import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { approveRating, type listPendingRatings, rejectRating } from '#src/features/ratings/contract.ts'
import { Stars } from '#src/features/ratings/web/stars.tsx'
import type { CallReply } from '#src/shared/define-call.ts'
import { gameLabel } from '#src/shared/games.ts'
import { showDay } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { entryLook, GrowingList } from '#src/ui/lists/growing-list.tsx'
import type { useList } from '#src/ui/lists/use-list.ts'

const RejectDialog = lazyDialog(() => import('./reject-dialog.tsx'))

type PendingRating = CallReply<typeof listPendingRatings>[number]

/** Ratings to decide on. */
export function RatingsTab({ list }: { list: ReturnType<typeof useList<typeof listPendingRatings>> }) {
  const [toReject, setToReject] = useState<PendingRating | null>(null)
  const approve = useMutation({
    mutationFn: (id: string) => callApi(approveRating, { params: { id } }),
    onSuccess: async () => {
      await list.refetch()
      toast({ title: 'Rating approved', description: 'The rating is now public.' })
    },
    onError: (error) => toastError('Failed to approve rating.', error, 'Please try again.'),
  })
  return (
    <>
      <GrowingList
        label="Ratings to review"
        list={list}
        empty={
          <EmptyState icon={Star} title="No ratings to review">
            A rating appears here when a player rates a completed session.
          </EmptyState>
        }
      >
        {(rating) => (
          <li key={rating.id} className={entryLook}>
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <h3 className="display min-w-0 text-lg">{rating.coachName}</h3>
                <Stars rating={rating.rating} />
                <span className="figures text-sm">{rating.rating}/5</span>
              </div>
              <p className="figures mt-1 text-sm">
                {gameLabel(rating.game)}, {showDay(rating.createdAt)}
              </p>
              {rating.review ? (
                <p className="mt-3 max-w-prose whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">
                  {rating.review}
                </p>
              ) : (
                <p className="mt-3 text-faint">No review written</p>
              )}
            </div>
            <div className="flex flex-wrap items-start gap-3 lg:justify-end">
              <Button
                size="sm"
                busy={approve.isPending && approve.variables === rating.id}
                disabled={approve.isPending}
                aria-label={`Approve: rating of ${rating.coachName}`}
                onClick={() => approve.mutate(rating.id)}
              >
                Approve
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Reject: rating of ${rating.coachName}`}
                onClick={() => setToReject(rating)}
              >
                Reject
              </Button>
            </div>
          </li>
        )}
      </GrowingList>
      {toReject && (
        <RejectDialog
          title="Reject rating"
          description={`${toReject.rating} stars for ${toReject.coachName}`}
          reject={(reason) => callApi(rejectRating, { params: { id: toReject.id }, body: { reason } })}
          onClose={() => setToReject(null)}
          onDone={() => {
            setToReject(null)
            toast({ title: 'Rating rejected', description: 'It is not published, and its player can read why.' })
            void list.refetch()
          }}
        />
      )}
    </>
  )
}
