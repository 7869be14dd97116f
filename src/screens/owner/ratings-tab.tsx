import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PersonLink } from '#src/features/accounts/web/person-link.tsx'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import {
  approveRating,
  type listApprovedRatings,
  type listPendingRatings,
  type ReviewedRating,
  rejectRating,
  rejectReasons,
  undoRatingDecision,
} from '#src/features/ratings/contract.ts'
import { Stars } from '#src/features/ratings/web/stars.tsx'
import { gameLabel } from '#src/shared/games.ts'
import { showDay } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { entryLook, GrowingList } from '#src/ui/lists/growing-list.tsx'
import type { useList } from '#src/ui/lists/use-list.ts'
import { Undo, useUndo } from '#src/ui/lists/use-undo.tsx'

const RejectDialog = lazyDialog(() => import('./reject-dialog.tsx'))

type RatingsTabProps = {
  list: ReturnType<typeof useList<typeof listPendingRatings>>
  approved: ReturnType<typeof useList<typeof listApprovedRatings>>
}

/** Ratings to decide on, and those that are public. */
export function RatingsTab({ list, approved }: RatingsTabProps) {
  const [toReject, setToReject] = useState<ReviewedRating | null>(null)
  const refresh = () => Promise.all([list.refetch(), approved.refetch()])
  const [pending, open] = [useUndo(list.items), useUndo(approved.items)]
  const rows = { pending, open }

  /** The row stays where it was pressed, and can be taken back there. */
  async function settle(rating: ReviewedRating, { decisionId }: ReviewedRating, words: string) {
    const { decided } = rating.isApproved ? rows.open : rows.pending
    const undo = () =>
      callApi(undoRatingDecision, { params: { id: rating.id }, body: { decisionId: decisionId ?? '' } })
    decided(rating, words, () => undo().finally(refresh))
    await refresh()
  }
  const approve = useMutation({
    mutationFn: (rating: ReviewedRating) => callApi(approveRating, { params: { id: rating.id } }),
    onSuccess: async (after, rating) => {
      await settle(rating, after, 'Approved')
      toast({ title: 'Rating approved', description: 'The rating is now public.' })
    },
    onError: (error) => toastError('Failed to approve rating.', error, 'Please try again.'),
  })
  const entry = (rating: ReviewedRating, decided: ReturnType<typeof pending.of>, buttons: ReactNode) => (
    <li key={rating.id} className={entryLook}>
      <Rating rating={rating} />
      <div className="flex flex-wrap items-start gap-3 lg:justify-end">
        {decided ? <Undo {...decided} about={`rating of ${rating.coachName}`} /> : buttons}
      </div>
    </li>
  )
  const rejectButton = (rating: ReviewedRating, label: 'Reject' | 'Withdraw') => (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`${label}: rating of ${rating.coachName}`}
      onClick={() => setToReject(rating)}
    >
      {label}
    </Button>
  )
  return (
    <div className="grid gap-12">
      <GrowingList
        label="Ratings to review"
        list={{ ...list, items: pending.rows }}
        empty={
          <EmptyState icon={Star} title="No ratings to review">
            A rating appears here when a player rates a completed session.
          </EmptyState>
        }
      >
        {(rating) =>
          entry(
            rating,
            pending.of(rating.id),
            <>
              <Button
                size="sm"
                busy={approve.isPending && approve.variables.id === rating.id}
                disabled={approve.isPending}
                aria-label={`Approve: rating of ${rating.coachName}`}
                onClick={() => approve.mutate(rating)}
              >
                Approve
              </Button>
              {rejectButton(rating, 'Reject')}
            </>,
          )
        }
      </GrowingList>
      {/* One after the other: a list that comes would push the next one away. */}
      {list.items && (
        <section aria-labelledby="approved-ratings">
          <h2 id="approved-ratings" className="display mb-2 text-lg">
            Approved
          </h2>
          <p className="mb-6">Everybody reads these at their coach. Withdraw takes one off again, with a reason.</p>
          <GrowingList label="Approved ratings" list={{ ...approved, items: open.rows }} empty={<p>None yet.</p>}>
            {(rating) => entry(rating, open.of(rating.id), rejectButton(rating, 'Withdraw'))}
          </GrowingList>
        </section>
      )}
      {toReject && (
        <RejectDialog
          about={toReject.id}
          title={toReject.isApproved ? 'Withdraw rating' : 'Reject rating'}
          verb={toReject.isApproved ? 'Withdraw' : 'Reject'}
          description={`${toReject.rating} stars for ${toReject.coachName}`}
          hint="Its player can read it. Few stars are no reason."
          reasons={rejectReasons}
          reject={async (chosen) => {
            const reason = chosen as (typeof rejectReasons)[number]
            const after = await callApi(rejectRating, { params: { id: toReject.id }, body: { reason } })
            void settle(toReject, after, toReject.isApproved ? 'Withdrawn' : 'Rejected')
          }}
          onClose={() => setToReject(null)}
          onDone={() => {
            setToReject(null)
            toast({
              title: toReject.isApproved ? 'Rating withdrawn' : 'Rating rejected',
              description: 'It is not published, and its player can read why.',
            })
          }}
        />
      )}
    </div>
  )
}

function Rating({ rating }: { rating: ReviewedRating }) {
  const zone = useRoomZone()
  const { coachName, review, rank, game, createdAt, bookingId, session } = rating
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="display min-w-0 text-lg">{coachName}</h3>
        <Stars rating={rating.rating} />
        <span className="figures text-sm">{rating.rating}/5</span>
      </div>
      <p className="figures mt-1 text-sm">
        {gameLabel(game)}, {showDay(createdAt, zone)}
        {rank && `, rank: ${rank}`}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
        <PersonLink userId={session.playerId} name={session.customerName} />
        <AppLink
          to={`/sessions/${bookingId}?as=staff`}
          className="touch inline-flex min-h-6 items-center underline underline-offset-4"
        >
          Session {session.number}
        </AppLink>
      </p>
      {review ? (
        <p dir="auto" className="mt-3 max-w-prose whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">
          {review}
        </p>
      ) : (
        <p className="mt-3 text-faint">No review written</p>
      )}
    </div>
  )
}
