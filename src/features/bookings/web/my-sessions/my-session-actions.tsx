import { CalendarSync, ReceiptText, ShieldCheck, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { claimAnswerBy, claimGrantedAt, remedyLabels } from '#src/features/bookings/claims.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Menu } from '#src/ui/controls/menu.tsx'
import { CalendarButton } from '../calendar-button.tsx'
import { GoogleCalendarLink } from '../google-calendar-link.tsx'
import { leadToTime } from './my-session-time.tsx'

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
  /** The coach called it off: nothing is offered that gets ready for it. */
  isCalledOff?: boolean
  /** All is shown, nothing waits in a menu. */
  isNext?: boolean
  /** More buttons, which stand first. */
  actions: ReactNode
  /** More, of something upcoming, which stand first in the menu. */
  more: ReactNode
  /** What stands last in the menu, also of what is over. */
  last: ReactNode
  onCoachAsked(session: MySession): Promise<unknown>
  hasCoachAsked?(session: MySession): boolean
  onChanged(): Promise<unknown>
}

/** What the player can do with a session now; where something upcoming is refused, why. */
export function SessionActions({
  session,
  upcoming,
  isCalledOff = false,
  isNext = false,
  actions,
  more,
  last,
  onCoachAsked,
  hasCoachAsked,
  onChanged,
}: SessionActionsProps) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const { refusals, claim } = session
  // Without a time there is nothing to move, and the row says so already.
  const reasons =
    upcoming && session.startsAt
      ? [...new Set([refusals.move, refusals.cancel])].filter((reason) => reason !== null)
      : []
  const OpenDialog = open && open !== 'cancel' && dialogs[open]
  const close = () => setOpen(null)
  const isOn = upcoming && !isCalledOff
  const what = `${session.serviceName} with ${session.coachName}`

  async function done() {
    setOpen(null)
    await onChanged()
    // What is new is drawn in a task of its own; it may stand elsewhere now.
    if (open === 'move') setTimeout(leadToTime, 0, session.id)
    // The button that opened the dialog may have gone with what it did.
    if (document.activeElement === document.body) document.querySelector('main')?.focus()
  }

  const acts = (
    <>
      {isOn && more}
      {upcoming && refusals.move === null && (
        <Button variant="secondary" size="sm" aria-label={`Move ${what}`} onClick={() => setOpen('move')}>
          <CalendarSync aria-hidden className="size-4" /> Move
        </Button>
      )}
      {isOn && session.startsAt && (
        <CalendarButton bookingId={session.id} what={what}>
          Calendar
        </CalendarButton>
      )}
      {isOn && <GoogleCalendarLink session={session} />}
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
      {last}
    </>
  )

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {actions}
        {isNext ? acts : <Menu label={`More for ${what}`}>{acts}</Menu>}
      </div>
      {reasons.map((reason) => (
        <p key={reason} className="text-sm">
          {reason}
        </p>
      ))}
      {claim && <ClaimState claim={claim} isWithBank={session.dispute === 'open'} />}
      {OpenDialog && <OpenDialog session={session} onClose={close} onDone={done} />}
      {open === 'cancel' && (
        <dialogs.cancel
          session={session}
          onCoachAsked={onCoachAsked}
          hasCoachAsked={hasCoachAsked?.(session) ?? false}
          onClose={close}
          onDone={done}
        />
      )}
    </div>
  )
}

/** What became of the guarantee, with the owner's words. */
function ClaimState({ claim, isWithBank }: { claim: NonNullable<MySession['claim']>; isWithBank: boolean }) {
  const { wanted, status, decisionReason, createdAt } = claim
  const readerZone = useReaderZone()
  const isFor = wanted && ` (${remedyLabels[wanted].toLowerCase()})`
  if (status === 'open' && isWithBank)
    return (
      <p className="text-sm">
        Guarantee claimed{isFor}. Your bank is deciding about this payment: we answer after that.
      </p>
    )
  if (status === 'open')
    return (
      <p className="text-sm">
        Guarantee claimed{isFor}: we write to you by {showMoment(claimAnswerBy(createdAt), readerZone)}. No answer by{' '}
        {showMoment(claimGrantedAt(createdAt), readerZone)}?{' '}
        {wanted === 'another-coach' ? 'Your free session is booked by itself.' : 'Your money goes back by itself.'}
      </p>
    )
  return (
    <p className="text-sm">
      {decisionTexts[status]}
      {decisionReason && (
        <span dir="auto" className="block max-w-prose whitespace-pre-wrap">
          {decisionReason}
        </span>
      )}
    </p>
  )
}
