import { AlarmClock } from 'lucide-react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { whoComes } from '#src/features/bookings/meeting.ts'
import { showTimeUntil } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { areNotesOverdue, notesDueLine } from '#src/features/bookings/web/owed-words.ts'
import { showMoment, showWhen } from '#src/shared/session-times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

/** As high as the next session is, so that nothing moves when it comes: the agenda says all about its player. */
export const nextUpRoom = 'min-h-22 min-w-0'

/** The next session in a line; `sessions` are those ahead, soonest first, `now` in epoch milliseconds. */
export function NextUp({ sessions, now }: { sessions: CoachSession[]; now: number }) {
  const readerZone = useReaderZone()
  const next = sessions.find(({ startsAt }) => startsAt)
  if (!next?.startsAt) return <p className={nextUpRoom}>No session ahead</p>
  const wait = showTimeUntil(next.startsAt, now)
  return (
    <p className={`flex items-start gap-3 ${nextUpRoom}`}>
      <AlarmClock aria-hidden className="mt-0.5 size-5 shrink-0 text-signal" />
      <span className="min-w-0">
        <strong className="block font-semibold text-strong">
          {next.customerName} {wait ? `in ${wait}` : 'now'}
        </strong>
        <span className="figures block text-sm">{showWhen(next.startsAt, next.zone, readerZone)}</span>
        <span className="line-clamp-2 max-w-prose text-sm [overflow-wrap:anywhere]">{whoComes(next, next.player)}</span>
      </span>
    </p>
  )
}

/** Which notes are still to write, leading to the agenda; nothing where there are none. */
export function NotesDue({ sessions, now }: { sessions: CoachSession[]; now: number }) {
  const line = notesDueLine(sessions, now)
  if (!line) return null
  const isOverdue = sessions.some((session) => areNotesOverdue(session, now))
  return (
    <Alert tone={isOverdue ? 'bad' : 'warn'} title={line}>
      <AppLink
        to="/coach-dashboard?section=agenda"
        className="touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline"
      >
        Write them in the agenda
      </AppLink>
    </Alert>
  )
}

/** For a coach who has said no name on Discord: whom we promised it to, and where they add it. */
export function DiscordPromised({ session }: { session: CoachSession | undefined }) {
  const readerZone = useReaderZone()
  const whom = session
    ? `We promised ${session.customerName} your Discord name${session.startsAt ? ` for ${showMoment(session.startsAt, readerZone)}` : ''}.`
    : 'Whoever books you is promised your Discord name.'
  return (
    <Alert tone="warn" title="Players cannot find you yet.">
      <p>{whom}</p>
      <ButtonLink to="/coach-dashboard?section=profile" size="sm" className="mt-3">
        Add it
      </ButtonLink>
    </Alert>
  )
}
