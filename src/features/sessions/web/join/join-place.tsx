import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, DoorOpen } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { DiscordButtons } from '#src/features/bookings/web/meeting-place.tsx'
import { checkIn, type SessionState } from '#src/features/sessions/contract.ts'
import { SafetyButton } from '#src/features/sessions/web/safety/safety-button.tsx'
import { SayWhatHappened } from '#src/features/sessions/web/say-what-happened.tsx'
import { sessionStatesKey } from '#src/features/sessions/web/session-states-query.ts'
import { showCity, showTimeIn } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button, ButtonAnchor } from '#src/ui/controls/button.tsx'
import { outsideLink } from '#src/ui/controls/outside-link.ts'
import { toastError } from '#src/ui/feedback/toast.ts'
import { waitingWords } from './join-words.ts'

/** The state of a session with its open Join place, and what the other is called. */
export type Met = { state: SessionState; join: NonNullable<SessionState['join']>; name: string; price: string }

type JoinPlaceProps = {
  title: string
  /** The sessions of one hour: a coach's group has several players. */
  met: [Met, ...Met[]]
  userId: string
  /** Epoch milliseconds. */
  now: number
}

/** Where the two of a session meet, from shortly before its start until its end, and see that the other is there. */
export function JoinPlace({ title, met, userId, now }: JoinPlaceProps) {
  const id = useId()
  const client = useQueryClient()
  const readerZone = useReaderZone()
  const here = useRef<HTMLParagraphElement>(null)
  const [{ state, join, name }] = met
  const missing = met.filter((each) => !each.join.you)
  const press = useMutation({
    mutationFn: () =>
      Promise.all(missing.map((each) => callApi(checkIn, { params: { bookingId: each.state.bookingId } }))),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionStatesKey(userId) }),
    onError: (error) => toastError('Not said', error),
  })
  const hasPressed = press.isSuccess && missing.length === 0
  useEffect(() => {
    // The button that had the focus is gone.
    if (hasPressed) here.current?.focus()
  }, [hasPressed])
  const at = (instant: string) => `${showTimeIn(instant, readerZone)} (${showCity(readerZone)})`
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-signal bg-raised p-4 sm:p-5">
      <h3 id={id} className="flex items-center gap-2 font-semibold text-lg text-strong">
        <DoorOpen aria-hidden className="size-5 shrink-0 text-signal" /> {title}
      </h3>
      {join.room && (
        <ButtonAnchor href={join.room} {...outsideLink} variant="secondary" className="justify-self-start">
          {state.as === 'player' ? `Open ${name}’s room` : 'Open your room'}
        </ButtonAnchor>
      )}
      {missing.length > 0 ? (
        <Button size="lg" busy={press.isPending} onClick={() => press.mutate()}>
          I am here
        </Button>
      ) : (
        <p ref={here} tabIndex={-1} className="figures flex items-center gap-2 text-strong outline-none">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-good" /> You have been here since{' '}
          {at(join.you ?? join.from)}.
        </p>
      )}
      {met.map((each) => (
        <div key={each.state.bookingId} className="grid gap-3 border-line border-t pt-4">
          <p role="status" className="figures">
            {each.join.other ? (
              <span className="flex items-center gap-2 text-strong">
                <CircleCheck aria-hidden className="size-5 shrink-0 text-good" /> {each.name} has been here since{' '}
                {at(each.join.other)}.
              </span>
            ) : (
              waitingWords(
                {
                  as: each.state.as,
                  name: each.name,
                  isHere: each.join.you !== null,
                  startsAt: each.state.startsAt ?? each.join.from,
                  price: each.price,
                },
                now,
                readerZone,
              )
            )}
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {each.join.discord
                ? `${each.name} on Discord: ${each.join.discord}`
                : `No Discord name yet: ask ${each.name} in the chat.`}
            </span>
            {each.join.discord && <DiscordButtons name={each.join.discord} />}
          </div>
          <div className="flex flex-wrap gap-2">
            <SayWhatHappened state={each.state} />
            {/* The player's stands below, with the session's other buttons. */}
            {each.state.as === 'coach' && (
              <SafetyButton bookingId={each.state.bookingId} about={`${each.state.serviceName} with ${each.name}`} />
            )}
          </div>
        </div>
      ))}
    </section>
  )
}
