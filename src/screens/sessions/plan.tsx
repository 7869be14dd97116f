import { memo } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#src/features/accounts/contract.ts'
import { useProfile } from '#src/features/accounts/web/profile-query.ts'
import { VerifyNotice } from '#src/features/accounts/web/verify-notice.tsx'
import type { MySession } from '#src/features/bookings/contract.ts'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { useMySessions } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import { BookAgainButton } from '#src/features/checkout/web/book-again-button.tsx'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { ChatButton } from '#src/features/messages/web/chat-button.tsx'
import { useThreads } from '#src/features/messages/web/threads-query.ts'
import { MailsComeBack } from '#src/features/notifications/web/mails-come-back.tsx'
import { useMailChoice } from '#src/features/notifications/web/use-mail-choice.ts'
import { useMyRatings } from '#src/features/ratings/web/my-ratings.ts'
import { RateSession } from '#src/features/ratings/web/rate-session.tsx'
import { makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import { JoinOpens } from '#src/features/sessions/web/join/join-opens.tsx'
import { PlayerJoin } from '#src/features/sessions/web/join/player-join.tsx'
import { PlayerChoice } from '#src/features/sessions/web/player-choice.tsx'
import { PrepareButton, YourCoachSees } from '#src/features/sessions/web/preparation.tsx'
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
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Conversations } from './conversations.tsx'
import { HeldRungs } from './held-rungs.tsx'
import { Lists, ListsToCome } from './lists.tsx'
import { useLiveNews } from './live-news.ts'
import { RatingCard, sessionToRate } from './rating-card.tsx'

type PlanProps = {
  user: User | null
  /** Open the dialog of a booking; `onInquiry`: of a contact. They stay the same: a dialog that opens redraws none of this. */
  onChat(bookingId: string): void
  onPrepare(bookingId: string): void
  onInquiry(contactId: string): void
  onSafety(bookingId: string): void
  onBook(offer: OpenedOffer): void
}

/** What comes, what was, and what can be done about each. */
export const Plan = memo(function Plan({ user, onChat, onPrepare, onInquiry, onSafety, onBook }: PlanProps) {
  const { data, error, isFetching, refetch } = useMySessions(user?.id)
  const threads = useThreads(user?.id)
  const ratings = useMyRatings(user?.id)
  const states = useSessionStates(user?.id)
  const profile = useProfile(user?.id)
  const now = useNow()
  useLiveNews(states.data)
  const held = data?.filter((session) => isHeld(session, new Date(now))) ?? []
  const next = data?.find((session) => isUpcoming(session, now))
  const linkedRating = useSearch().get('rate')
  const [, navigate] = useLocation()
  const asking = useMailChoice(user, 'ratings')
  const isWanted = asking.wanted !== false
  const toRate = sessionToRate(held, { states: states.data, linkedId: linkedRating, isWanted, now })
  // What stands between the lists and above them comes with them: nothing jumps.
  const isLoaded = [threads, ratings, states, profile].every(({ data, failureCount }) => data || failureCount > 0)
  const isReady = data !== undefined && isLoaded && asking.wanted !== undefined

  const actions = (session: MySession) => (
    <>
      {user && <RateSession session={session} userId={user.id} isAskedElsewhere={session === toRate} />}
      <ChatButton
        about={`${session.serviceName} with ${session.coachName}`}
        unread={threads.data?.find(({ bookingId }) => bookingId === session.id)?.unread ?? 0}
        onOpen={() => onChat(session.id)}
      />
      {held.includes(session) && <BookAgainButton session={session} onBook={onBook} />}
    </>
  )
  const more = (session: MySession) => <PrepareButton session={session} onOpen={() => onPrepare(session.id)} />
  const last = (session: MySession) => (
    <>
      {session.coachId && held.find(({ coachId }) => coachId === session.coachId) === session && (
        <SameHourButton session={session} onBook={onBook} />
      )}
      <SafetyButton
        bookingId={session.id}
        about={`${session.serviceName} with ${session.coachName}`}
        onOpen={() => onSafety(session.id)}
      />
      <WhatEnded session={session} now={now} />
    </>
  )
  const stateOf = ({ id }: MySession) => states.data?.find(({ bookingId }) => bookingId === id)
  const choice = (session: MySession) =>
    user && <PlayerChoice session={session} state={stateOf(session)} userId={user.id} onChanged={refetch} />
  const news = (session: MySession) =>
    user && (
      <>
        <WrittenUp session={session} now={now} onChanged={refetch} />
        <JoinOpens state={stateOf(session)} now={now} />
        {session === next && <TellDiscord userId={user.id} />}
        {isUpcoming(session, now) && <YourCoachSees state={stateOf(session)} />}
        {!isUpcoming(session, now) && <SayWhatHappened state={stateOf(session)} />}
      </>
    )
  const join = (session: MySession) => {
    const state = stateOf(session)
    return user && state && openJoin(state, now) ? (
      <PlayerJoin session={session} state={state} userId={user.id} now={now} />
    ) : null
  }
  async function askNoMore() {
    await asking.switchOff('You can still rate each session beside it, or switch it on in Account.')
    // The card goes, also where a mail led to it, and with it what had the focus.
    navigate('/sessions', { replace: true })
    document.querySelector('main')?.focus()
  }
  const sayCoachAsked = async ({ id }: MySession) => {
    await callApi(makeStatement, { params: { bookingId: id }, body: { says: 'coach-asked' } })
    await states.refetch()
  }
  return (
    <>
      {user && (isReady || error) && (
        <>
          <MailsComeBack user={user} />
          <VerifyNotice />
          <OpenQuestions states={states.data} as="player" now={now} />
        </>
      )}
      {error && (
        <LoadFailed title="Your sessions could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
      )}
      {isReady ? (
        <Lists
          sessions={data}
          now={now}
          actions={actions}
          more={more}
          last={last}
          choice={choice}
          news={news}
          join={join}
          isCalledOff={(session) => isCalledOff(stateOf(session))}
          onCoachAsked={sayCoachAsked}
          hasCoachAsked={(session) => isCoachAsked(stateOf(session))}
          onChanged={() => Promise.all([refetch(), states.refetch()])}
          onBook={onBook}
        >
          {user && toRate && (
            <RatingCard
              key={toRate.id}
              session={toRate}
              state={stateOf(toRate)}
              userId={user.id}
              heldCount={held.length}
              isLinked={toRate.id === linkedRating}
              onBook={onBook}
              onChanged={() => Promise.all([refetch(), states.refetch()])}
              onSwitchOff={asking.wanted ? askNoMore : undefined}
            />
          )}
          <HeldRungs held={held} />
          {threads.data && (
            <Conversations sessions={data} threads={threads.data} onOpen={onChat} onOpenInquiry={onInquiry} />
          )}
          {data.some(({ withdrawUntil }) => withdrawUntil !== null) && (
            <p>
              Bought it within the last 14 days?{' '}
              <AppLink to="/withdraw" className="touch text-strong underline underline-offset-4">
                Withdraw from a contract
              </AppLink>
            </p>
          )}
        </Lists>
      ) : (
        !error && <ListsToCome />
      )}
    </>
  )
})
