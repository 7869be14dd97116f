import { anyCoachLabel } from '#src/features/bookings/services.ts'
import { showDollars } from '#src/shared/money.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { DialogBody } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { SessionDetails } from './checkout-step.tsx'
import type { ChosenSession } from './choice.ts'

/** In place of any step, once the player has logged out in another tab: what was chosen, and the way to go on with it. */
export function LoggedOutStep({ session, onLogIn }: { session: ChosenSession | undefined; onLogIn(): void }) {
  return (
    <DialogBody>
      <div className="grid gap-6">
        <Alert tone="warn" urgent title="You were logged out in another tab">
          <p>
            What you chose is kept.
            {session && ' The hour you held stays yours until its minutes are over.'}
          </p>
          <Button size="sm" className="mt-3" onClick={onLogIn}>
            Log in and go on
          </Button>
        </Alert>
        {session && (
          <SessionDetails
            session={session}
            coachName={session.coach?.name ?? anyCoachLabel}
            price={showDollars(session.service.price)}
          />
        )}
      </div>
    </DialogBody>
  )
}
