import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { showMoment } from '#src/shared/session-times.ts'

/** When a session's Join place opens, from a day before; nothing once it is open. `now` in epoch milliseconds. */
export function JoinOpens({ state, now }: { state: SessionState | undefined; now: number }) {
  const readerZone = useReaderZone()
  const from = state?.join?.from
  const left = from ? Date.parse(from) - now : 0
  if (!from || left <= 0 || left > 24 * 3_600_000) return null
  return <p className="figures">You can join here from {showMoment(from, readerZone)}.</p>
}
