import { useMutation } from '@tanstack/react-query'
import { FileQuestionMark } from 'lucide-react'
import { claimMissingNotes, type MySession } from '#src/features/bookings/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { toldChanged } from './my-session-changed.ts'

/** For a session whose written notes did not come: one press gives the difference back. */
export function MissingNotes({ session, onDone }: { session: MySession; onDone(): Promise<void> }) {
  const { id, serviceName, coachName } = session
  const claim = useMutation({
    mutationFn: () => callApi(claimMissingNotes, { params: { bookingId: id } }),
    onSuccess: ({ refund }) => {
      toast({ title: `${showDollars(toCents(refund))} is on its way back`, description: 'Sorry about the notes!' })
      return onDone()
    },
    onError: (error) => {
      if (toldChanged(error, 'Nothing goes back')) return onDone()
      toastError('Not sent', error)
    },
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={claim.isPending}
      aria-label={`My notes did not come: ${serviceName} with ${coachName}`}
      onClick={() => claim.mutate()}
    >
      <FileQuestionMark aria-hidden className="size-4" /> My notes did not come
    </Button>
  )
}
