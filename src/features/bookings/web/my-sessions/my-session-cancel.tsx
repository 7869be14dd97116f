import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { cancelBooking, type MySession } from '#src/features/bookings/contract.ts'
import { isWithBank } from '#src/features/bookings/rules.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { serverNow } from '#src/ui/server-clock.ts'
import { useNow } from '#src/ui/use-now.ts'
import { toldChanged } from './my-session-changed.ts'
import { Deadlines } from './my-session-deadlines.tsx'
import { SessionShare } from './my-session-share.tsx'
import { SessionTime } from './my-session-time.tsx'

type CancelDialogProps = {
  session: MySession
  /** Says that the coach asked the player to cancel. */
  onCoachAsked(session: MySession): Promise<unknown>
  /** Whether that was said, and is open. */
  hasCoachAsked: boolean
  onClose(): void
  /** `isDone`: not, where the session had changed meanwhile. */
  onDone(isDone: boolean): void
}

/** Mails to coaches carry no words of somebody who has proved nothing. */
const notByMail = 'Your coach and our team read it here. It goes into no mail until you have verified your e-mail.'

const day = 24 * 3_600_000

/** Cancels a session; within the last day it asks first whose wish it is. */
export default function CancelDialog({ onCoachAsked, ...rest }: CancelDialogProps) {
  const { session, hasCoachAsked, onClose, onDone } = rest
  const { startsAt, coachId, fullRefundUntilStart } = session
  const isSoon = startsAt !== null && Date.parse(startsAt) - serverNow() < day
  const [isAsking, setAsking] = useState(isSoon && coachId !== null && !fullRefundUntilStart && !hasCoachAsked)
  const say = useMutation({
    mutationFn: () => onCoachAsked(session),
    onSuccess: () => {
      toast({
        title: 'Nothing is cancelled',
        description: `We ask ${session.coachName} now, and write to you: you get everything back if it is so.`,
      })
      onDone(true)
    },
  })
  if (!isAsking) return <Cancelling {...rest} />
  return (
    <Dialog title="Cancel session" description={`${session.serviceName} with ${session.coachName}`} onClose={onClose}>
      <div className="grid gap-6">
        {say.error && (
          <Alert tone="bad" title="Not said">
            {errorText(say.error)}
          </Alert>
        )}
        <p className="text-lg text-strong">Did your coach ask you to? Then don’t cancel: you get everything back.</p>
        <p>If you say yes, we ask {session.coachName} at once whether it is so. Nothing is cancelled meanwhile.</p>
        <SessionShare session={session} now={serverNow()} className="figures text-strong" />
        <DialogButtons close="Keep session" busy={say.isPending} onClose={onClose}>
          <Button variant="secondary" disabled={say.isPending} onClick={() => setAsking(false)}>
            No, I want to cancel
          </Button>
          <Button variant="secondary" busy={say.isPending} onClick={() => say.mutate()}>
            Yes, my coach asked
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

type CancellingProps = Omit<CancelDialogProps, 'onCoachAsked'> & {
  /** It is asked for as what the law calls it, and said in its words (TERM-9). */
  isWithdrawal?: boolean
}

/** Says what cancelling gives back at this moment, and cancels for exactly that. */
export function Cancelling({ session, hasCoachAsked, isWithdrawal = false, onClose, onDone }: CancellingProps) {
  const [refund, setRefund] = useState(session.refundNow)
  const [reason, setReason] = useState('')
  const isVerified = useAccount().user?.emailVerified
  const now = useNow()
  const readerZone = useReaderZone()
  const amount = toCents(refund)
  const isFree = toCents(session.price) === 0

  // The button is off only after the next render, and a double click comes before it.
  const isAsked = useRef(false)
  const cancel = useMutation({
    mutationFn: () =>
      callApi(cancelBooking, { params: { bookingId: session.id }, body: { refund, reason, withdraws: isWithdrawal } }),
    onSettled: () => {
      isAsked.current = false
    },
    onSuccess: () => {
      toast({
        title: isWithdrawal ? 'You have withdrawn' : 'Session cancelled',
        description:
          amount > 0 ? `${showDollars(amount)} is on its way back to your card.` : 'Your coach’s hour is free again.',
      })
      onDone(true)
    },
    onError: (error) => {
      setRefund(changedRefund(error) ?? refund)
      if (toldChanged(error, isWithdrawal ? 'Not withdrawn' : 'Not cancelled')) onDone(false)
    },
  })
  function askOnce() {
    if (isAsked.current) return
    isAsked.current = true
    cancel.mutate()
  }
  const hasChanged = changedRefund(cancel.error) !== null
  const busy = cancel.isPending
  const verb = isWithdrawal ? 'Confirm withdrawal' : 'Cancel session'

  return (
    <Dialog
      title={isWithdrawal ? 'Withdraw from a contract' : 'Cancel session'}
      description={`${session.serviceName} with ${session.coachName}, ${session.number}`}
      onClose={onClose}
      sticky
    >
      <div className="grid gap-6">
        {cancel.error && (
          <Alert tone="bad" title={hasChanged ? 'The refund has changed since you looked' : 'Not cancelled'}>
            {hasChanged
              ? `You now get ${showDollars(amount)} back. Nothing is cancelled yet: please decide again.`
              : errorText(cancel.error)}
          </Alert>
        )}
        {hasCoachAsked && (
          <Alert tone="warn" title={`You said that ${session.coachName} asked you to cancel`}>
            If that is so, you get everything back: wait for the answer. Cancel now and you get what stands here,
            whatever it would have been.
          </Alert>
        )}
        <SessionTime session={session} />
        {isFree ? (
          <p>This session was free: there is nothing to refund.</p>
        ) : (
          <p>
            <span className="block">You get back now</span>
            <span className="display figures text-2xl">{showDollars(amount)}</span>
            <span className="figures block">
              of {showDollars(toCents(session.price))}
              {toCents(session.refundDue) > 0 && `; ${showDollars(toCents(session.refundDue))} of it went back before`}
              {amount > 0 && ', to the card you paid with. Banks take 5 to 10 days to show it.'}
            </span>
            {isWithBank(session) && 'You asked your bank for this payment, so nothing goes back from us beside that.'}
          </p>
        )}
        {isWithdrawal && session.withdrawUntil && (
          <p className="text-strong">
            You can withdraw until{' '}
            {session.withdrawUntil === session.startsAt
              ? 'it starts'
              : showMoment(new Date(session.withdrawUntil), readerZone)}
            , without a reason. We confirm it by e-mail to {session.customerEmail}.
          </p>
        )}
        {!isFree && !isWithdrawal && session.terms && (
          <section aria-labelledby="deadlines" className="border-line border-t pt-4">
            <h3 id="deadlines" className="mb-3 font-semibold">
              Your terms
            </h3>
            <Deadlines session={session} now={now} />
          </section>
        )}
        <Field
          label={isWithdrawal ? 'Why do you withdraw?' : 'Why are you cancelling?'}
          hint={isVerified ? 'Your coach and our team read it.' : notByMail}
          optional
        >
          <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <DialogButtons close="Keep session" busy={busy} onClose={onClose}>
          <Button variant="danger" busy={busy} onClick={askOnce}>
            {isFree ? verb : `${verb}, get ${showDollars(amount)} back`}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

/** The amount that cancelling gives by now, when the server refused because it is another one. */
function changedRefund(error: Error | null): string | null {
  return error instanceof HttpError && error.answer.reason === 'refund-changed' ? String(error.answer.refund) : null
}
