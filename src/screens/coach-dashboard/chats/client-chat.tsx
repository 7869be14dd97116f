import { useEffect, useRef, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { OwedLines } from '#src/features/bookings/web/owed-lines.tsx'
import { coachsTasks } from '#src/features/bookings/web/owed-words.ts'
import { sendCoachBookingMessage } from '#src/features/messages/contract.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { PlayerSaidFold } from '#src/features/sessions/web/player-prepared.tsx'
import { Apart } from '#src/features/sessions/web/safety/apart.tsx'
import { SafetyButton } from '#src/features/sessions/web/safety/safety-button.tsx'
import { isCalledOff, useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { WritingButtons } from '#src/features/sessions/web/write-up/writing-buttons.tsx'
import { showWhen } from '#src/shared/session-times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { BackToList } from './back-to-list.tsx'

const CompleteDialog = lazyDialog(() => import('#src/features/bookings/web/complete-dialog.tsx'))

/** The chat about a session, with the coach's note on its player. */
export default function ClientChat({ session }: { session: CoachSession }) {
  const readerZone = useReaderZone()
  const { user } = useAccount()
  const [isCompleting, setCompleting] = useState(false)
  const state = useSessionStates(user?.id).data?.find(({ bookingId }) => bookingId === session.id)
  const tasks = coachsTasks(session, useNow(), readerZone, state)
  const pane = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // On phones the list that was operated is gone: reading goes on here. Elsewhere the cursor is in the field below.
  useEffect(() => {
    const isTouched = matchMedia('(pointer: coarse)').matches
    if (isTouched) heading.current?.focus({ preventScroll: true })
    pane.current?.scrollIntoView({ block: isTouched ? 'start' : 'nearest' })
  }, [])
  const { customerName, isBlocked, note, serviceName, startsAt, zone } = session
  return (
    <div ref={pane} className="flex h-full flex-col max-lg:h-[max(24rem,calc(100dvh-6rem-var(--room-bar,0px)))]">
      <header className="flex items-center gap-3 border-line border-b p-4">
        <BackToList />
        <div className="min-w-0 flex-1">
          <h3 ref={heading} tabIndex={-1} className="display truncate text-lg outline-none">
            {customerName}
          </h3>
          <p className="figures text-sm">
            {startsAt ? showWhen(startsAt, zone, readerZone) : 'No date yet'}, {serviceName}
          </p>
        </div>
        <WritingButtons session={session} isOff={isCalledOff(state)} isTight onWritten={() => setCompleting(true)} />
        <SafetyButton bookingId={session.id} about={`${serviceName} with ${customerName}`} isTight />
      </header>
      {isCompleting && <CompleteDialog session={session} onClose={() => setCompleting(false)} />}
      {isBlocked && <Apart className="px-4" />}
      <OwedLines lines={tasks} className="figures border-line border-b px-4 py-2 text-strong" />
      <PlayerSaidFold state={state} name={customerName} />
      {note && <p className="line-clamp-2 border-line border-b bg-raised px-4 py-2 text-sm">Your note: {note}</p>}
      <Thread
        of={{ bookingId: session.id, as: 'coach' }}
        send={
          isBlocked
            ? undefined
            : (post) => callApi(sendCoachBookingMessage, { body: { bookingId: session.id, ...post } })
        }
        empty={
          isBlocked
            ? 'Nothing was written.'
            : 'Say hello, and ask what they want to work on. A player who is away receives an e-mail.'
        }
        focusField
        className="flex-1"
      />
    </div>
  )
}
