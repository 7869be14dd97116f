import { Check } from 'lucide-react'
import { useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { whoComes } from '#src/features/bookings/meeting.ts'
import { DiscordButtons } from '#src/features/bookings/web/meeting-place.tsx'
import { OwedLines } from '#src/features/bookings/web/owed-lines.tsx'
import { coachsTasks } from '#src/features/bookings/web/owed-words.ts'
import { StatusBadge } from '#src/features/bookings/web/status-badge.tsx'
import { ChatButton } from '#src/features/messages/web/chat-button.tsx'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { CoachChanges } from '#src/features/sessions/web/call-offs/coach-changes.tsx'
import { JoinOpens } from '#src/features/sessions/web/join/join-opens.tsx'
import { OwedTicks, PlayerSaid } from '#src/features/sessions/web/player-prepared.tsx'
import { SayWhatHappened } from '#src/features/sessions/web/say-what-happened.tsx'
import { isCalledOff } from '#src/features/sessions/web/session-states-query.ts'
import { WritingButtons } from '#src/features/sessions/web/write-up/writing-buttons.tsx'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showElsewhere } from '#src/shared/session-times.ts'
import { showDateIn, showDuration, showTimeIn } from '#src/shared/times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'

const CompleteDialog = lazyDialog(() => import('#src/features/bookings/web/complete-dialog.tsx'))

type AgendaRowProps = {
  session: CoachSession
  /** Undefined until it is known. */
  state: SessionState | undefined
  /** All that share its hour. */
  seats: CoachSession[]
  /** Where no heading says the day. */
  withDate: boolean
  /** Whether it is not over: then one must find the player. */
  ahead: boolean
  unread: number
  /** Epoch milliseconds. */
  now: number
  onChat(): void
  /** It is written up, and can be marked as completed. */
  onWritten(): void
}

/** A session of the agenda, with what can be done about it. */
export function AgendaRow({ session, state, seats, withDate, ahead, unread, now, onChat, onWritten }: AgendaRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { customerName, serviceName, minutes, price, status, refusals, note, player } = session
  const readerZone = useReaderZone()
  const { user } = useAccount()
  const isOff = isCalledOff(state)
  return (
    <li className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-panel p-4 sm:grid-cols-[9.5rem_minmax(0,1fr)] lg:grid-cols-[9.5rem_minmax(0,1fr)_auto] lg:items-start">
      <Time session={session} withDate={withDate} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <AppLink
            to={`/sessions/${session.id}`}
            aria-label={`All about ${serviceName} with ${customerName}`}
            className="touch inline-flex min-h-6 min-w-0 items-center font-semibold text-strong underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            {customerName}
          </AppLink>
          {status !== 'confirmed' && <StatusBadge status={status} />}
        </p>
        <p className="figures text-sm">
          {serviceName}, {showDuration(minutes)}, {toCents(price) > 0 ? showDollars(toCents(price)) : 'free'}
        </p>
        {!isOff && (
          <OwedLines lines={coachsTasks(session, now, readerZone, state)} className="figures mt-1 text-strong" />
        )}
        {user && !isOff && <OwedTicks session={session} state={state} userId={user.id} now={now} />}
        {!isOff && <JoinOpens state={state} now={now} />}
        {ahead && !isOff && <p className="mt-1 text-sm [overflow-wrap:anywhere]">{whoComes(session, player)}</p>}
        {player?.handles.discord && !isOff && (
          <div className="mt-2">
            <DiscordButtons name={player.handles.discord} />
          </div>
        )}
        {isOff && <p className="mt-1 text-sm text-warn">Called off: {customerName} is choosing now.</p>}
        <PlayerSaid state={state} name={customerName} />
        {note && <p className="mt-1 line-clamp-2 text-sm text-faint">Your note: {note}</p>}
      </div>
      <div className="flex flex-wrap gap-2 sm:col-start-2 lg:col-start-3 lg:max-w-lg lg:justify-end">
        {refusals.complete === null && (
          <Button size="sm" aria-label={`Mark completed: session with ${customerName}`} onClick={() => setOpen(true)}>
            <Check aria-hidden className="size-4" /> Mark completed
          </Button>
        )}
        <WritingButtons session={session} isOff={isOff} onWritten={onWritten} />
        {ahead && status === 'confirmed' && !isOff && <CoachChanges session={session} seats={seats} now={now} />}
        <ChatButton about={`${serviceName} with ${customerName}`} unread={unread} onOpen={onChat} />
        {!ahead && <SayWhatHappened state={state} />}
      </div>
      {isOpen && <CompleteDialog session={session} onClose={() => setOpen(false)} />}
    </li>
  )
}

/** The coach's own clock, and the business's below where that differs. */
function Time({ session, withDate }: { session: CoachSession; withDate: boolean }) {
  const { startsAt, zone } = session
  const readerZone = useReaderZone()
  if (!startsAt) return <p className="text-sm">Our team sets it with the player</p>
  const elsewhere = showElsewhere(startsAt, zone, readerZone)
  return (
    <p className="figures">
      {withDate && <span className="block text-sm">{showDateIn(startsAt, readerZone)}</span>}
      <span className="block font-semibold text-strong">{showTimeIn(startsAt, readerZone)}</span>
      {elsewhere && <span className="block text-sm">{elsewhere}</span>}
    </p>
  )
}
