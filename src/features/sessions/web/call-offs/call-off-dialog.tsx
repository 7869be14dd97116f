import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { coachSessionsKey } from '#src/features/bookings/web/coach-sessions-query.ts'
import { showTimeUntil } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { callOff, callOffDay } from '#src/features/sessions/call-off-contract.ts'
import { byItself, type CallOffReason, isLate } from '#src/features/sessions/call-offs.ts'
import { callOffCoachsDay } from '#src/features/sessions/exceptions-contract.ts'
import { showDollars } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { showWhen } from '#src/shared/session-times.ts'
import { showCity, showDate } from '#src/shared/times.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { sessionStatesKey } from '../session-states-query.ts'
import { CallOffReasons } from './call-off-reasons.tsx'

type CalledOff = Pick<CoachSession, 'id' | 'startsAt' | 'zone' | 'customerName'>

type CallOffDialogProps = {
  /** All seats of what is called off, the soonest first. */
  sessions: CalledOff[]
  /** A whole day of the agenda: the date (`YYYY-MM-DD`) in this zone. Null: one session. */
  day: { date: string; zone: string } | null
  /** The coach whose day a member of staff calls off; absent: it is the coach's own. */
  coachId?: string
  /** The cents that all money back is in all, for staff. */
  left?: number
  userId: string
  onClose(): void
  onRefused?(): void
}

/** Calls one session off, or all of a day. */
export default function CallOffDialog({
  sessions,
  day,
  coachId,
  left,
  userId,
  onClose,
  onRefused,
}: CallOffDialogProps) {
  const client = useQueryClient()
  const mine = useReaderZone()
  const room = useRoomZone()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState<CallOffReason | null>(null)
  const [isAsked, setAsked] = useState(false)
  const now = useNow()
  const first = must(sessions[0], 'a session')
  const [word, setWord] = useTyped(`call-off:${day ? `${coachId}:${day.date}` : first.id}`)
  const readerZone = coachId ? room : mine
  const starts = Map.groupBy(sessions, ({ startsAt }) => must(startsAt, 'a time'))
  const what = starts.size === 1 ? '1 session' : `${starts.size} sessions`

  const call = useMutation({
    mutationFn: (why: CallOffReason) => {
      const body = { reason: why, word }
      if (day) {
        const shown = { ...body, ...day, sessions: sessions.map(asShown) }
        return coachId
          ? callApi(callOffCoachsDay, { params: { coachId }, body: shown })
          : callApi(callOffDay, { body: shown })
      }
      return callApi(callOff, {
        params: { bookingId: first.id },
        body: { ...body, startsAt: first.startsAt ?? undefined },
      })
    },
    onSuccess: async ({ players }) => {
      // First, so that the focus goes to what is still there.
      await reload()
      toast({ title: `Called off: ${players === 1 ? '1 player is' : `${players} players are`} choosing now.` })
      onClose()
    },
    onError: () => {
      onRefused?.()
      // What we knew of the sessions is out of date.
      void reload()
    },
  })
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: coachSessionsKey }),
      client.invalidateQueries({ queryKey: bookingsKey }),
      client.invalidateQueries({ queryKey: sessionStatesKey(userId) }),
    ])

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (reason) call.mutate(reason)
    else form.current?.querySelector('input')?.focus()
  }

  return (
    <Dialog
      title={`Call off ${what}?`}
      description={`${coachId ? 'The' : 'Your'} ${sessions.length === 1 ? 'player chooses' : 'players choose'}: another coach, another hour, or all money back. ${day ? `The whole of ${showDate(day.date)} (${showCity(day.zone)}) stays closed; our team can reopen it.` : 'These hours stay closed.'}`}
      onClose={onClose}
      sticky
      startsAtChoice
    >
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-6">
        {call.error && (
          <Alert tone="bad" title="Not called off">
            {errorText(call.error)}
          </Alert>
        )}
        <ul className="figures grid gap-1">
          {[...starts].map(([startsAt, seats]) => (
            <li key={startsAt}>
              <span className="font-semibold text-strong">{showWhen(startsAt, first.zone, readerZone)}</span>:{' '}
              {seats.map(({ customerName }) => customerName).join(', ')}
            </li>
          ))}
        </ul>
        <p className="figures">
          {byItself}
          {left !== undefined && ` All money back is ${showDollars(left)}.`}
        </p>
        <LateNote startsAt={must(first.startsAt, 'a time')} now={now} />
        <CallOffReasons
          chosen={reason}
          onChoose={setReason}
          problem={isAsked && !reason ? 'Please say why: only our team sees it.' : undefined}
        />
        <Field label={coachId ? 'A word to the players' : 'A word to your players'} optional>
          <TextInput value={word} maxLength={300} onChange={(event) => setWord(event.target.value)} />
        </Field>
        <DialogButtons busy={call.isPending} onClose={onClose}>
          <Button type="submit" variant="danger" busy={call.isPending}>
            Call off {what}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const asShown = ({ id, startsAt }: CalledOff) => ({ bookingId: id, startsAt: must(startsAt, 'a time') })

/** Only where it is late: then it is counted. */
function LateNote({ startsAt, now }: { startsAt: string; now: number }) {
  if (!isLate(new Date(startsAt), new Date(now))) return null
  const left = showTimeUntil(startsAt, now)
  return (
    <Alert tone="warn">
      <span className="figures">{left ? `It starts in ${left}.` : 'It has started.'} Late call-offs are counted.</span>
    </Alert>
  )
}
