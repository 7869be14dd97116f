import { Flag } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'

export const SafetyDialog = lazyDialog(() => import('./safety-dialog.tsx'))

type SafetyButtonProps = {
  bookingId: string
  /** What it is about, for those who do not see the row: `Pro Session with VexFlip`. */
  about: string
  /** Phones show the icon alone. */
  isTight?: boolean
  className?: string
  /** Shows the dialog elsewhere, as a button in a menu needs: there it would go with the menu. Absent: it is shown from here. */
  onOpen?(): void
}

/** Reports a problem with a session, or blocks the other of its two. */
export function SafetyButton({ bookingId, about, isTight, className, onOpen }: SafetyButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className={cx('shrink-0', className)}
        aria-label={`Report or block: ${about}`}
        onClick={onOpen ?? (() => setOpen(true))}
      >
        <Flag aria-hidden className="size-4" />{' '}
        <span className={isTight ? 'max-sm:hidden' : undefined}>Report or block</span>
      </Button>
      {isOpen && <SafetyDialog bookingId={bookingId} onClose={() => setOpen(false)} />}
    </>
  )
}
