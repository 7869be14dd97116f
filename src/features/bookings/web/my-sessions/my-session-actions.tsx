import { CalendarPlus, CalendarSync, ReceiptText, ShieldCheck, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { remedyLabels } from '#src/features/bookings/claims.ts'
import { bookingCalendar, type MySession } from '#src/features/bookings/contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { GoogleCalendarLink } from '../google-calendar-link.tsx'

const dialogs = {
  move: lazyDialog(() => import('./my-session-move.tsx')),
  cancel: lazyDialog(() => import('./my-session-cancel.tsx')),
  claim: lazyDialog(() => import('./my-session-claim.tsx')),
}

const decisionTexts = {
  refunded: 'Guarantee: refunded.',
  'another-coach': 'Guarantee: a free session with another coach.',
  declined: 'Guarantee: declined.',
}

type SessionActionsProps = {
  session: MySession
  upcoming: boolean
  /** More buttons, which stand first. */
  actions: ReactNode
  onChanged(): Promise<unknown>
}

/** What the player can do with a session now; where something upcoming is refused, why. */
export function SessionActions({ session, upcoming, actions, onChanged }: SessionActionsProps) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const { refusals, claim } = session
  // Without a time there is nothing to move, and the row says so already.
  const reasons =
    upcoming && session.startsAt
      ? [...new Set([refusals.move, refusals.cancel])].filter((reason) => reason !== null)
      : []
  const OpenDialog = open && dialogs[open]
  const what = `${session.serviceName} with ${session.coachName}`

  async function done() {
    setOpen(null)
    await onChanged()
    // The button that opened the dialog may have gone with what it did.
    if (document.activeElement === document.body) document.querySelector('main')?.focus()
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {actions}
        {upcoming && refusals.move === null && (
          <Button variant="secondary" size="sm" aria-label={`Move ${what}`} onClick={() => setOpen('move')}>
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
            <CalendarPlus aria-hidden className="size-4" /> Calendar
          </Button>
        )}
        {upcoming && <GoogleCalendarLink session={session} />}
        <ButtonLink
          variant="secondary"
          size="sm"
          to={`/receipt?booking=${session.id}`}
          aria-label={`Receipt for ${what}`}
        >
          <ReceiptText aria-hidden className="size-4" /> Receipt
        </ButtonLink>
        {upcoming && refusals.cancel === null && (
          <Button variant="ghost" size="sm" aria-label={`Cancel ${what}`} onClick={() => setOpen('cancel')}>
            <X aria-hidden className="size-4" /> Cancel
          </Button>
        )}
        {refusals['claim-guarantee'] === null && (
          <Button variant="secondary" size="sm" onClick={() => setOpen('claim')}>
            <ShieldCheck aria-hidden className="size-4" /> Claim guarantee
          </Button>
        )}
      </div>
      {reasons.map((reason) => (
        <p key={reason} className="text-sm">
          {reason}
        </p>
      ))}
      {claim && <ClaimState claim={claim} />}
      {OpenDialog && <OpenDialog session={session} onClose={() => setOpen(null)} onDone={done} />}
    </div>
  )
}

/** What became of the guarantee, with the owner's words. */
function ClaimState({ claim: { wanted, status, decisionReason } }: { claim: NonNullable<MySession['claim']> }) {
  if (status === 'open')
    return (
      <p className="text-sm">
        Guarantee claimed{wanted && ` (${remedyLabels[wanted].toLowerCase()})`}: we write to you soon.
      </p>
    )
  return (
    <p className="text-sm">
      {decisionTexts[status]}
      {decisionReason && <span className="block max-w-prose whitespace-pre-wrap">{decisionReason}</span>}
    </p>
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
    toastError('No calendar file', error)
  }
}
