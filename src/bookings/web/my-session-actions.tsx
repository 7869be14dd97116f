import { CalendarPlus, CalendarSync, ReceiptText, ShieldCheck, X } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { bookingCalendar, type MySession } from '#src/bookings/contract.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/toast.ts'

const dialogs = {
  move: lazy(() => import('./my-session-move.tsx')),
  cancel: lazy(() => import('./my-session-cancel.tsx')),
  claim: lazy(() => import('./my-session-claim.tsx')),
}

const claimTexts = {
  open: 'Guarantee claimed: we write to you soon.',
  refunded: 'Guarantee: refunded.',
  'another-coach': 'Guarantee: a free session with another coach.',
  declined: 'Guarantee: declined.',
}

type SessionActionsProps = { session: MySession; upcoming: boolean; onChanged(): Promise<unknown> }

/** What the player can do with a session now; where something upcoming is refused, why. */
export function SessionActions({ session, upcoming, onChanged }: SessionActionsProps) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const opener = useRef<HTMLElement>(null)
  const { refusals, claim } = session
  // Without a time there is nothing to move, and the row says so already.
  const reasons =
    upcoming && session.startsAt
      ? [...new Set([refusals.move, refusals.cancel])].filter((reason) => reason !== null)
      : []
  const OpenDialog = open && dialogs[open]
  const what = `${session.serviceName} with ${session.coachName}`

  function show(name: keyof typeof dialogs, { currentTarget }: MouseEvent<HTMLElement>) {
    opener.current = currentTarget
    setOpen(name)
  }
  function close() {
    setOpen(null)
    // After the dialog has gone; the button may have gone with what it did.
    setTimeout(() => (opener.current?.isConnected ? opener.current : document.querySelector('main'))?.focus())
  }
  async function done() {
    setOpen(null)
    await onChanged()
    close()
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {upcoming && refusals.move === null && (
          <Button variant="secondary" size="sm" aria-label={`Move ${what}`} onClick={(event) => show('move', event)}>
            <CalendarSync aria-hidden className="size-4" /> Move
          </Button>
        )}
        {upcoming && session.startsAt && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Add ${what} to calendar`}
            onClick={() => download(session)}
          >
            <CalendarPlus aria-hidden className="size-4" /> Add to calendar
          </Button>
        )}
        <ButtonLink
          variant="secondary"
          size="sm"
          to={`/receipt?booking=${session.id}`}
          aria-label={`Receipt for ${what}`}
        >
          <ReceiptText aria-hidden className="size-4" /> Receipt
        </ButtonLink>
        {upcoming && refusals.cancel === null && (
          <Button variant="ghost" size="sm" aria-label={`Cancel ${what}`} onClick={(event) => show('cancel', event)}>
            <X aria-hidden className="size-4" /> Cancel
          </Button>
        )}
        {session.status === 'completed' && refusals['claim-guarantee'] === null && (
          <Button variant="secondary" size="sm" onClick={(event) => show('claim', event)}>
            <ShieldCheck aria-hidden className="size-4" /> Claim guarantee
          </Button>
        )}
      </div>
      {reasons.map((reason) => (
        <p key={reason} className="text-sm">
          {reason}
        </p>
      ))}
      {claim && <p className="text-sm">{claimTexts[claim]}</p>}
      {OpenDialog && (
        <Suspense>
          <OpenDialog session={session} onClose={close} onDone={done} />
        </Suspense>
      )}
    </div>
  )
}

async function download({ id }: MySession) {
  try {
    const { filename, content } = await callApi(bookingCalendar, { params: { bookingId: id } })
    const url = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }))
    const link = document.createElement('a')
    link.href = url
    link.download = filename
    link.click()
    // The download may start a moment later.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    toast({
      title: 'No calendar file',
      description: errorText(error, 'Please check your connection and try again.'),
      variant: 'destructive',
    })
  }
}
