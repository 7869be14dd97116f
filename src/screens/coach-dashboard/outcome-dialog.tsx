import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CoachSession, completeBooking, markNoShow } from '#src/features/bookings/contract.ts'
import { showStart } from '#src/features/bookings/web/session-time.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { coachSessionsKey } from './coach-queries.ts'

export type Outcome = 'complete' | 'no-show'

const words = {
  complete: {
    title: 'Mark as completed?',
    text: 'The session took place. The player can rate you afterwards.',
    button: 'Mark completed',
    done: 'Session completed',
  },
  'no-show': {
    title: 'Mark as no-show?',
    text: 'You were there and the player was not. The hour stays paid.',
    button: 'Mark no-show',
    done: 'No-show noted',
  },
}

type OutcomeDialogProps = { session: CoachSession; outcome: Outcome; onClose(): void }

/** Says how a session went, after asking once more: only the team can change it later. */
export default function OutcomeDialog({ session, outcome, onClose }: OutcomeDialogProps) {
  const { title, text, button, done } = words[outcome]
  const client = useQueryClient()
  const mark = useMutation({
    mutationFn: () =>
      callApi(outcome === 'complete' ? completeBooking : markNoShow, { params: { bookingId: session.id } }),
    onSuccess: () => {
      toast({ title: done, description: `${session.serviceName} with ${session.customerName}.` })
      onClose()
    },
    // Refused or not, what we knew of the session is out of date.
    onSettled: () => client.invalidateQueries({ queryKey: coachSessionsKey }),
  })
  const when = showStart({ date: session.sessionDate, time: session.sessionTime }, session.zone)
  return (
    <Dialog title={title} description={`${session.customerName}, ${when}`} onClose={onClose}>
      <div className="grid gap-5">
        {mark.error && (
          <Alert tone="bad" title="Not marked">
            {errorText(mark.error)}
          </Alert>
        )}
        <p>{text} Only our team can change this later.</p>
        <DialogButtons busy={mark.isPending} onClose={onClose}>
          <Button
            variant={outcome === 'complete' ? 'primary' : 'danger'}
            busy={mark.isPending}
            onClick={() => mark.mutate()}
          >
            {button}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
