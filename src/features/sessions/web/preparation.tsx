import { NotebookPen } from 'lucide-react'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { SaidBefore } from './said-before.tsx'

/** Opens what a player says before a session; `onOpen` shows the dialog. */
export function PrepareButton({ session, onOpen }: { session: MySession; onOpen(): void }) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Prepare ${session.serviceName} with ${session.coachName}`}
      onClick={onOpen}
    >
      <NotebookPen aria-hidden className="size-4" /> Prepare
    </Button>
  )
}

/** What the coach of a session knows already, for its player; nothing where nothing was said. */
export function YourCoachSees({ state }: { state: SessionState | undefined }) {
  if (!state?.intake) return null
  return (
    <SaidBefore
      intake={state.intake}
      title={state.watchedAt ? 'Your coach sees, and has watched your replays:' : 'Your coach sees:'}
    />
  )
}
