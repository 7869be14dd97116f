import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#src/features/accounts/contract.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { useCoachSessions } from '#src/features/bookings/web/coach-sessions-query.ts'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { areNotesOverdue } from '#src/features/bookings/web/owed-words.ts'
import type { checkCoach } from '#src/features/coaches/contract.ts'
import { useMyProfile } from '#src/features/coaches/web/own-query.ts'
import { useThreads } from '#src/features/messages/web/threads-query.ts'
import { JoinDue } from '#src/features/sessions/web/join/join-due.tsx'
import { OpenQuestions } from '#src/features/sessions/web/question-card.tsx'
import { isCalledOff, useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { apiQuery } from '#src/ui/call-api.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { Tabs } from '#src/ui/controls/tabs.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { lazyPart } from '#src/ui/loading/lazy-page.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { ClientChat } from './chats/client-sessions.tsx'
import { Conversations, MyApplication } from './chats/conversations.tsx'
import { Loaded, Loading } from './loaded.tsx'
import { DiscordPromised, NextUp, NotesDue, nextUpRoom } from './next-up.tsx'

/**
 * A coach's own room: talks, sessions, working hours and profile. The server decides who is a coach. Its tabs stand in the
 * server's HTML, where nobody is signed in: a press on one is kept until React listens.
 */
export default function CoachDashboard() {
  const { user } = useAccount()
  // Everybody is a visitor while the server's HTML is taken over: the refusal waits for that.
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <StaffFrame>
      <Suspense fallback={<Room user={null} coachId={undefined} />}>
        {user || !isTakenOver ? <CoachesOnly user={user} /> : <AuthenticationRequired />}
      </Suspense>
    </StaffFrame>
  )
}

function neverChanges() {
  return () => {}
}

/** The room stands while the server is asked who is a coach: only its content waits. */
function CoachesOnly({ user }: { user: User | null }) {
  const check = useQuery({
    ...apiQuery<typeof checkCoach>(firstCalls.checkCoach, { query: { email: user?.email ?? '' } }),
    enabled: user !== null,
    staleTime: 0,
  })
  // An answer from before, which the header asked for, may be out of date.
  const isAsked = check.data === undefined ? check.isPending : !check.data && check.isFetching
  if (check.data || isAsked) return <Room user={user} coachId={check.data ? user?.id : undefined} />
  if (check.data === false) return <CoachAccessRequired />
  return (
    <div className="wrap py-12">
      <Loaded query={check} what="the dashboard">
        {() => null}
      </Loaded>
    </div>
  )
}

const AuthenticationRequired = lazyPart(async () => ({
  default: (await import('./refusals.tsx')).AuthenticationRequired,
}))
const CoachAccessRequired = lazyPart(async () => ({ default: (await import('./refusals.tsx')).CoachAccessRequired }))
const Agenda = lazyPart(() => import('./agenda.tsx'))
const TakeOvers = lazyPart(() => import('./call-offs/take-overs.tsx'))
const AvailabilitySection = lazyPart(() => import('./availability.tsx'))
const ProfileSection = lazyPart(() => import('./profile.tsx'))
const Earnings = lazyPart(() => import('#src/features/payments/web/own-earnings.tsx'))
/** What is not seen first. */
const others = [ClientChat, Agenda, AvailabilitySection, ProfileSection, Earnings, MyApplication]

