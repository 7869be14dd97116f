import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { block as blockCall, type Safety } from '#src/features/sessions/safety-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type BlockDialogProps = {
  bookingId: string
  safety: Safety
  onClose(): void
  onDone(): Promise<unknown>
  /** What follows is something else by now: asks again. */
  onChanged(): Promise<unknown>
}

/** Says exactly what a block does at this moment, and blocks for exactly that. */
export function BlockDialog({ bookingId, safety, onClose, onDone, onChanged }: BlockDialogProps) {
  const { otherName, coachId, block } = safety
  const { sessions, withBank, refund } = block
  const ended = sessions - withBank
  // The button is off only after the next render, and a double click comes before it.
  const isAsked = useRef(false)
  const call = useMutation({
    mutationFn: () =>
      callApi(blockCall, {
        params: { bookingId },
        query: { coachId: coachId ?? undefined },
        body: { sessions, refund },
      }),
    onSuccess: async () => {
      await onDone()
      toast({ title: `You blocked ${otherName}`, description: 'You can take it back in the same place.' })
      onClose()
    },
    onError: onChanged,
    onSettled: () => {
      isAsked.current = false
    },
  })
  function askOnce() {
    if (isAsked.current) return
    isAsked.current = true
    call.mutate()
  }
  return (
    <Dialog title={`Block ${otherName}?`} description="This follows at once." onClose={onClose}>
      <div className="grid gap-6">
        {call.error && (
          <Alert tone="bad" title="Not blocked">
            {errorText(call.error)}
          </Alert>
        )}
        <ul className="figures grid list-disc gap-2 pl-5">
          {whatFollows(safety).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <DialogButtons close="Do not block" busy={call.isPending} onClose={onClose}>
          <Button variant="danger" busy={call.isPending} onClick={askOnce}>
            {ended > 0 ? `Block, cancel ${countOf(ended)}` : 'Block'}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

/** Each line one thing that follows, for the side that presses. */
export function whatFollows({
  as,
  otherName,
  block: { sessions, withBank, refund, fullRefund, isLeftToTeam },
}: Safety): string[] {
  const [back, all] = [toCents(refund), toCents(fullRefund)]
  const contact = [
    'Neither of you can write to the other. What was written can still be read.',
    as === 'player'
      ? `You cannot book ${otherName}, who is not offered to you as another coach either.`
      : `${otherName} cannot book you.`,
  ]
  const takeBack = 'You can take the block back. What was cancelled stays cancelled.'
  if (sessions === 0) return [...contact, 'No session of you two lies ahead: nothing is cancelled.', takeBack]
  const bank = as === 'player' ? 'Your bank' : `${otherName}’s bank`
  const kept =
    withBank > 0
      ? [
          `${bank} decides about the payment of ${countOf(withBank)} first: another coach can play instead of ${as === 'player' ? otherName : 'you'}.`,
        ]
      : []
  const ended = sessions - withBank
  if (ended === 0) return [...contact, ...kept, takeBack]
  const cancelled = `${countOf(ended)} ahead of you two ${ended === 1 ? 'is' : 'are'} cancelled.`
  if (as === 'coach')
    return [
      ...contact,
      ...kept,
      `${cancelled} ${all > 0 ? `${otherName} gets all ${showDollars(all)} back.` : 'Nothing is left to give back.'}`,
      'Each counts as called off by you, and its hour stays closed unless others play then.',
      takeBack,
    ]
  const money =
    all === 0
      ? 'Nothing is left to give back.'
      : back === all
        ? `You get all ${showDollars(all)} back.`
        : isLeftToTeam
          ? `You get ${showDollars(back)} of ${showDollars(all)} back now: beyond 5 sessions in 24 hours our team settles the rest with you.`
          : `You get ${showDollars(back)} of ${showDollars(all)} back: as the terms of each session say.`
  return [
    ...contact,
    ...kept,
    `${cancelled} ${money}`,
    ...(back < all
      ? ['Is it their fault? Report it, before or after: when our team agrees, it can give back the rest.']
      : []),
    takeBack,
  ]
}

const countOf = (sessions: number) => (sessions === 1 ? '1 session' : `${sessions} sessions`)
