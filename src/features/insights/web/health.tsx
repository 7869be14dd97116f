import { useQuery } from '@tanstack/react-query'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { healthParts, type PartHealth, systemHealth } from '#src/features/insights/health-contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** How everything is that the business runs on, as staff with this id may read it, on the clock of the team's rooms; asked again each minute, never while `userId` is undefined. */
export function useHealth(userId: string | undefined) {
  const zone = useRoomZone()
  return useQuery({
    queryKey: [systemHealth.path, userId, zone],
    queryFn: () => callApi(systemHealth, { query: { zone } }),
    enabled: userId !== undefined,
    staleTime: 0,
    // It stays while the clock changes, never for somebody else.
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
    refetchInterval: 60_000,
    // Where it is shown it says so itself.
    meta: { quiet: true },
  })
}

/** Each part with how it is and what to do. */
export function HealthList({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useHealth(userId)
  if (error && !data)
    return <LoadFailed title="The health could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-96" />
      </div>
    )
  return (
    <ul aria-label="Health">
      {data.map((part) => (
        <li
          key={part.part}
          className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-line border-t py-4 first:border-t-0 first:pt-0 sm:grid-cols-[10rem_1fr_auto]"
        >
          <h3 className="font-semibold text-strong">{healthParts[part.part]}</h3>
          <div className="min-w-0 max-sm:order-last max-sm:col-span-full">
            <Words part={part} />
          </div>
          <p className="place-self-start">
            <State state={part.state} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** What is bad, for rooms where staff look first; nothing when all is well. Single things that failed wait there themselves. */
export function HealthTroubles({ userId }: { userId: string | undefined }) {
  const { data } = useHealth(userId)
  const troubles = data?.filter(({ state }) => state === 'bad') ?? []
  if (troubles.length === 0) return null
  return (
    <Alert
      tone="bad"
      title={troubles.length === 1 ? 'One thing is not well' : `${troubles.length} things are not well`}
    >
      <ul className="mt-2 grid gap-3">
        {troubles.map((part) => (
          <li key={part.part}>
            <p className="font-semibold text-strong">{healthParts[part.part]}</p>
            <Words part={part} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Words({ part: { part, text, advice, to } }: { part: PartHealth }) {
  return (
    <>
      <p className="figures">{text}</p>
      {advice && <p className="text-strong">{advice}</p>}
      {to && (
        <AppLink
          to={to}
          className="touch inline-flex min-h-6 items-center font-medium text-signal underline underline-offset-4"
        >
          Show them<span className="sr-only">: {healthParts[part]}</span>
        </AppLink>
      )}
    </>
  )
}

function State({ state }: Pick<PartHealth, 'state'>) {
  if (state === 'off') return <Badge>Not in use</Badge>
  return state === 'good' ? <Badge tone="good">Well</Badge> : <Badge tone={state}>Needs you</Badge>
}
