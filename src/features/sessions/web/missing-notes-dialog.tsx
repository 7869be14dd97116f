import { useMutation, useQuery } from '@tanstack/react-query'
import { claimMissingNotes, type MySession } from '#src/features/bookings/contract.ts'
import { toldChanged } from '#src/features/bookings/web/my-sessions/my-session-changed.ts'
import { listMessages, type Message } from '#src/features/messages/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { apiQuery, callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

type MissingNotesDialogProps = { session: MySession; onClose(): void; onChanged(): Promise<unknown> }

/** Gives the difference back for notes that did not come; shows first what the coach wrote in the chat since the session. */
export default function MissingNotesDialog({ session, onClose, onChanged }: MissingNotesDialogProps) {
  const { id, coachName, serviceName, endsAt, price, refundDue, owed } = session
  // What cannot be loaded is not asked about: the money is owed anyway.
  const thread = useQuery({
    ...apiQuery(listMessages, { params: { bookingId: id }, query: {} }),
    staleTime: 0,
    gcTime: 0,
  })
  const written = thread.data && endsAt ? longestSince(thread.data, endsAt) : null
  const back = showDollars(Math.min(toCents(owed?.difference ?? '0'), toCents(price) - toCents(refundDue)))
  async function done() {
    onClose()
    await onChanged()
    // The button that opened the dialog is gone.
    if (document.activeElement === document.body) document.querySelector('main')?.focus()
  }
  const claim = useMutation({
    mutationFn: () => callApi(claimMissingNotes, { params: { bookingId: id } }),
    onSuccess: ({ refund }) => {
      toast({ title: `${showDollars(toCents(refund))} is on its way back`, description: 'Sorry about the notes!' })
      return done()
    },
    onError: (error) => {
      if (toldChanged(error, 'Nothing goes back')) return done()
    },
  })
  return (
    <Dialog
      title={written ? 'Are these your notes?' : `Get ${back} back?`}
      description={`${serviceName} with ${coachName}`}
      onClose={onClose}
    >
      {thread.isPending ? (
        <Skeleton className="h-32 rounded-md" />
      ) : (
        <div className="grid gap-6">
          {claim.error && (
            <Alert tone="bad" title="Not sent">
              {errorText(claim.error)}
            </Alert>
          )}
          {written && (
            <div className="grid gap-2">
              <p>{coachName} wrote this after your session:</p>
              <blockquote
                dir="auto"
                className="max-h-60 overflow-y-auto whitespace-pre-wrap border-edge border-l-2 pl-3 text-strong [overflow-wrap:anywhere]"
              >
                {written.content}
              </blockquote>
            </div>
          )}
          <p>Notes that still come are yours, too, and so is your guarantee.</p>
          <DialogButtons close={written ? 'Yes' : undefined} busy={claim.isPending} onClose={onClose}>
            <Button busy={claim.isPending} onClick={() => claim.mutate()}>
              {written ? `No, get ${back} back` : `Get ${back} back`}
            </Button>
          </DialogButtons>
        </div>
      )}
    </Dialog>
  )
}

/** The longest message that the coach wrote since an instant, of those that come at once; null without any. */
function longestSince(messages: Message[], since: string): Message | null {
  const [longest] = messages
    .filter(({ isMine, isAdmin, createdAt }) => !isMine && !isAdmin && Date.parse(createdAt) > Date.parse(since))
    .sort((a, b) => b.content.length - a.content.length)
  return longest ?? null
}
