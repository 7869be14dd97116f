import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { BookAgainButton } from '#src/features/checkout/web/book-again-button.tsx'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { AfterLowRating, isLow, lowTitle } from '#src/features/ratings/web/after-low-rating.tsx'
import { useMyRatings } from '#src/features/ratings/web/my-ratings.ts'
import { RatingForm } from '#src/features/ratings/web/rating-form.tsx'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { isOpenQuestion } from '#src/features/sessions/web/question-card.tsx'
import { showMoment } from '#src/shared/session-times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'

const ClaimDialog = lazyDialog(() => import('#src/features/bookings/web/my-sessions/my-session-claim.tsx'))
const ShareStoryDialog = lazyDialog(() => import('#src/features/stories/web/share-story-dialog.tsx'))

/** From so many held sessions on there is a climb to tell of. */
const storyAfter = 3
const askedFor = 14 * 24 * 3_600_000

type Asking = {
  states: SessionState[] | undefined
  /** Of a mail that led here. */
  linkedId: string | null
  /** Whether the player lets us ask. */
  isWanted: boolean
  /** Epoch milliseconds. */
  now: number
}

/**
 * The session that My Sessions asks a rating for: the one a mail leads to, else the last one held, for two weeks; none with a
 * claim or dispute, or a question that is open.
 */
export function sessionToRate(held: MySession[], { states, linkedId, isWanted, now }: Asking): MySession | null {
  const isQuestioned = (id: string) =>
    states?.some(({ bookingId, question }) => bookingId === id && question && isOpenQuestion(question))
  const rateable = held.filter(
    ({ id, coachId, isOwn, claim, dispute }) => coachId && !isOwn && !claim && !dispute && !isQuestioned(id),
  )
  const [last] = rateable
  const isFresh = last?.endsAt && now - Date.parse(last.endsAt) < askedFor
  return rateable.find(({ id }) => id === linkedId) ?? (isWanted && isFresh ? last : null)
}

type RatingCardProps = {
  session: MySession
  state: SessionState | undefined
  userId: string
  /** How many sessions the player has had. */
  heldCount: number
  /** A mail led here. */
  isLinked: boolean
  onBook(offer: OpenedOffer): void
  /** The guarantee was claimed. */
  onChanged(): Promise<unknown>
  /** Asks no more after any session; absent for those who cannot say so yet. */
  onSwitchOff?(): void
}

/** Asks for the stars of a session, then offers the next one or, after few stars, says what can be done; nothing where it was rated before. */
export function RatingCard({
  session,
  state,
  userId,
  heldCount,
  isLinked,
  onBook,
  onChanged,
  onSwitchOff,
}: RatingCardProps) {
  const ratings = useMyRatings(userId)
  /** How many stars were sent. */
  const [sent, setSent] = useState<number | null>(null)
  const [isSharing, setSharing] = useState(false)
  const [isClaiming, setClaiming] = useState(false)
  const readerZone = useReaderZone()
  const canClaim = session.refusals['claim-guarantee'] === null
  const heading = useRef<HTMLHeadingElement>(null)
  const isAsked = ratings.data && (sent !== null || !ratings.data.some(({ bookingId }) => bookingId === session.id))
  useLedTo(heading, isLinked && isAsked === true)
  if (!isAsked) return null

  async function done(stars: number) {
    await ratings.refetch()
    // The form goes: what follows takes its focus.
    flushSync(() => setSent(stars))
    heading.current?.focus()
  }
  async function claimed() {
    setClaiming(false)
    await onChanged()
  }
  return (
    <Panel aria-labelledby="rate">
      <h2 id="rate" ref={heading} tabIndex={-1} className="display mb-3 text-lg outline-none">
        {sent === null ? `How was ${session.coachName}?` : isLow(sent) ? lowTitle : 'Thank you!'}
      </h2>
      {sent === null && session.startsAt && (
        <p className="figures mb-3 text-sm">
          {session.serviceName}, {showMoment(session.startsAt, readerZone)}
        </p>
      )}
      {sent !== null && isLow(sent) && <AfterLowRating session={session} state={state} />}
      {sent !== null && !isLow(sent) && (
        <>
          <p>We read your rating before it is published. Keep climbing?</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <BookAgainButton session={session} onBook={onBook} />
            {heldCount >= storyAfter && (
              <Button variant="secondary" size="sm" onClick={() => setSharing(true)}>
                Share Your Story
              </Button>
            )}
          </div>
        </>
      )}
      {sent === null && (
        <RatingForm
          session={session}
          brief
          onDone={done}
          buttons={(busy) => (
            <Button type="submit" busy={busy} className="justify-self-start">
              Send rating
            </Button>
          )}
        />
      )}
      {sent === null && (
        <div className="mt-3 grid justify-items-start gap-1">
          {canClaim && session.guaranteeUntil && (
            <p className="figures">
              Not right? Your guarantee runs until {showMoment(session.guaranteeUntil, readerZone)}.{' '}
              <Button variant="secondary" size="sm" className="align-middle" onClick={() => setClaiming(true)}>
                Claim it
              </Button>
            </p>
          )}
          {onSwitchOff && (
            <p className="text-sm">
              Once a session.{' '}
              <button type="button" className="touch underline underline-offset-4" onClick={onSwitchOff}>
                Switch it off
              </button>
            </p>
          )}
        </div>
      )}
      {isClaiming && <ClaimDialog session={session} onClose={() => setClaiming(false)} onDone={claimed} />}
      {isSharing && <ShareStoryDialog onClose={() => setSharing(false)} />}
    </Panel>
  )
}

/** Brings the card into view for those whom a mail led to it. */
function useLedTo(heading: RefObject<HTMLElement | null>, isLed: boolean) {
  useEffect(() => {
    if (isLed) heading.current?.scrollIntoView({ block: 'center' })
  }, [isLed, heading])
}
