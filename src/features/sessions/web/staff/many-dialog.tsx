import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { byItself, type CallOffReason } from '#src/features/sessions/call-offs.ts'
import { actOnMany, type Exception, type ManyDone } from '#src/features/sessions/exceptions-contract.ts'
import { isDollars, showDollars, toCents, toDecimal } from '#src/shared/money.ts'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { CallOffReasons } from '../call-offs/call-off-reasons.tsx'
import { useBookingsChanged, useExceptions } from './exceptions-query.ts'
import { ManyLines, NotDone } from './many-lines.tsx'

type Act = 'cancel' | 'refund' | 'call-off'

const words = {
  cancel: {
    title: 'Cancel and refund all',
    effect: 'These sessions are cancelled. All that is left of each price is refunded to the card.',
    verb: 'Cancel',
    done: 'Cancelled',
  },
  refund: {
    title: 'Refund',
    effect:
      'It goes to the cards they paid with, and lowers the coaches’ shares. The bookings themselves stay as they are: of one that is called off the player still chooses, and may get the rest.',
    verb: 'Refund',
    done: 'Refunded',
  },
  'call-off': {
    title: 'Call off',
    effect: `The players choose: another coach, another hour, or all money back. ${byItself} The hours stay shut.`,
    verb: 'Call off',
    done: 'Called off',
  },
} satisfies Record<Act, object>

type ManyDialogProps = { act: Act; bookings: Booking[]; onClose(): void; onDone(): void }

