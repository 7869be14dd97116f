import { useQuery } from '@tanstack/react-query'
import { CircleOff } from 'lucide-react'
import '#src/features/accounts/web/confirm.ts'
import type { User } from '#src/features/accounts/contract.ts'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { type ShownPerson, showPerson } from '#src/features/desk/person-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { AdminRefusal } from '#src/shell/admin-refusal.tsx'
import { RoomClock } from '#src/shell/room-clock.tsx'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Acts } from './acts.tsx'
import { Facts } from './facts.tsx'
import { Notes } from './notes.tsx'
import { Section } from './section.tsx'

/** All that staff may read about one person; each line leads to where one acts on it. */
export default function PersonPage({ userId = '' }: { userId?: string }) {
  const user = useRequireLogin()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [callUrl(showPerson, { params: { userId } }), user?.id],
    queryFn: () => callApi(showPerson, { params: { userId } }),
    enabled: user !== null,
    staleTime: 0,
  })
  const status = error instanceof HttpError ? error.status : undefined
  if (status === 403) return <AdminRefusal text="Only owners and admins see what we know about people." />
  // What is no id at all is refused with 400. The account may also go while one looks at it.
  const isMissing = status === 400 || status === 404
  return (
    <StaffFrame>
      <div className="wrap py-8 lg:py-12">
        {isMissing ? (
          <Missing />
        ) : data && user ? (
          <Shown person={data} viewer={user} onChanged={refetch} />
        ) : error ? (
          <LoadFailed title="The person could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
        ) : (
          <ToCome />
        )}
      </div>
    </StaffFrame>
  )
}

type ShownProps = { person: ShownPerson; viewer: User; onChanged(): Promise<unknown> }

function Shown({ person, viewer, onChanged }: ShownProps) {
  const { name, isOwner, isAdmin, coach, sections } = person
  return (
    <>
      <h1 className="display flex flex-wrap items-center gap-3 text-xl [overflow-wrap:anywhere]">
        {name}
        {isOwner && <Badge tone="signal">Owner</Badge>}
        {isAdmin && <Badge>Admin</Badge>}
        {coach && <Badge>Coach</Badge>}
      </h1>
      <RoomClock />
      <Acts person={person} viewer={viewer} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Facts person={person} viewer={viewer} />
          <Notes person={person} onChanged={onChanged} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {sections.length === 0 && (
            <EmptyState icon={CircleOff} title="Nothing else yet">
              No booking, message or mail: what comes appears here.
            </EmptyState>
          )}
          {sections.map((section) => (
            <Section key={section.kind} section={section} />
          ))}
        </div>
      </div>
    </>
  )
}

function Missing() {
  return (
    <div className="flex flex-col items-start gap-4 py-8">
      <h1 className="display text-2xl">We could not find that person</h1>
      <p className="max-w-prose text-lg">
        The account was deleted, or it is not for your role: admins see people who booked, applied or coach. Search
        finds everybody you may see.
      </p>
      <ButtonLink to="/today" variant="secondary">
        Back to Today
      </ButtonLink>
    </div>
  )
}

function ToCome() {
  return (
    <>
      <h1 className="sr-only">Person</h1>
      <p role="status" className="sr-only">
        Loading the person
      </p>
      <Skeleton className="h-8 w-64 max-w-full" />
      <div className="mt-6 grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </>
  )
}
