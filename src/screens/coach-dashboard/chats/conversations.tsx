import { Suspense } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#src/features/accounts/contract.ts'
import type { useCoachSessions } from '#src/features/bookings/web/coach-sessions-query.ts'
import type { ThreadSummary } from '#src/features/messages/contract.ts'
import { Tabs } from '#src/ui/controls/tabs.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { lazyPart } from '#src/ui/loading/lazy-page.tsx'
import { Loaded, Loading } from '../loaded.tsx'
import { ClientSessions } from './client-sessions.tsx'

export const MyApplication = lazyPart(() => import('./my-application.tsx'))

type ConversationsProps = {
  user: User
  sessions: ReturnType<typeof useCoachSessions>
  /** The threads of these sessions. */
  talks: ThreadSummary[]
}

/** Everything a coach talks about: with players about their sessions, with the team about the application. */
export function Conversations({ user, sessions, talks }: ConversationsProps) {
  const [, navigate] = useLocation()
  const tab = useSearch().get('tab') === 'application' ? 'application' : 'clients'
  const tabs = [
    {
      value: 'clients',
      label: 'Client Sessions',
      count: sessions.data?.length || undefined,
      content: (
        <Loaded query={sessions} what="your sessions">
          {(data) => <ClientSessions sessions={data} talks={talks} />}
        </Loaded>
      ),
    },
    {
      value: 'application',
      label: 'My Application',
      content: (
        <Suspense fallback={<Loading what="your application" />}>
          <MyApplication user={user} />
        </Suspense>
      ),
    },
  ]
  const show = (value: string) =>
    navigate(value === 'clients' ? '/coach-dashboard' : '/coach-dashboard?tab=application')
  return (
    <section aria-labelledby="conversations">
      <h2 id="conversations" className="sr-only">
        Conversations
      </h2>
      <Tabs label="Conversations" tabs={tabs} value={tab} onChange={show} />
    </section>
  )
}
