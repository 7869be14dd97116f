import { useQuery } from '@tanstack/react-query'
import { showDate, showTime, showZone } from '#src/shared/times.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { ownTime } from '../session-time.ts'
import { nextFreeQuery } from './next-free-query.ts'

/**
 * A coach's next free hour among those that suit `when`, in three lines whose place is kept while it loads, so that nothing
 * moves when it comes. Asks for itself: of a line-up drawn anew for that, phones would feel it.
 */
export function NextFreeHour({ coachId, when }: { coachId: string; when: string }) {
  const { data: free, isError: failed } = useQuery(nextFreeQuery(when))
  const hour = free?.coaches.find((each) => each.coachId === coachId)?.hour
  const own = hour && free && ownTime(hour.startsAt, free.zone)
  return (
    <div className="figures min-h-[4.1rem]" aria-busy={!free && !failed}>
      <p className="text-faint text-sm">Next free hour</p>
      {hour && free ? (
        <>
          <p className="font-semibold text-strong">
            {showDate(hour.date)} at {showTime(hour.time)}
          </p>
          <p className="text-sm">
            {showZone(free.zone)}
            {own && `, ${own} yours`}
          </p>
        </>
      ) : free ? (
        <p>None in the next 14 days</p>
      ) : failed ? (
        <p>Shown when you book</p>
      ) : (
        <>
          <Skeleton className="my-[0.3rem] h-4 w-44 max-w-full" />
          <Skeleton className="h-3.5 w-28" />
        </>
      )}
    </div>
  )
}