/** Does one thing to one booking or many: what happens to each and the whole sum stand there before anybody presses. */
export default function ManyDialog({ act, bookings, onClose, onDone }: ManyDialogProps) {
  const changed = useBookingsChanged()
  const found = useExceptions(bookings.map(({ number }) => number))
  const about = `${act}:${bookings.map(({ number }) => number)}`
  const [each, setEach] = useTyped(`${about}:amount`)
  const [reason, setReason] = useTyped(`${about}:reason`)
  const [why, setWhy] = useState<CallOffReason | null>(null)
  const [problem, setProblem] = useState<{ amount?: string; reason?: string }>({})
  const [failed, setFailed] = useState<ManyDone | null>(null)
  // The same at every try, so that an answer lost on its way gives nothing twice.
  const [keys] = useState(() => new Map(bookings.map(({ number }) => [number, crypto.randomUUID()])))
  const form = useRef<HTMLFormElement>(null)
  const { title, effect, verb, done } = words[act]
  const ready = found.data?.filter(({ refusals }) => refusals[act] === null) ?? []
  const amounts = new Map(ready.map((one) => [one.booking.number, amountOf(act, one, each)]))
  const left = ready.reduce((sum, { refundLeft }) => sum + toCents(refundLeft), 0)
  // Who shares a group with those that are listed goes with them.
  const isAllOfThem = ready.every(({ seats }) => seats === 1)
  const total = [...amounts.values()].reduce<number>((sum, amount) => sum + (amount ?? 0), 0)

  const press = useMutation({
    mutationFn: () => callApi(actOnMany, { body: bodyOf() }),
    onSuccess: ({ lines }) => {
      void changed()
      if (lines.some(({ why }) => why !== null)) return setFailed(lines)
      toast({
        title: `${done}: ${lines.length === 1 ? '1 booking' : `${lines.length} bookings`}`,
        description: total > 0 ? `${showDollars(total)} is on its way back.` : 'Whoever it concerns is told.',
      })
      onDone()
    },
    onError: () => found.refetch(),
  })

  function bodyOf() {
    const line = ({ booking: { number, startsAt, isCalledOff }, refundLeft, seats }: Exception) => ({
      ...{ number, isCalledOff, startsAt: startsAt ?? '', seats, refund: refundLeft, left: refundLeft },
      ...{ amount: toDecimal(amounts.get(number) ?? 0), idempotencyKey: keys.get(number) ?? '' },
    })
    const lines = ready.map(line)
    if (act === 'call-off') return { act, reason: why ?? 'other', word: reason, lines } as const
    return { act, reason, lines } as const
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(act === 'refund' && isWrong(each) && { amount: 'Enter an amount such as 5 or 14.50.' }),
      ...(act === 'refund' && !reason.trim() && { reason: 'Please say why: the players read it.' }),
      ...(act === 'call-off' && !why && { reason: 'Please say why: only our team sees it.' }),
    }
    setProblem(missing)
    if (Object.keys(missing).length === 0) press.mutate()
    else form.current?.querySelector<HTMLElement>(missing.amount || act === 'call-off' ? 'input' : 'textarea')?.focus()
  }

  const description = bookings.length === 1 ? wordsOf(bookings[0]) : `${bookings.length} bookings chosen`
  if (failed)
    return (
      <Dialog title={title} description={description} onClose={onDone}>
        <NotDone lines={failed} onClose={onDone} />
      </Dialog>
    )
  const count = ready.length === 1 ? '1 booking' : `${ready.length} bookings`
  return (
    <Dialog title={title} description={description} onClose={onClose} sticky className="lg:max-w-3xl">
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-6">
        {press.error && (
          <Alert tone="bad" title={hasChanged(press.error) ? 'Nothing was done: it has changed' : 'Nothing was done'}>
            {errorText(press.error)}
          </Alert>
        )}
        {found.error && <LoadFailed {...found} title="What can be done could not be loaded" />}
        {!found.data && !found.error && <Skeleton className="h-40" />}
        {found.data && ready.length > 0 && (
          <p className="figures">
            {effect}
            {act === 'call-off' && isAllOfThem && ` All money back is ${showDollars(left)}.`}
          </p>
        )}
        {act === 'refund' && ready.length > 0 && (
          <Field
            label={ready.length === 1 ? 'Amount in dollars' : 'Amount for each, in dollars'}
            hint="Leave it empty for all that is left."
            error={problem.amount}
          >
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              value={each}
              onChange={(event) => setEach(event.target.value)}
              className="max-w-40"
            />
          </Field>
        )}
        {found.data && <ManyLines act={act} found={found.data} amounts={amounts} total={total} />}
        {ready.length > 0 &&
          (act === 'call-off' ? (
            <>
              <CallOffReasons chosen={why} onChoose={setWhy} problem={problem.reason} />
              <Field label="A word to the players" optional>
                <TextInput value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
              </Field>
            </>
          ) : (
            <Field
              label="Why?"
              hint={
                act === 'refund' ? 'The players read it in their mail.' : 'Players and coaches read it in their mail.'
              }
              error={problem.reason}
              optional={act === 'cancel'}
            >
              <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
          ))}
        <DialogButtons busy={press.isPending} onClose={onClose}>
          {ready.length > 0 && (
            <Button type="submit" variant={act === 'refund' ? 'primary' : 'danger'} busy={press.isPending}>
              {act === 'call-off'
                ? `${verb} ${count}`
                : act === 'cancel'
                  ? `${verb} ${count}, refund ${total > 0 ? showDollars(total) : 'nothing'}`
                  : `${verb}${total > 0 ? ` ${showDollars(total)}` : ''}`}
            </Button>
          )}
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** The cents to refund for one of them; null: no money moves, or what was typed is no amount. */
function amountOf(act: Act, { refundLeft }: Exception, each: string): number | null {
  if (act === 'call-off' || (act === 'refund' && isWrong(each))) return null
  const left = toCents(refundLeft)
  return act === 'refund' && each.trim() ? Math.min(toCents(each), left) : left
}

/** Whether something stands there that is no amount. */
function isWrong(dollars: string): boolean {
  return dollars.trim() !== '' && (!isDollars(dollars) || toCents(dollars) === 0)
}

function wordsOf(booking: Booking | undefined): string {
  return booking ? `${booking.serviceName} of ${booking.customerName} with ${booking.coachName}` : ''
}

function hasChanged(error: Error): boolean {
  return error instanceof HttpError && error.answer.reason === 'changed'
}
