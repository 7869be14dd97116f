import { Printer } from 'lucide-react'
import type { User } from '#src/features/accounts/contract.ts'
import { useProfile } from '#src/features/accounts/web/profile-query.ts'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { VerifyNotice } from '#src/features/accounts/web/verify-notice.tsx'
import { useCoachSessions } from '#src/features/bookings/web/coach-sessions-query.ts'
import { useMySessions } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import type { SessionStory } from '#src/features/sessions/story-contract.ts'
import { SafetyButton } from '#src/features/sessions/web/safety/safety-button.tsx'
import { useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { useStory } from '#src/features/sessions/web/story-query.ts'
import { StoryTimeline } from '#src/features/sessions/web/story-timeline.tsx'
import { RoomClock } from '#src/shell/room-clock.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { HttpError } from '#src/ui/call-api.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { CoachNow } from './coach-now.tsx'
import { Facts } from './facts.tsx'
import { PlayerNow } from './player-now.tsx'
import { StaffNow } from './staff-now.tsx'

/** A session with all that happened to it, for its player, its coach and staff; `?as=staff` for staff who are one of the two. */
export default function SessionPage({ bookingId = '' }: { bookingId?: string }) {
  const user = useRequireLogin()
  const as = useSearch().get('as') === 'staff' ? 'staff' : undefined
  const { data: story, error, isFetching, refetch } = useStory(user?.id, bookingId, as)
  // What they can do stands above all else: it comes with the page, and nothing jumps.
  const idAs = (role: SessionStory['as']) => (story?.as === role ? user?.id : undefined)
  const toDo = [
    useMySessions(idAs('player')),
    useCoachSessions(idAs('coach')),
    useSessionStates(idAs('player') ?? idAs('coach')),
    useProfile(idAs('player')),
  ]
  const isReady = !toDo.some(({ isLoading }) => isLoading)
  // What is no id at all is refused with 400. It may also go while one looks at it.
  const refusal = error instanceof HttpError && [400, 404].includes(error.status) ? error : null
  return (
    <SiteFrame>
      <div className="wrap py-8 lg:py-12 print:p-0">
        {refusal ? (
          <Refused bookingId={bookingId} wasHandedOver={refusal.answer.reason === 'handed-over'} />
        ) : story && user && isReady ? (
          <Shown story={story} user={user} onChanged={refetch} />
        ) : error ? (
          <LoadFailed title="The session could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
        ) : (
          <ToCome />
        )}
      </div>
    </SiteFrame>
  )
}

const ways = {
  player: { to: '/sessions', label: 'My Sessions' },
  coach: { to: '/coach-dashboard?section=agenda', label: 'Agenda' },
  staff: { to: '/owner', label: 'All bookings' },
}

type ShownProps = { story: SessionStory; user: User; onChanged(): Promise<unknown> }

function Shown({ story, user, onChanged }: ShownProps) {
  const ownZone = useReaderZone()
  const roomZone = useRoomZone()
  const { as, session, events } = story
  const zone = as === 'staff' ? roomZone : ownZone
  const way = ways[as]
  return (
    <>
      <div className="mb-4 flex flex-wrap justify-between gap-3 print:hidden">
        <ButtonLink to={way.to} variant="ghost" size="sm" className="-ml-3">
          Back to {way.label}
        </ButtonLink>
        <Button variant="secondary" size="sm" onClick={() => print()}>
          <Printer aria-hidden className="size-4" /> Print
        </Button>
      </div>
      <h1 className="display text-xl [overflow-wrap:anywhere]">{titleOf(story)}</h1>
      {as === 'staff' && <RoomClock />}
      <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[7fr_5fr] print:block">
        <section aria-labelledby="now" className="grid grid-cols-1 content-start gap-4 print:hidden">
          <h2 id="now" className="sr-only">
            What you can do now
          </h2>
          {as === 'player' && <PlayerNow bookingId={session.id} user={user} onChanged={onChanged} />}
          {as === 'coach' && <CoachNow bookingId={session.id} user={user} onChanged={onChanged} />}
          {as === 'staff' && <StaffNow story={story} />}
        </section>
        <section
          aria-labelledby="facts"
          className="rounded-lg bg-panel p-5 sm:p-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start print:bg-transparent print:p-0"
        >
          <h2 id="facts" className="display mb-4 text-lg">
            The session
          </h2>
          <Facts story={story} readerZone={zone} />
        </section>
        <section aria-labelledby="story" className="print:mt-6">
          <h2 id="story" className="display mb-4 text-lg">
            What happened
          </h2>
          {events.length > 0 ? (
            <StoryTimeline
              label="What happened, oldest first"
              events={events}
              reader={{ as, playerName: session.playerName, zone }}
            />
          ) : (
            <p>Nothing yet.</p>
          )}
        </section>
      </div>
    </>
  )
}

function titleOf({ as, session }: SessionStory): string {
  const { serviceName, playerName, coachId, coachName } = session
  const coach = coachId ? coachName : 'a coach our team finds'
  if (as === 'staff') return `${serviceName}: ${playerName} with ${coach}`
  return `${serviceName} with ${as === 'coach' ? playerName : coach}`
}

function Refused({ bookingId, wasHandedOver }: { bookingId: string; wasHandedOver: boolean }) {
  return (
    <div className="flex flex-col items-start gap-4 py-8">
      <h1 className="display text-2xl">
        {wasHandedOver ? 'This session was handed to another coach' : 'We could not find that session'}
      </h1>
      <p className="max-w-prose text-lg">
        {wasHandedOver
          ? 'There is nothing left to do for you. Did something go wrong with this player? Our team hears it from here.'
          : 'Its address may be incomplete, or it belongs to another account: log in with the one that booked it. Did our team book it for you? Sign up with that e-mail and verify it.'}
      </p>
      {!wasHandedOver && <VerifyNotice />}
      <div className="flex flex-wrap gap-3">
        {wasHandedOver ? (
          <>
            <ButtonLink to={ways.coach.to}>{ways.coach.label}</ButtonLink>
            <SafetyButton bookingId={bookingId} about="the session you coached before" />
          </>
        ) : (
          <ButtonLink to={ways.player.to}>{ways.player.label}</ButtonLink>
        )}
        <ButtonLink to="/" variant="secondary">
          Home
        </ButtonLink>
      </div>
    </div>
  )
}

function ToCome() {
  return (
    <>
      <h1 className="sr-only">Session</h1>
      <p role="status" className="sr-only">
        Loading the session
      </p>
      <Skeleton className="mb-4 h-9 w-40" />
      <Skeleton className="h-8 w-80 max-w-full" />
      <div className="mt-6 grid gap-12 lg:grid-cols-[7fr_5fr]">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </>
  )
}
