import { useQuery } from '@tanstack/react-query'
import { listOwnNumbers } from '#src/features/bookings/numbers-contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** The numbers somebody left, each with whether it gets our SMS. */
export function OwnNumbers({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    // Whose they are is part of it: the next one on this browser sees their own.
    queryKey: [listOwnNumbers.path, userId],
    queryFn: () => callApi(listOwnNumbers),
    staleTime: 0,
  })
  if (error)
    return (
      <LoadFailed title="Your numbers could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
    )
  if (!data) return <Skeleton className="h-12" />
  if (data.numbers.length === 0) return <p>No phone number stands in your bookings.</p>
  return (
    <ul className="grid gap-3">
      {data.numbers.map(({ number, isStopped }) => (
        <li key={number}>
          <span className="figures text-strong">{number}</span>
          {isStopped ? (
            <span className="block text-sm text-warn">
              Stopped: this number gets no SMS.{data.ourNumber && ` Text START to ${data.ourNumber} to get them again.`}
            </span>
          ) : (
            <span className="block text-sm">Reply STOP to any SMS of ours, and this number gets no more.</span>
          )}
        </li>
      ))}
    </ul>
  )
}
