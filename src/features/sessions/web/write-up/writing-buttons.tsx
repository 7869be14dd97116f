import { NotebookPen, PenLine } from 'lucide-react'
import { useState } from 'react'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { owesNotes } from '#src/features/bookings/web/owed-words.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'

const NoteDialog = lazyDialog(() => import('./note-dialog.tsx'))
const WriteUpDialog = lazyDialog(() => import('./write-up-dialog.tsx'))

type WritingButtonsProps = {
  session: CoachSession
  /** It was called off: there is nothing to write up. */
  isOff?: boolean
  /** Phones show icons alone. */
  isTight?: boolean
  /** It was written up for the first time, and can be marked as completed. Its row, and these buttons, may go to another list then. */
  onWritten(): void
}

/** What a coach writes about a session: its write-up for the player, and the coach's own note about the player. */
export function WritingButtons({ session, isOff, isTight, onWritten }: WritingButtonsProps) {
  const [open, setOpen] = useState<'note' | 'write-up' | null>(null)
  const { customerName, playerId, note, notesSentAt, refusals } = session
  const close = () => setOpen(null)
  const writeLabel = notesSentAt ? 'Change the write-up' : 'Write up'
  const noteLabel = note ? 'Note' : 'Add note'
  const words = isTight ? 'max-sm:hidden' : undefined
  return (
    <>
      {refusals['write-up'] === null && !isOff && (
        <Button
          variant={owesNotes(session) ? 'primary' : 'secondary'}
          size="sm"
          className="shrink-0"
          aria-label={`${writeLabel}: session with ${customerName}`}
          onClick={() => setOpen('write-up')}
        >
          <PenLine aria-hidden className="size-4" /> <span className={words}>{writeLabel}</span>
        </Button>
      )}
      {playerId && (
        <Button
          variant="secondary"
          size="sm"
          className="shrink-0"
          aria-label={`${noteLabel} about ${customerName}`}
          onClick={() => setOpen('note')}
        >
          <NotebookPen aria-hidden className="size-4" /> <span className={words}>{noteLabel}</span>
        </Button>
      )}
      {open === 'note' && <NoteDialog session={session} onClose={close} />}
      {open === 'write-up' && (
        <WriteUpDialog session={session} onSent={() => refusals.complete === null && onWritten()} onClose={close} />
      )}
    </>
  )
}