/** `coachId` is the user's own id, once it is known that they are a coach. */
function Room({ user, coachId }: { user: User | null; coachId: string | undefined }) {
  const now = useNow()
  const [, navigate] = useLocation()
  const section = useSearch().get('section')
  const profile = useMyProfile(coachId)
  const sessions = useCoachSessions(coachId)
  // Whoever is signed in has these: they come while it is asked who is a coach.
  const threads = useThreads(user?.id)
  const states = useSessionStates(user?.id)
  const isStillOn = ({ id }: { id: string }) => !isCalledOff(states.data?.find(({ bookingId }) => bookingId === id))
  const isLoaded = sessions.data !== undefined
  // What is said above the content comes with it the first time, so that nothing moves.
  const isPending = [sessions, threads, profile, states].some(({ isFetched }) => !isFetched)
  useEffect(() => {
    // What fails now is tried again when it is wanted.
    if (isLoaded) for (const part of others) part.preload().catch(() => {})
  }, [isLoaded])
  const isMine = (bookingId: string | null) => sessions.data?.some(({ id }) => id === bookingId)
  const talks = threads.data?.filter(({ bookingId }) => isMine(bookingId)) ?? []
  const upcoming = sessions.data?.filter((session) => isUpcoming(session, now))
  const overdue = sessions.data?.filter((session) => areNotesOverdue(session, now)).length ?? 0
  const unread = talks.reduce((sum, talk) => sum + talk.unread, 0)
  const openChat = (bookingId: string) => navigate(`/coach-dashboard?thread=${bookingId}`)

  const tabs = [
    {
      value: 'conversations',
      label: 'Conversations',
      count: unread || undefined,
      content: user && <Conversations user={user} sessions={sessions} talks={talks} />,
    },
    {
      value: 'agenda',
      label: 'Agenda',
      count: (upcoming?.filter(isStillOn).length ?? 0) + overdue || undefined,
      content: (
        <Loaded query={sessions} what="your sessions">
          {(data) => <Agenda sessions={data} talks={talks} now={now} onChat={openChat} />}
        </Loaded>
      ),
    },
    {
      value: 'availability',
      label: 'Availability',
      content: coachId ? (
        <Suspense fallback={<Loading what="your hours" />}>
          <AvailabilitySection userId={coachId} sessions={sessions.data ?? []} onChat={openChat} />
        </Suspense>
      ) : (
        <Loading what="your hours" />
      ),
    },
    {
      value: 'earnings',
      label: 'Earnings',
      content: coachId && (
        <Suspense fallback={<Loading what="your earnings" />}>
          <Earnings userId={coachId} />
        </Suspense>
      ),
    },
    {
      value: 'profile',
      label: 'Profile',
      content: (
        <Loaded query={profile} what="your profile">
          {(data) => coachId && <ProfileSection profile={data} userId={coachId} />}
        </Loaded>
      ),
    },
  ]
  const open = tabs.find(({ value }) => value === section)?.value ?? 'conversations'
  const show = (value: string) =>
    navigate(value === 'conversations' ? '/coach-dashboard' : `/coach-dashboard?section=${value}`)

  const withNotices = ({ value, content }: (typeof tabs)[number]) => (
    <div className="grid gap-6">
      <OpenQuestions states={states.data} as="coach" now={now} />
      {coachId && (
        <Suspense>
          <TakeOvers userId={coachId} />
        </Suspense>
      )}
      {value !== 'agenda' && coachId && <JoinDue userId={coachId} now={now} />}
      {value !== 'agenda' && sessions.data && <NotesDue sessions={sessions.data} now={now} />}
      {profile.data?.isActive && !profile.data.discordUsername && value !== 'profile' && (
        <DiscordPromised session={upcoming?.find(isStillOn)} />
      )}
      {profile.data?.isActive && !profile.data.areRulesAccepted && value !== 'availability' && (
        <Alert tone="warn" title="Our rules, and what each offer makes you owe">
          <p>
            Every coach keeps them. Please read and accept them where your hours stand. Until then players go on booking
            you.
          </p>
          <ButtonLink to="/coach-dashboard?section=availability" size="sm" className="mt-3">
            Read the rules
          </ButtonLink>
        </Alert>
      )}
      {profile.data?.isActive === false && (
        <Alert tone="warn" title="Your profile is not published">
          Players cannot find or book you unless our team publishes it; sessions that are booked stay booked. Fill in
          your profile, and confirm your hours with our rules: then our team hears that you can go live.
        </Alert>
      )}
      {/* Another person begins afresh. */}
      <div key={coachId} className="min-w-0">
        {content}
      </div>
    </div>
  )

  return (
    <div className="wrap py-8 lg:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="display text-xl">Coach Dashboard</h1>
          {user ? (
            <p className="mt-2">Welcome, {profile.data?.name ?? user.name}</p>
          ) : (
            <Skeleton className="mt-2 h-[1.6rem] w-48" />
          )}
        </div>
        {upcoming ? <NextUp sessions={upcoming.filter(isStillOn)} now={now} /> : <NextUpToCome />}
      </div>
      <Tabs
        label="Coach Dashboard"
        tabs={tabs.map((tab) => ({
          ...tab,
          content: isPending ? <Loading what="your dashboard" /> : withNotices(tab),
        }))}
        value={open}
        onChange={show}
        className="mt-6"
      />
    </div>
  )
}

function NextUpToCome() {
  return (
    <div className={nextUpRoom}>
      <Skeleton className="h-6 w-56" />
      <Skeleton className="mt-2 h-10 w-72 max-w-full" />
    </div>
  )
}
