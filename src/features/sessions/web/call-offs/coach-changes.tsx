import { CalendarSync, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Menu } from '#src/ui/controls/menu.tsx'

const CallOffDialog = lazyDialog(() => import('./call-off-dialog.tsx'))
const ProposeDialog = lazyDialog(() => import('./propose-dialog.tsx'))

type CoachChangesProps = {
  session: CoachSession
  /** All that share its hour, itself included: each player of a group has a session. */
  seats: CoachSession[]
  /** Epoch milliseconds. */
  now: number
}

/** What a coach can change about a session that is not over: call it off or, before it starts, propose another hour. */
export function CoachChanges({ session, seats, now }: CoachChangesProps) {
  const { user } = useAccount()
  const [open, setOpen] = useState<'call-off' | 'propose' | null>(null)
  const { serviceName, customerName, startsAt } = session
  if (!user || !startsAt) return null
  const what = `${serviceName} with ${customerName}`
  const close = () => setOpen(null)
  return (
    <>
      <Menu label={`More for ${what}`}>
        {Date.parse(startsAt) > now && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Propose another hour: ${what}`}
            onClick={() => setOpen('propose')}
          >
            <CalendarSync aria-hidden className="size-4" /> Propose another hour
          </Button>
        )}
        <Button variant="secondary" size="sm" aria-label={`Call off: ${what}`} onClick={() => setOpen('call-off')}>
          <CalendarX aria-hidden className="size-4" /> Call off
        </Button>
      </Menu>
      {open === 'call-off' && (
        <CallOffDialog
          sessions={[session, ...seats.filter((each) => each !== session)]}
          day={null}
          userId={user.id}
          onClose={close}
        />
      )}
      {open === 'propose' && <ProposeDialog session={session} userId={user.id} onClose={close} />}
    </>
  )
}

type CallOffDayProps = {
  /** All of the day that can still be called off, the soonest first. */
  sessions: CoachSession[]
  /** The reader's. */
  zone: string
  /** The day as its heading says it. */
  name: string
}

/** Calls all sessions of a day off, beside its heading; nothing where there is none. */
export function CallOffDay({ sessions, zone, name }: CallOffDayProps) {
  const { user } = useAccount()
  // What is called off is what stood there when the dialog opened, or what was there after a refusal.
  const [shown, setShown] = useState<CoachSession[] | null>(null)
  const [isStale, setStale] = useState(false)
  const listed = shown && isStale && sessions.length > 0 ? sessions : shown
  const first = (listed ?? sessions)[0]
  if (!user || !first) return null
  const { date } = wallClock(new Date(must(first.startsAt, 'a time')), zone)
  const open = () => {
    setShown(sessions)
    setStale(false)
  }
  return (
    <>
      {sessions.length > 0 && (
        <Button variant="ghost" size="sm" aria-label={`Call off this day: ${name}`} onClick={open}>
          <CalendarX aria-hidden className="size-4" /> Call off this day
        </Button>
      )}
      {listed && (
        <CallOffDialog
          sessions={listed}
          day={{ date, zone }}
          userId={user.id}
          onClose={() => setShown(null)}
          onRefused={() => setStale(true)}
        />
      )}
    </>
  )
}
