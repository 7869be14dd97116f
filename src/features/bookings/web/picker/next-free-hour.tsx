import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { showElsewhere, showStart } from '#src/shared/session-times.ts'
import { showZone } from '#src/shared/times.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useNextFreeHours } from './use-next-free-hours.ts'

/**
 * A coach's next free hour among those that suit `when`, in three lines whose place is kept while it loads, so that nothing
 * moves when it comes. Asks for itself: redrawing a whole line-up for that would be felt on phones.
 */
export function NextFreeHour({ coachId, when }: { coachId: string; when: string }) {
  const readerZone = useReaderZone()
  const { data: free, isError: failed } = useNextFreeHours(when)
  const hour = free?.coaches.find((each) => each.coachId === coachId)?.hour
  const elsewhere = hour && free && showElsewhere(hour.startsAt, free.zone, readerZone)
  return (
    <div className="figures min-h-[4.1rem]" aria-busy={!free && !failed}>
      <p className="text-faint text-sm">Next free hour</p>
      {hour && free ? (
        <>
          <p className="font-semibold text-strong">{showStart(hour.startsAt, readerZone)}</p>
          {/* A phone's card has a button to the right: this line is too long for the room beside it. */}
          <p className="text-sm max-sm:clear-right">
            {showZone(readerZone)}
            {elsewhere && ` · ${elsewhere}`}
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
