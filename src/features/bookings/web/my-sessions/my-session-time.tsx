import type { MySession } from '#src/features/bookings/contract.ts'
import { toBeDecided } from '#src/features/bookings/rules.ts'
import { ownZone, showDate, showTime, showZone } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { ownTime } from '../session-time.ts'

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
          {own} your time ({showZone(ownZone())})
        </span>
      )}
    </p>
  )
}
