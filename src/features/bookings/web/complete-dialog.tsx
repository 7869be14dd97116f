import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { type CoachSession, completeBooking } from '#src/features/bookings/contract.ts'
import { showWhen } from '#src/shared/session-times.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { coachSessionsKey } from './coach-sessions-query.ts'

/** Says that a session took place, after asking once more: only the team can change it later. */
export default function CompleteDialog({ session, onClose }: { session: CoachSession; onClose(): void }) {
  const client = useQueryClient()
  const readerZone = useReaderZone()
  const mark = useMutation({
    mutationFn: () => callApi(completeBooking, { params: { bookingId: session.id } }),
    onSuccess: () => {
      toast({ title: 'Session completed', description: `${session.serviceName} with ${session.customerName}.` })
      onClose()
    },
    // Refused or not, what we knew of the session is out of date.
    onSettled: () => client.invalidateQueries({ queryKey: coachSessionsKey }),
  })
  const { startsAt, zone } = session
  const when = startsAt ? showWhen(startsAt, zone, readerZone) : 'no date yet'
  return (
    <Dialog title="Mark as completed?" description={`${session.customerName}, ${when}`} onClose={onClose}>
      <div className="grid gap-5">
        {mark.error && (
          <Alert tone="bad" title="Not marked">
            {errorText(mark.error)}
          </Alert>
        )}
        <p>The session took place. The player can rate you afterwards. Only our team can change this later.</p>
        <DialogButtons busy={mark.isPending} onClose={onClose}>
          <Button busy={mark.isPending} onClick={() => mark.mutate()}>
            Mark completed
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
