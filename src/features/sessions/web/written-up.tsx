import { FileQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { notesToPlayer } from '#src/features/bookings/web/owed-words.ts'
import { showDateIn } from '#src/shared/times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'

const MissingNotesDialog = lazyDialog(() => import('./missing-notes-dialog.tsx'))
const SafetyDialog = lazyDialog(() => import('./safety/safety-dialog.tsx'))

type WrittenUpProps = {
  session: MySession
  /** Epoch milliseconds. */
  now: number
  onChanged(): Promise<unknown>
}

/**
 * For a session that has begun: where its player reads what the coach wrote, or by when it comes where that was sold; once it is over,
 * what they can do about work that did not come.
 */
export function WrittenUp({ session, now, onChanged }: WrittenUpProps) {
  const readerZone = useReaderZone()
  const [open, setOpen] = useState<'notes' | 'report' | null>(null)
  const { id, coachName, startsAt, status, notesSentAt, owed, refusals } = session
  const hasBegun = startsAt !== null && Date.parse(startsAt) <= now
  if (!hasBegun || (status !== 'confirmed' && status !== 'completed')) return null
  const what = `${session.serviceName} with ${coachName}`
  const close = () => setOpen(null)
  return (
    <div className="grid gap-1 text-sm">
      {notesToPlayer(session, 'your notes', now, readerZone).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {notesSentAt && (
        <p className="flex flex-wrap items-center gap-x-2">
          {owed && `Your notes came on ${showDateIn(notesSentAt, readerZone)}.`}
          <AppLink
            to={`/progress#session-${id}`}
            className="touch inline-flex min-h-6 items-center text-strong underline underline-offset-4"
          >
            Read what {coachName} wrote
          </AppLink>
          {owed && session.coachId && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Something is missing: ${what}`}
              onClick={() => setOpen('report')}
            >
              Something is missing
            </Button>
          )}
        </p>
      )}
      {refusals['notes-missing'] === null && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-1 justify-self-start"
          aria-label={`My notes did not come: ${what}`}
          onClick={() => setOpen('notes')}
        >
          <FileQuestionMark aria-hidden className="size-4" /> My notes did not come
        </Button>
      )}
      {open === 'notes' && <MissingNotesDialog session={session} onClose={close} onChanged={onChanged} />}
      {open === 'report' && <SafetyDialog bookingId={id} problem="not-as-sold" onClose={close} />}
    </div>
  )
}
