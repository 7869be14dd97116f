import { useQuery } from '@tanstack/react-query'
import { bookingHistory } from '#src/features/bookings/staff-contract.ts'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { ownZone, showInstant } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'

/** Who did what to a booking, oldest first; closed until asked for. */
export function BookingHistory({ bookingId }: { bookingId: string }) {
  const { data = [] } = useQuery({
    queryKey: [...bookingsKey, 'history', bookingId],
    queryFn: () => callApi(bookingHistory, { params: { bookingId } }),
    staleTime: 0,
  })
  if (data.length === 0) return null
  const zone = ownZone()
  return (
    <details className="text-sm">
      <summary className="touch flex w-fit cursor-pointer items-center rounded-sm font-semibold text-strong">
        History ({data.length})
      </summary>
      <ol className="mt-3 grid gap-3 border-line border-l-2 pl-4">
        {data.map((entry) => (
          <li key={entry.createdAt + entry.act}>
            <span className="font-semibold text-strong capitalize">{entry.act.replaceAll('-', ' ')}</span> by{' '}
            {entry.actorName ?? entry.actorRole}
            <span className="figures block text-faint">{showInstant(entry.createdAt, zone)}</span>
            {Object.entries(entry.detail).map(([name, value]) => (
              <span key={name} className="figures block">
                {name}: {value}
              </span>
            ))}
            {entry.reason && <span className="block whitespace-pre-wrap">{entry.reason}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}
