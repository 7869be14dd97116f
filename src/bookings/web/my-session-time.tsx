import { toBeDecided } from '#src/bookings/catalogue.ts'
import type { MySession } from '#src/bookings/contract.ts'
import { showDate, showTime, showZone } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { ownTime } from './session-time.ts'

/** When a session is, in the business's zone, and in the player's own where that differs. */
export function SessionTime({ session, large }: { session: MySession; large?: boolean }) {
  const { sessionDate, sessionTime, startsAt, zone } = session
  if (!startsAt)
    return (
      <p>
        <span className={cx('block font-semibold text-strong', large && 'text-xl')}>Time to be decided</span>
        {session.status === 'confirmed' && 'Our team will contact you'}
      </p>
    )
  const own = ownTime(startsAt, zone)
  return (
    <p className="figures">
      <span className={cx('block', large ? 'display text-xl' : 'font-semibold text-strong')}>
        {showDate(sessionDate)}, {sessionTime === toBeDecided ? toBeDecided : showTime(sessionTime)}
      </span>
      <span className={cx('block', !large && 'text-sm')}>{showZone(zone)}</span>
      {own && (
        <span className={cx('block', !large && 'text-sm')}>
          {own} your time ({showZone(Intl.DateTimeFormat().resolvedOptions().timeZone)})
        </span>
      )}
    </p>
  )
}
