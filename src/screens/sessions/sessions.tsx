import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { VerifyNotice } from '#src/features/accounts/web/verify-notice.tsx'
import type { MySession } from '#src/features/bookings/contract.ts'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { useMySessions } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import { BookAgainButton } from '#src/features/checkout/web/book-again-button.tsx'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { BookingDialog } from '#src/features/checkout/web/lazy-booking-dialog.ts'
import { usePendingBooking } from '#src/features/checkout/web/pending-booking.ts'
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
import { SafetyButton, SafetyDialog } from '#src/features/sessions/web/safety/safety-button.tsx'
import { SameHourButton } from '#src/features/sessions/web/same-hour-button.tsx'
import { SayWhatHappened } from '#src/features/sessions/web/say-what-happened.tsx'
import {
  isCalledOff,
  isCoachAsked,
  openJoin,
  useSessionStates,
} from '#src/features/sessions/web/session-states-query.ts'
import { WhatEnded } from '#src/features/sessions/web/what-ended.tsx'
import { WrittenUp } from '#src/features/sessions/web/written-up.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { callApi } from '#src/ui/call-api.ts'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Conversations } from './conversations.tsx'
import { HeldRungs } from './held-rungs.tsx'
import { Lists, ListsToCome } from './lists.tsx'
import { useLiveNews } from './live-news.ts'
import { RatingCard, sessionToRate } from './rating-card.tsx'

const ChatDialog = lazyDialog(() => import('#src/features/sessions/web/chat-dialog.tsx'))
const InquiryDialog = lazyDialog(() => import('./inquiry-dialog.tsx'))
const PrepareDialog = lazyDialog(() => import('#src/features/sessions/web/prepare-dialog.tsx'))

/** A player's sessions: what comes, what was, and what can be done about each. */
export default function Sessions() {
  const user = useRequireLogin()
  const { data, error, isFetching, refetch } = useMySessions(user?.id)
  const threads = useThreads(user?.id)
  const ratings = useMyRatings(user?.id)
  const states = useSessionStates(user?.id)
  const [chatId, setChatId] = useLinked('thread', user !== null)
  const [prepareId, setPrepareId] = useLinked('prepare', user !== null)
  const [inquiryId, setInquiryId] = useLinked('inquiry', user !== null)
  const [safetyId, setSafetyId] = useState<string | null>(null)
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  usePendingBooking(setOffer)
  const now = useNow()
  useLiveNews(states.data)
  const held = data?.filter((session) => isHeld(session, new Date(now))) ?? []
  const linkedRating = useSearch().get('rate')
  const [, navigate] = useLocation()
  const asking = useMailChoice(user, 'ratings')
  const isWanted = asking.wanted !== false
  const toRate = sessionToRate(held, { states: states.data, linkedId: linkedRating, isWanted, now })
  // What stands between the lists and above them comes with them: nothing jumps.
  const isLoaded = [threads, ratings, states].every(({ data, failureCount }) => data || failureCount > 0)
  const isReady = data !== undefined && isLoaded && asking.wanted !== undefined
  const chat = data?.find(({ id }) => id === chatId)
  const isNotOwn = useShortLink(data)
  const toPrepare = data?.find((session) => session.id === prepareId && isUpcoming(session, now))

  const actions = (session: MySession) => (
    <>
      {user && <RateSession session={session} userId={user.id} isAskedElsewhere={session === toRate} />}
      <ChatButton
        about={`${session.serviceName} with ${session.coachName}`}
        unread={threads.data?.find(({ bookingId }) => bookingId === session.id)?.unread ?? 0}
        onOpen={() => setChatId(session.id)}
      />
      {held.includes(session) && <BookAgainButton session={session} onBook={setOffer} />}
    </>
  )
  const more = (session: MySession) => <PrepareButton session={session} onOpen={() => setPrepareId(session.id)} />
  const last = (session: MySession) => (
    <>
      {session.coachId && held.find(({ coachId }) => coachId === session.coachId) === session && (
        <SameHourButton session={session} onBook={setOffer} />
      )}
      <SafetyButton
        bookingId={session.id}
        about={`${session.serviceName} with ${session.coachName}`}
        onOpen={() => setSafetyId(session.id)}
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
    <SiteFrame>
      <div className="wrap py-10 lg:py-16">
        <h1 className="display text-2xl">My Sessions</h1>
        <div className="mt-8 grid gap-12">
          {user && (isReady || error) && (
            <>
              <MailsComeBack user={user} />
              <VerifyNotice />
              <OpenQuestions states={states.data} as="player" now={now} />
            </>
          )}
          {error && (
            <LoadFailed
              title="Your sessions could not be loaded"
              error={error}
              isFetching={isFetching}
              refetch={refetch}
            />
          )}
          {data && ((chatId && !chat) || isNotOwn) && (
            <Alert tone="warn" title="This is not one of your sessions">
              Log in with the account that booked it.
            </Alert>
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
              onBook={setOffer}
            >
              {user && toRate && (
                <RatingCard
                  key={toRate.id}
                  session={toRate}
                  state={stateOf(toRate)}
                  userId={user.id}
                  heldCount={held.length}
                  isLinked={toRate.id === linkedRating}
                  onBook={setOffer}
                  onChanged={() => Promise.all([refetch(), states.refetch()])}
                  onSwitchOff={asking.wanted ? askNoMore : undefined}
                />
              )}
              <HeldRungs held={held} />
              {threads.data && (
                <Conversations sessions={data} threads={threads.data} onOpen={setChatId} onOpenInquiry={setInquiryId} />
              )}
            </Lists>
          ) : (
            !error && <ListsToCome />
          )}
        </div>
      </div>
      {chat && <ChatDialog session={chat} onClose={() => setChatId(null)} />}
      {inquiryId && user && <InquiryDialog contactId={inquiryId} onClose={() => setInquiryId(null)} />}
      {toPrepare && user && <PrepareDialog session={toPrepare} userId={user.id} onClose={() => setPrepareId(null)} />}
      {safetyId && <SafetyDialog bookingId={safetyId} onClose={() => setSafetyId(null)} />}
      {offer && <BookingDialog offer={offer} onClose={() => setOffer(null)} />}
    </SiteFrame>
  )
}

/**
 * The booking or inquiry whose dialog is open. A mail leads to its chat by `?thread=ID` or `?inquiry=ID`, the home page to its preparation
 * by `?prepare=ID`; once somebody is signed in that is taken out of the address, so that going back does not open the dialog again.
 */
function useLinked(name: 'thread' | 'prepare' | 'inquiry', isSignedIn: boolean) {
  const linked = useSearch().get(name)
  const [, navigate] = useLocation()
  const [openId, setOpenId] = useState<string | null>(null)
  useEffect(() => {
    if (!linked || !isSignedIn) return
    setOpenId(linked)
    navigate('/sessions', { replace: true })
  }, [linked, isSignedIn, navigate])
  return [openId, setOpenId] as const
}

/** An SMS leads here by `?number=4KQ2X`, and on to the page of that session. Gives whether it is none of the reader's. */
function useShortLink(sessions: MySession[] | undefined): boolean {
  const number = useSearch().get('number')
  const [, navigate] = useLocation()
  const session = number && sessions?.find((each) => each.number === `LU-${number.toUpperCase()}`)
  const to = session ? `/sessions/${session.id}` : null
  useEffect(() => {
    if (to) navigate(to, { replace: true })
  }, [to, navigate])
  return number !== null && sessions !== undefined && !session
}
