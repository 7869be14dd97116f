import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { mostChosen } from '#src/features/bookings/rules.ts'
import type { BookingFilters } from '#src/features/bookings/staff-contract.ts'
import type { ManyAct } from '#src/features/sessions/exceptions.ts'
import { useExceptions } from '#src/features/sessions/web/staff/exceptions-query.ts'
import { toCents } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { showDate } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'

const ManyDialog = lazyDialog(() => import('#src/features/sessions/web/staff/many-dialog.tsx'))
const HandOverDialog = lazyDialog(() => import('#src/features/sessions/web/staff/hand-over-dialog.tsx'))
const MoveDialog = lazyDialog(() => import('./move-dialog.tsx'))
const CallOffDialog = lazyDialog(() => import('#src/features/sessions/web/call-offs/call-off-dialog.tsx'))

type ListActsProps = { chosen: Booking[]; all: Booking[]; filters: BookingFilters; onDone(): void }

type Act = ManyAct | 'move'
const labels: Record<Act, string> = {
  cancel: 'Cancel and refund all',
  refund: 'Refund',
  'call-off': 'Call off',
  'hand-over': 'Hand over',
  move: 'Move',
}

/** What staff can do with the bookings they chose; and with a coach's day, when the list is one. */
export function ListActs({ chosen, all, filters, onDone }: ListActsProps) {
  // What it is done to is what was chosen when its dialog opened.
  const [open, setOpen] = useState<{ act: Act; bookings: Booking[] } | null>(null)
  const close = () => setOpen(null)
  const done = () => {
    close()
    onDone()
  }
  const canMove = chosen.length === 1 && chosen[0]?.status === 'confirmed' && chosen[0].startsAt !== null
  const acts = (Object.keys(labels) as Act[]).filter((act) => act !== 'move' || canMove)
  const isDay = filters.coachId !== undefined && filters.from !== undefined && filters.from === filters.to
  return (
    <>
      {chosen.length > 0 && chosen.length <= mostChosen && (
        <div className="flex flex-wrap gap-2">
          {acts.map((act) => (
            <Button key={act} size="sm" variant="secondary" onClick={() => setOpen({ act, bookings: chosen })}>
              {labels[act]}
            </Button>
          ))}
        </div>
      )}
      {chosen.length === 0 && isDay && <CoachsDay all={all} coachId={filters.coachId} date={filters.from} />}
      {open?.act === 'hand-over' && <HandOverDialog bookings={open.bookings} onClose={close} onDone={done} />}
      {open?.act === 'move' &&
        open.bookings.map((booking) => <MoveDialog key={booking.id} booking={booking} onClose={close} onDone={done} />)}
      {open && open.act !== 'hand-over' && open.act !== 'move' && (
        <ManyDialog act={open.act} bookings={open.bookings} onClose={close} onDone={done} />
      )}
    </>
  )
}

/** A coach who cannot come: the whole day is called off, or handed over to others. */
function CoachsDay({ all, coachId = '', date = '' }: { all: Booking[]; coachId?: string; date?: string }) {
  const { user } = useAccount()
  const [open, setOpen] = useState<'call-off' | 'hand-over' | null>(null)
  const ahead = all.filter(({ status }) => status === 'confirmed').slice(0, mostChosen)
  const found = useExceptions(ahead.map(({ number }) => number))
  const first = ahead[0]
  if (!first || !user) return null
  const canCallOff = found.data?.filter(({ refusals }) => refusals['call-off'] === null) ?? []
  const sessions = canCallOff
    .map(({ booking }) => booking)
    .toSorted((a, b) => Date.parse(must(a.startsAt, 'a time')) - Date.parse(must(b.startsAt, 'a time')))
  if (sessions.length === 0) return null
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="figures text-strong">
        {first.coachName}, {showDate(date)}:
      </span>
      <Button size="sm" variant="secondary" onClick={() => setOpen('call-off')}>
        <CalendarX aria-hidden className="size-4" /> Call off the day
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setOpen('hand-over')}>
        Hand over the day
      </Button>
      {open === 'call-off' && (
        <CallOffDialog
          sessions={sessions}
          day={{ date, zone: first.zone }}
          coachId={coachId}
          left={canCallOff.reduce((sum, { refundLeft }) => sum + toCents(refundLeft), 0)}
          userId={user.id}
          onClose={close}
          onRefused={() => found.refetch()}
        />
      )}
      {open === 'hand-over' && <HandOverDialog bookings={sessions} onClose={close} onDone={close} />}
    </div>
  )
}
