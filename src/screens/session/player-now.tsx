import { useState } from 'react'
import type { User } from '#src/features/accounts/contract.ts'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import { MeetingPlace } from '#src/features/bookings/web/meeting-place.tsx'
import { SessionActions } from '#src/features/bookings/web/my-sessions/my-session-actions.tsx'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { Deadlines } from '#src/features/bookings/web/my-sessions/my-session-deadlines.tsx'
import { useMySessions } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import { OwedLines } from '#src/features/bookings/web/owed-lines.tsx'
import { owedToPlayer } from '#src/features/bookings/web/owed-words.ts'
import { BookAgainButton } from '#src/features/checkout/web/book-again-button.tsx'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { BookingDialog } from '#src/features/checkout/web/lazy-booking-dialog.ts'
import { blockedText } from '#src/features/coaches/blocks.ts'
import { ChatButton } from '#src/features/messages/web/chat-button.tsx'
import { useThreads } from '#src/features/messages/web/threads-query.ts'
import { RateSession } from '#src/features/ratings/web/rate-session.tsx'
import { makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import { JoinOpens } from '#src/features/sessions/web/join/join-opens.tsx'
import { PlayerJoin } from '#src/features/sessions/web/join/player-join.tsx'
import { PlayerChoice } from '#src/features/sessions/web/player-choice.tsx'
import { PrepareButton } from '#src/features/sessions/web/preparation.tsx'
import { OpenQuestions } from '#src/features/sessions/web/question-card.tsx'
import { SafetyButton } from '#src/features/sessions/web/safety/safety-button.tsx'
import { SameHourButton } from '#src/features/sessions/web/same-hour-button.tsx'
import { SayWhatHappened } from '#src/features/sessions/web/say-what-happened.tsx'
import {
  isCalledOff,
  isCoachAsked,
  openJoin,
  useSessionStates,
} from '#src/features/sessions/web/session-states-query.ts'
import { TellDiscord } from '#src/features/sessions/web/tell-discord.tsx'
import { WhatEnded } from '#src/features/sessions/web/what-ended.tsx'
import { WrittenUp } from '#src/features/sessions/web/written-up.tsx'
import { callApi } from '#src/ui/call-api.ts'
import { lazyDialog, useEarlyDialogs } from '#src/ui/controls/lazy-dialog.tsx'
import { useNow } from '#src/ui/use-now.ts'

const ChatDialog = lazyDialog(() => import('#src/features/sessions/web/chat-dialog.tsx'))
const PrepareDialog = lazyDialog(() => import('#src/features/sessions/web/prepare-dialog.tsx'))
const oftenPressed = [ChatDialog, PrepareDialog]

type PlayerNowProps = {
  bookingId: string
  user: User
  /** The story has something new. */
  onChanged(): Promise<unknown>
}

/** What the player can do about a session now, with what My Sessions has for it. */
export function PlayerNow({ bookingId, user, onChanged }: PlayerNowProps) {
  const sessions = useMySessions(user.id)
  const states = useSessionStates(user.id)
  const threads = useThreads(user.id)
  const now = useNow()
  const readerZone = useReaderZone()
  const [open, setOpen] = useState<'chat' | 'prepare' | null>(null)
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  const session = sessions.data?.find(({ id }) => id === bookingId)
  useEarlyDialogs(session !== undefined, oftenPressed)
  // Older than all that My Sessions lists: there is nothing to do about it.
  if (!session) return null
  const state = states.data?.find((each) => each.bookingId === bookingId)
  const upcoming = isUpcoming(session, now)
  const hasBegun = session.startsAt !== null && Date.parse(session.startsAt) <= now
  const sent = state?.intake?.links.length
  const held = sessions.data?.filter((each) => isHeld(each, new Date(now)))
  const isNewestWithCoach = session.coachId && held?.find(({ coachId }) => coachId === session.coachId) === session
  const changed = () => Promise.all([sessions.refetch(), states.refetch(), onChanged()])
  async function sayCoachAsked() {
    await callApi(makeStatement, { params: { bookingId }, body: { says: 'coach-asked' } })
    await changed()
  }
  return (
    <>
      {session.isBlocked && <p className="text-warn">{blockedText}</p>}
      <OpenQuestions states={state && [state]} as="player" now={now} />
      {state && openJoin(state, now) ? (
        <PlayerJoin session={session} state={state} userId={user.id} now={now} />
      ) : (
        upcoming &&
        !isCalledOff(state) && (
          <>
            <MeetingPlace session={session} />
            <TellDiscord userId={user.id} />
            <JoinOpens state={state} now={now} />
          </>
        )
      )}
      <PlayerChoice session={session} state={state} userId={user.id} onChanged={changed} />
      {hasBegun ? (
        <WrittenUp session={session} now={now} onChanged={changed} />
      ) : (
        !isCalledOff(state) && (
          <OwedLines
            lines={owedToPlayer(session, now, readerZone, {
              where: 'in the chat',
              sent,
              isChecked: state?.checkedAt != null,
            })}
            className="figures"
          />
        )
      )}
      {!upcoming && <SayWhatHappened state={state} />}
      <SessionActions
        session={session}
        upcoming={upcoming}
        isCalledOff={isCalledOff(state)}
        isNext
        actions={
          <>
            <RateSession session={session} userId={user.id} />
            <ChatButton
              about={`${session.serviceName} with ${session.coachName}`}
              unread={threads.data?.find((each) => each.bookingId === bookingId)?.unread ?? 0}
              onOpen={() => setOpen('chat')}
            />
            {isHeld(session, new Date(now)) && <BookAgainButton session={session} onBook={setOffer} />}
          </>
        }
        more={<PrepareButton session={session} onOpen={() => setOpen('prepare')} />}
        last={
          <>
            {isNewestWithCoach && <SameHourButton session={session} onBook={setOffer} />}
            <SafetyButton bookingId={bookingId} about={`${session.serviceName} with ${session.coachName}`} />
            <WhatEnded session={session} now={now} />
          </>
        }
        onCoachAsked={sayCoachAsked}
        hasCoachAsked={() => isCoachAsked(state)}
        onChanged={changed}
      />
      {upcoming && !hasBegun && !isCalledOff(state) && <Deadlines session={session} now={now} />}
      {open === 'chat' && <ChatDialog session={session} onClose={() => setOpen(null)} />}
      {open === 'prepare' && <PrepareDialog session={session} userId={user.id} onClose={() => setOpen(null)} />}
      {offer && <BookingDialog offer={offer} onClose={() => setOffer(null)} />}
    </>
  )
}
