import { CircleCheck } from 'lucide-react'
import '#src/features/accounts/web/confirm.ts'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { countForReader } from '#src/features/desk/waiting-kinds.ts'
import { useToday } from '#src/features/desk/web/today-query.ts'
import { HealthTroubles } from '#src/features/insights/web/health.tsx'
import { answerMinutes } from '#src/features/messages/rules.ts'
import { showInstant, showLongDate } from '#src/shared/times.ts'
import { AdminRefusal } from '#src/shell/admin-refusal.tsx'
import { RoomClock } from '#src/shell/room-clock.tsx'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { HttpError } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { TodaysSessions } from './todays-sessions.tsx'
import { WaitingGroup } from './waiting-group.tsx'

/** It is asked for again so often, in milliseconds. */
const pollEvery = 15_000

/** What the team looks at first: what waits, each line leading to where one sees to it, and today's sessions. */
export default function Today() {
  const user = useRequireLogin()
  const now = useNow()
  const { data, error, isFetching, refetch } = useToday(user?.id, { every: pollEvery })
  if (error instanceof HttpError && error.status === 403)
    return <AdminRefusal text="Only owners and admins see what waits for the team." />
  const count = countForReader(data?.waiting ?? [])
  return (
    <StaffFrame>
      <div className="wrap py-8 lg:py-12">
        <h1 className="display text-xl">Today</h1>
        {data ? (
          <p className="figures mt-2">{showLongDate(new Date(now), data.zone)}</p>
        ) : (
          <Skeleton className="mt-2 h-[1.6rem] w-64" />
        )}
        <RoomClock />
        {error && !data && (
          <LoadFailed
            title="Today could not be loaded"
            error={error}
            isFetching={isFetching}
            refetch={refetch}
            className="mt-6"
          />
        )}
        <div className="mt-6 empty:hidden">
          <HealthTroubles userId={user?.id} />
        </div>
        {data && (
          <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <section aria-labelledby="waiting" className="min-w-0">
              <h2 id="waiting" className="display text-lg">
                {count > 0 ? `${count} waiting` : 'Waiting'}
              </h2>
              {count === 0 && (
                <EmptyState
                  icon={CircleCheck}
                  title="Nothing waits."
                  className="mt-4"
                  action={!data.next && (user?.isOwner ? toCoaches : toApplications)}
                >
                  {data.next
                    ? `Next session: ${showInstant(data.next, data.zone)}.`
                    : 'No session is booked yet. Players book coaches who are published.'}
                </EmptyState>
              )}
              <div className="mt-4 grid gap-4 empty:hidden">
                {data.waiting.map((group) => (
                  <WaitingGroup key={group.kind} group={group} now={now} />
                ))}
              </div>
              <p className="mt-4 text-sm">
                What players write to a coach comes here after {answerMinutes} minutes without an answer. Newer:{' '}
                <AppLink
                  to={user?.isOwner ? '/owner?tab=messages' : '/admin'}
                  className="touch inline-flex min-h-6 items-center font-medium text-signal underline underline-offset-4"
                >
                  all that waits in Messages
                </AppLink>
              </p>
            </section>
            <TodaysSessions
              sessions={data.sessions}
              coachDays={data.coachDays}
              next={data.next}
              zone={data.zone}
              now={now}
            />
          </div>
        )}
        {!data && !error && <ToCome />}
      </div>
    </StaffFrame>
  )
}

const toCoaches = (
  <ButtonLink to="/owner?tab=coaches" variant="secondary" size="sm">
    Publish coaches
  </ButtonLink>
)
const toApplications = (
  <ButtonLink to="/admin-sms?tab=applications" variant="secondary" size="sm">
    Review applications
  </ButtonLink>
)

function ToCome() {
  return (
    <div className="mt-6 grid gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <p role="status" className="sr-only">
        Loading what waits
      </p>
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}
