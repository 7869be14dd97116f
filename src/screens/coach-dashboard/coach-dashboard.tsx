import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#src/features/accounts/contract.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { useNow } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import { checkCoach } from '#src/features/coaches/contract.ts'
import { useThreads } from '#src/features/messages/web/threads-query.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { apiQuery } from '#src/ui/call-api.ts'
import { Tabs } from '#src/ui/controls/tabs.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Agenda } from './agenda.tsx'
import { AvailabilitySection } from './availability.tsx'
import { useCoachSessions, useMyProfile } from './coach-queries.ts'
import { Conversations } from './conversations.tsx'
import { Loaded } from './loaded.tsx'
import { NextUp } from './next-up.tsx'
import { ProfileSection } from './profile.tsx'
import { AuthenticationRequired, CoachAccessRequired } from './refusals.tsx'

/** A coach's own room: talks, sessions, working hours and profile. The server decides who is a coach. */
export default function CoachDashboard() {
  const { user } = useAccount()
  return <SiteFrame>{user ? <CoachesOnly key={user.id} user={user} /> : <Visitor />}</SiteFrame>
}

/** Everybody is a visitor while the server's HTML is taken over: the refusal waits for that. */
function Visitor() {
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return isTakenOver ? <AuthenticationRequired /> : <RoomToCome />
}

function neverChanges() {
  return () => {}
}

function CoachesOnly({ user }: { user: User }) {
  const check = useQuery({ ...apiQuery(checkCoach, { query: { email: user.email } }), staleTime: 0 })
  if (check.data) return <Room user={user} />
  // An answer from before, which the header asked for, may be out of date.
  if (check.data === undefined ? check.isPending : check.isFetching) return <RoomToCome />
  if (check.data === false) return <CoachAccessRequired />
  return (
    <div className="wrap py-12">
      <Loaded query={check} what="the dashboard">
        {() => null}
      </Loaded>
    </div>
  )
}

function Room({ user }: { user: User }) {
  const now = useNow()
  const [, navigate] = useLocation()
  const section = useSearch().get('section')
  const profile = useMyProfile(user.id)
  const sessions = useCoachSessions(user.id)
  const threads = useThreads(user.id)
  const isMine = (bookingId: string) => sessions.data?.some(({ id }) => id === bookingId)
  const talks = threads.data?.filter(({ bookingId }) => isMine(bookingId)) ?? []
  const upcoming = sessions.data?.filter((session) => isUpcoming(session, now))
  const unread = talks.reduce((sum, talk) => sum + talk.unread, 0)
  const openChat = (bookingId: string) => navigate(`/coach-dashboard?thread=${bookingId}`)

  const tabs = [
    {
      value: 'conversations',
      label: 'Conversations',
      count: unread || undefined,
      content: <Conversations user={user} sessions={sessions} talks={talks} />,
    },
    {
      value: 'agenda',
      label: 'Agenda',
      count: upcoming?.length || undefined,
      content: (
        <Loaded query={sessions} what="your sessions">
          {(data) => <Agenda sessions={data} talks={talks} now={now} onChat={openChat} />}
        </Loaded>
      ),
    },
    {
      value: 'availability',
      label: 'Availability',
      content: <AvailabilitySection userId={user.id} sessions={sessions.data ?? []} onChat={openChat} />,
    },
    {
      value: 'profile',
      label: 'Profile',
      content: (
        <Loaded query={profile} what="your profile">
          {(data) => <ProfileSection profile={data} userId={user.id} />}
        </Loaded>
      ),
    },
  ]
  const open = tabs.find(({ value }) => value === section)?.value ?? 'conversations'
  // On phones the row of tabs is wider than the screen, and the counts make it wider still.
  useEffect(() => {
    const tab = document.querySelector<HTMLElement>(`[role=tab][aria-controls$=${open}]`)
    // Not `scrollIntoView`: it would scroll the page, too, away from an opened chat.
    const row = tab?.parentElement
    if (row) row.scrollTo({ left: tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2 })
  }, [open, unread, upcoming?.length])

  function show(value: string) {
    // A click is told twice, as press and as focus: the way back shall be one step.
    const isShown = value === (new URLSearchParams(location.search).get('section') ?? 'conversations')
    if (!isShown) navigate(value === 'conversations' ? '/coach-dashboard' : `/coach-dashboard?section=${value}`)
  }

  return (
    <div className="wrap py-8 lg:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="display text-xl">Coach Dashboard</h1>
          <p className="mt-2">Welcome, {profile.data?.name ?? user.name}</p>
        </div>
        {upcoming && <NextUp sessions={upcoming} now={now} />}
      </div>
      {profile.data?.isActive === false && (
        <Alert tone="warn" title="Your profile is not published" className="mt-6">
          Players cannot find or book you unless our team publishes it; sessions that are booked stay booked. Fill in
          your profile, and set or confirm your hours: then our team hears that you can go live.
        </Alert>
      )}
      <Tabs label="Coach Dashboard" tabs={tabs} value={open} onChange={show} className="mt-6" />
    </div>
  )
}

function RoomToCome() {
  return (
    <div className="wrap py-8 lg:py-12">
      <p role="status" className="sr-only">
        Loading your dashboard
      </p>
      <Skeleton className="h-8 w-64" />
      <Skeleton className="mt-2 h-6 w-48" />
      <Skeleton className="mt-6 h-11" />
      <Skeleton className="mt-6 h-96 rounded-lg" />
    </div>
  )
}
