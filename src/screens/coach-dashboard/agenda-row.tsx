import { Check, NotebookPen, UserX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import { whoComes } from '#src/features/bookings/meeting.ts'
import { DiscordButtons } from '#src/features/bookings/web/meeting-place.tsx'
import { ownTime } from '#src/features/bookings/web/session-time.ts'
import { ChatButton } from '#src/features/messages/web/chat-button.tsx'
import { showDate, showDuration, showTime } from '#src/shared/times.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import type { Outcome } from './outcome-dialog.tsx'

const NoteDialog = lazy(() => import('./note-dialog.tsx'))
const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx'))

type AgendaRowProps = {
  session: CoachSession
  /** Where no heading says the day. */
  withDate: boolean
  /** Whether it is not over: then one must find the player. */
  ahead: boolean
  unread: number
  onChat(): void
}

/** A session of the agenda, with what can be done about it. */
export function AgendaRow({ session, withDate, ahead, unread, onChat }: AgendaRowProps) {
  const [open, setOpen] = useState<Outcome | 'note' | null>(null)
  const { customerName, playerId, serviceName, minutes, status, refusals, note, player } = session
  const close = () => setOpen(null)
  return (
    <li className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-panel p-4 sm:grid-cols-[9.5rem_minmax(0,1fr)] lg:grid-cols-[9.5rem_minmax(0,1fr)_auto] lg:items-center">
      <Time session={session} withDate={withDate} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold text-strong">{customerName}</span>
          {status !== 'confirmed' && (
            <Badge tone={status === 'completed' ? 'good' : 'warn'}>{statusLabels[status]}</Badge>
          )}
        </p>
        <p className="figures text-sm">
          {serviceName}, {showDuration(minutes)}
        </p>
        {ahead && <p className="mt-1 text-sm [overflow-wrap:anywhere]">{whoComes(session, player)}</p>}
        {player?.handles.discord && (
          <div className="mt-2">
            <DiscordButtons name={player.handles.discord} />
          </div>
        )}
        {note && <p className="mt-1 line-clamp-2 text-sm text-faint">Your note: {note}</p>}
      </div>
      <div className="flex flex-wrap gap-2 sm:col-start-2 lg:col-start-3 lg:justify-end">
        {refusals.complete === null && (
          <Button size="sm" aria-label={`Completed: session with ${customerName}`} onClick={() => setOpen('complete')}>
            <Check aria-hidden className="size-4" /> Completed
          </Button>
        )}
        {refusals['no-show'] === null && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`No-show: session with ${customerName}`}
            onClick={() => setOpen('no-show')}
          >
            <UserX aria-hidden className="size-4" /> No-show
          </Button>
        )}
        {playerId && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${note ? 'Note' : 'Add note'} about ${customerName}`}
            onClick={() => setOpen('note')}
          >
            <NotebookPen aria-hidden className="size-4" /> {note ? 'Note' : 'Add note'}
          </Button>
        )}
        <ChatButton about={`${serviceName} with ${customerName}`} unread={unread} onOpen={onChat} />
      </div>
      {open && (
        <Suspense>
          {open === 'note' ? (
            <NoteDialog session={session} onClose={close} />
          ) : (
            <OutcomeDialog session={session} outcome={open} onClose={close} />
          )}
        </Suspense>
      )}
    </li>
  )
}

/** The business's clock, and the coach's own below where that differs. */
function Time({ session, withDate }: { session: CoachSession; withDate: boolean }) {
  const { startsAt, sessionDate, sessionTime, zone } = session
  if (!startsAt) return <p className="text-sm">Our team sets it with the player</p>
  const own = ownTime(startsAt, zone)
  return (
    <p className="figures">
      {withDate && <span className="block text-sm">{showDate(sessionDate)}</span>}
      <span className="block font-semibold text-strong">{showTime(sessionTime)}</span>
      {own && <span className="block text-sm">{own} yours</span>}
    </p>
  )
}
