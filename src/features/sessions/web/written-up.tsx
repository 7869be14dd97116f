import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { notesToPlayer } from '#src/features/bookings/web/owed-words.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'

/** For a session that has begun: where its player reads what the coach wrote, or by when it comes where that was sold. `now` in epoch milliseconds. */
export function WrittenUp({ session, now }: { session: MySession; now: number }) {
  const readerZone = useReaderZone()
  const { id, coachName, startsAt, status, notesSentAt } = session
  const hasBegun = startsAt !== null && Date.parse(startsAt) <= now
  if (!hasBegun || (status !== 'confirmed' && status !== 'completed')) return null
  return (
    <div className="grid gap-1 text-sm">
      {notesToPlayer(session, 'your notes', now, readerZone).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {notesSentAt && (
        <AppLink
          to={`/progress#session-${id}`}
          className="touch inline-flex min-h-6 items-center justify-self-start text-strong underline underline-offset-4"
        >
          Read what {coachName} wrote
        </AppLink>
      )}
    </div>
  )
}
