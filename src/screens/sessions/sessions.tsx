import { CalendarPlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { VerifyNotice } from '#src/features/accounts/web/verify-notice.tsx'
import type { MySession } from '#src/features/bookings/contract.ts'
import { useNow } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { NextSession, SessionList } from '#src/features/bookings/web/my-sessions/my-session-list.tsx'
import { isUpcoming, useMySessions } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import { ChatButton } from '#src/features/messages/web/chat-button.tsx'
import { useThreads } from '#src/features/messages/web/threads-query.ts'
import { RateSession } from '#src/features/ratings/web/rate-session.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { ButtonAnchor } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

const ChatDialog = lazyDialog(() => import('./chat-dialog.tsx'))

/** A player's sessions: what comes, what was, and what can be done about each. */
export default function Sessions() {
  const user = useRequireLogin()
  const { data, error, isFetching, refetch } = useMySessions(user?.id)
  const threads = useThreads(user?.id)
  const [chatId, setChatId] = useLinkedChat(user !== null)
  const chat = data?.find(({ id, number }) => id === chatId || number === `LU-${chatId?.toUpperCase()}`)

  const actions = (session: MySession) => (
    <>
      {user && <RateSession session={session} userId={user.id} />}
      <ChatButton
        about={`${session.serviceName} with ${session.coachName}`}
        unread={threads.data?.find(({ bookingId }) => bookingId === session.id)?.unread ?? 0}
        onOpen={() => setChatId(session.id)}
      />
    </>
  )
  return (
    <SiteFrame>
      <div className="wrap py-10 lg:py-16">
        <h1 className="display text-2xl">My Sessions</h1>
        <div className="mt-8 grid gap-12">
          <VerifyNotice />
          {error && (
            <LoadFailed
              title="Your sessions could not be loaded"
              error={error}
              isFetching={isFetching}
              refetch={refetch}
            />
          )}
          {data && chatId && !chat && (
            <Alert tone="warn" title="This chat is not about one of your sessions">
              Log in with the account that booked it.
            </Alert>
          )}
          {data ? <Lists sessions={data} actions={actions} onChanged={refetch} /> : !error && <ListsToCome />}
        </div>
      </div>
      {chat && <ChatDialog session={chat} onClose={() => setChatId(null)} />}
    </SiteFrame>
  )
}

/**
 * The booking whose chat is open. A mail leads to one by `?thread=ID`, an SMS by its number without `LU-`; once somebody is signed in that is taken out of
 * the address, so that going back does not open the chat again.
 */
function useLinkedChat(isSignedIn: boolean) {
  const linked = useSearch().get('thread')
  const [, navigate] = useLocation()
  const [chatId, setChatId] = useState<string | null>(null)
  useEffect(() => {
    if (!linked || !isSignedIn) return
    setChatId(linked)
    navigate('/sessions', { replace: true })
  }, [linked, isSignedIn, navigate])
  return [chatId, setChatId] as const
}

type ListsProps = {
  sessions: MySession[]
  /** The buttons of other nouns, for each session. */
  actions(session: MySession): ReactNode
  onChanged(): Promise<unknown>
}

function Lists({ sessions, actions, onChanged }: ListsProps) {
  const now = useNow()
  const [next, ...later] = sessions.filter((session) => isUpcoming(session, now))
  const past = sessions.filter((session) => !isUpcoming(session, now))
  return (
    <>
      <section aria-labelledby="upcoming">
        <h2 id="upcoming" className="display mb-4 text-lg">
          Upcoming
        </h2>
        {next ? (
          <NextSession session={next} now={now} actions={actions} onChanged={onChanged} />
        ) : (
          <EmptyState
            icon={CalendarPlus}
            title={past.length > 0 ? 'Nothing coming up' : 'No sessions yet'}
            action={<ButtonAnchor href="/#coaches">Find a coach</ButtonAnchor>}
          >
            Pick a coach and an hour. Your session appears here as soon as it is paid.
          </EmptyState>
        )}
        {later.length > 0 && (
          <div className="mt-6">
            <SessionList sessions={later} upcoming actions={actions} onChanged={onChanged} />
          </div>
        )}
      </section>
      {past.length > 0 && (
        <section aria-labelledby="past">
          <h2 id="past" className="display mb-4 text-lg">
            Past and cancelled
          </h2>
          <SessionList sessions={past} upcoming={false} actions={actions} onChanged={onChanged} />
        </section>
      )}
    </>
  )
}

function ListsToCome() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading your sessions
      </p>
      <Skeleton className="mb-4 h-7 w-32" />
      <Skeleton className="h-80 rounded-b-lg" />
    </div>
  )
}
