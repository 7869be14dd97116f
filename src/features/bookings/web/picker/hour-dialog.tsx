import { type ReactNode, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { showWhen } from '#src/shared/session-times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#src/ui/controls/dialog.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { HourRefusal } from '../my-sessions/my-session-refusal.tsx'
import { type Day, HourPicker, HourPickerSkeleton } from './hour-picker.tsx'

type HourDialogProps = {
  title: string
  description: string
  /** The session as it is. */
  session: { startsAt: string | null; zone: string }
  /** On which clock it is read; the reader's own when absent. */
  zone?: string
  hours: {
    data: { zone: string; days: Day[] } | undefined
    error: Error | null
    isFetching: boolean
    refetch(): unknown
  }
  /** Several players share a session: say how many seats an hour still has. */
  showSeats: boolean
  act: { isPending: boolean; error: Error | null; reset(): void; mutate(hour: Hour): void }
  /** What the button that acts says, and the one that does not. */
  button: string
  close: string
  onClose(): void
  /** Above the hours. */
  children?: ReactNode
}

/** Chooses another hour for a session. */
export function HourDialog({ title, description, session, hours, showSeats, act, onClose, ...rest }: HourDialogProps) {
  const mine = useReaderZone()
  const readerZone = rest.zone ?? mine
  const [choice, setChoice] = useState<{ date: string | null; time: string | null }>({ date: null, time: null })
  const hour = hours.data?.days
    .find(({ date }) => date === choice.date)
    ?.hours.find(({ time, state }) => time === choice.time && state === 'free')
  const choose = (next: typeof choice) => {
    act.reset()
    setChoice(next)
  }
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      sticky
      startsAtChoice
      ownBody
      className="lg:max-w-4xl"
    >
      <DialogBody>
        <div className="flex flex-col gap-6">
          {act.error && <HourRefusal error={act.error} readerZone={readerZone} onChoose={choose} />}
          {rest.children}
          {hours.data ? (
            <HourPicker
              days={hours.data.days}
              zone={hours.data.zone}
              readerZone={readerZone}
              date={choice.date}
              time={hour?.time ?? null}
              showSeats={showSeats}
              busy={act.isPending}
              onChoose={choose}
            />
          ) : hours.error ? (
            <LoadFailed {...hours} error={hours.error} title="The free hours could not be loaded" />
          ) : (
            <HourPickerSkeleton />
          )}
        </div>
      </DialogBody>
      <DialogFoot className="flex flex-wrap items-center justify-end gap-3">
        <div role="status" className="mr-auto w-full sm:w-auto">
          <dl className="figures grid grid-cols-[auto_1fr] gap-x-3 text-sm">
            <dt>Now</dt>
            <dd className={hour && 'text-faint line-through'}>
              {session.startsAt && showWhen(session.startsAt, session.zone, readerZone)}
            </dd>
            <dt>New</dt>
            <dd className="font-semibold text-strong">
              {hour ? showWhen(hour.startsAt, session.zone, readerZone) : 'Choose a date and a time'}
            </dd>
          </dl>
        </div>
        <Button variant="secondary" disabled={act.isPending} onClick={onClose}>
          {rest.close}
        </Button>
        <Button
          className="flex-1 sm:flex-none"
          disabled={!hour}
          busy={act.isPending}
          onClick={() => hour && act.mutate(hour)}
        >
          {rest.button}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
