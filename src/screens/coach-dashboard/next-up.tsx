import { AlarmClock } from 'lucide-react'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { whoComes } from '#src/features/bookings/meeting.ts'
import { showTimeUntil } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { showStart } from '#src/features/bookings/web/session-time.ts'

/** The next session in a line; `sessions` are those ahead, soonest first, `now` in epoch milliseconds. */
export function NextUp({ sessions, now }: { sessions: CoachSession[]; now: number }) {
  const next = sessions.find(({ startsAt }) => startsAt)
  if (!next?.startsAt) return null
  const wait = showTimeUntil(next.startsAt, now)
  return (
    <p className="flex min-w-0 items-start gap-3">
      <AlarmClock aria-hidden className="mt-0.5 size-5 shrink-0 text-signal" />
      <span className="min-w-0">
        <strong className="block font-semibold text-strong">
          {next.customerName} {wait ? `in ${wait}` : 'now'}
        </strong>
        <span className="figures block text-sm">
          {showStart({ date: next.sessionDate, time: next.sessionTime }, next.zone)}
        </span>
        <span className="block max-w-prose text-sm [overflow-wrap:anywhere]">{whoComes(next, next.player)}</span>
      </span>
    </p>
  )
}
