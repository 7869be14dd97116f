import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { showWhen } from '#src/shared/session-times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

export type SavedHours = {
  changes: string[]
  /** The starts of booked sessions outside the new hours, as instants. */
  outside: { startsAt: string }[]
  businessZone: string
}

type SavedHoursProps = { saved: SavedHours; sessions: CoachSession[]; onChat(bookingId: string): void }

/** What saving changed, and which booked sessions no longer lie inside the hours. */
export function SavedHoursReport({ saved: { changes, outside, businessZone }, sessions, onChat }: SavedHoursProps) {
  const readerZone = useReaderZone()
  return (
    <div className="grid gap-4">
      <Alert tone="good" title="Hours saved: players are offered them from now on">
        <ul className="list-disc pl-5">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </Alert>
      {outside.length > 0 && (
        <Alert
          tone="warn"
          title={outside.length === 1 ? '1 booked session is outside' : `${outside.length} booked sessions are outside`}
        >
          <p>They stay booked. If you cannot make one, call it off in your agenda, or write to the player.</p>
          <ul className="mt-2 grid gap-2">
            {outside.map(({ startsAt }) => (
              <li key={startsAt} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="figures text-strong">{showWhen(startsAt, businessZone, readerZone)}</span>
                {sessions
                  .filter((session) => session.status === 'confirmed' && isSame(session.startsAt, startsAt))
                  .map(({ id, customerName }) => (
                    <Button key={id} variant="secondary" size="sm" onClick={() => onChat(id)}>
                      Chat with {customerName}
                    </Button>
                  ))}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

function isSame(a: string | null, b: string): boolean {
  return a !== null && Date.parse(a) === Date.parse(b)
}
