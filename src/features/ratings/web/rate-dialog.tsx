import { useState } from 'react'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { AfterLowRating, isLow, lowTitle } from './after-low-rating.tsx'
import { RatingForm } from './rating-form.tsx'

type RateDialogProps = { session: MySession; state: SessionState | undefined; onClose(): void; onDone(): void }

/** Rates a session that took place; who gives few stars reads what they can do. */
export default function RateDialog({ session, state, onClose, onDone }: RateDialogProps) {
  const [isSorry, setSorry] = useState(false)
  const description = `${session.serviceName} with ${session.coachName}`
  if (isSorry)
    return (
      <Dialog title={lowTitle} description={description} onClose={onDone}>
        <div className="grid gap-6">
          <AfterLowRating session={session} state={state} />
          <Button autoFocus className="justify-self-end" onClick={onDone}>
            Got it
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Rate session" description={description} onClose={onClose} sticky>
      <RatingForm
        session={session}
        onDone={(stars) => (isLow(stars) ? setSorry(true) : onDone())}
        buttons={(busy) => (
          <DialogButtons busy={busy} onClose={onClose}>
            <Button type="submit" busy={busy}>
              Send rating
            </Button>
          </DialogButtons>
        )}
      />
    </Dialog>
  )
}
