import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { freeHours, type Hour, type MySession, moveBooking } from '#src/features/bookings/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#src/ui/controls/dialog.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { HourPicker, HourPickerSkeleton } from '../picker/hour-picker.tsx'
import { showDeadline, showStart } from '../session-time.ts'
import { toldChanged } from './my-session-changed.ts'
import { HourRefusal } from './my-session-refusal.tsx'

type MoveDialogProps = { session: MySession; onClose(): void; onDone(): void }

/** Moves a session to another free hour of the same coach. */
export default function MoveDialog({ session, onClose, onDone }: MoveDialogProps) {
  const { serviceId, coachId, coachName, terms, zone } = session
  const [choice, setChoice] = useState<{ date: string | null; time: string | null }>({ date: null, time: null })
  const hours = useQuery({
    ...apiQuery(freeHours, { query: { serviceId, coachId: coachId ?? undefined, moving: session.id } }),
    // What is free changes by the minute: nothing is kept beyond this dialog.
    staleTime: 0,
    gcTime: 0,
  })
  const hour = hours.data?.days
    .find(({ date }) => date === choice.date)
    ?.hours.find(({ time, state }) => time === choice.time && state === 'free')

  const move = useMutation({
    mutationFn: (to: Hour) =>
      callApi(moveBooking, {
        params: { bookingId: session.id },
        body: { selectedDate: to.date, selectedTime: to.time },
      }),
    onSuccess: (_, to) => {
      toast({ title: 'Session moved', description: `${showStart(to, zone)}. A new invite is in your mail.` })
      onDone()
    },
    onError: (error) => {
      if (toldChanged(error, 'Not moved')) onDone()
      else hours.refetch()
    },
  })
  const choose = (next: typeof choice) => {
    move.reset()
    setChoice(next)
  }
  const from = showStart({ date: session.sessionDate, time: session.sessionTime }, zone)
  return (
    <Dialog
      title="Move session"
      description={`${session.serviceName} with ${coachName}`}
      onClose={onClose}
      sticky
      ownBody
      className="lg:max-w-4xl"
    >
      <DialogBody>
        <div className="flex flex-col gap-6">
          {move.error && <HourRefusal error={move.error} onChoose={choose} />}
          <div>
            {terms && (
              <p>
                Moving is free until{' '}
                <span className="figures text-strong">{showDeadline(terms.freeMoveUntil, zone)}</span>.
              </p>
            )}
            <KeptRefund session={session} />
          </div>
          {hours.isPending ? (
            <HourPickerSkeleton />
          ) : hours.isError ? (
            <LoadFailed {...hours} title="The free hours could not be loaded" />
          ) : (
            <HourPicker
              days={hours.data.days}
              zone={hours.data.zone}
              date={choice.date}
              time={hour?.time ?? null}
              showSeats={session.capacity > 1}
              busy={move.isPending}
              onChoose={choose}
            />
          )}
        </div>
      </DialogBody>
      <DialogFoot className="flex flex-wrap items-center justify-end gap-3">
        <div role="status" className="mr-auto w-full sm:w-auto">
          <dl className="figures grid grid-cols-[auto_1fr] gap-x-3 text-sm">
            <dt>Now</dt>
            <dd className={hour && 'text-faint line-through'}>{from}</dd>
            <dt>New</dt>
            <dd className="font-semibold text-strong">{hour ? showStart(hour, zone) : 'Choose a date and a time'}</dd>
          </dl>
        </div>
        <Button variant="secondary" disabled={move.isPending} onClick={onClose}>
          Keep
        </Button>
        <Button
          className="flex-1 sm:flex-none"
          disabled={!hour}
          busy={move.isPending}
          onClick={() => hour && move.mutate(hour)}
        >
          Move session
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** A session moved late keeps the share of the refund it had: said before, not after. */
function KeptRefund({ session }: { session: MySession }) {
  const [now, left] = [toCents(session.refundNow), toCents(session.price) - toCents(session.refundDue)]
  if (now === left) return null
  return <p className="figures">After moving, cancelling gives back {showDollars(now)} at most, as it does now.</p>
}
