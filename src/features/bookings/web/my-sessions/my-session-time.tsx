import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { showElsewhere, showStart } from '#src/shared/session-times.ts'
import { showZone } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'

/** For what says when the session of this id is: whoever moves it is led there. */
export const timeOf = (id: string) => ({ 'data-time-of': id, tabIndex: -1 })

/** Gives the place that says when a session is the focus, and brings it into view. */
export function leadToTime(id: string): void {
  const place = document.querySelector<HTMLElement>(`[data-time-of="${id}"]`)
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'nearest' })
}

/** When a session is on the player's clock, and on the business's where that differs. */
export function SessionTime({ session, large }: { session: MySession; large?: boolean }) {
  const { id, startsAt, zone, status } = session
  const readerZone = useReaderZone()
  if (!startsAt)
    return (
      <p>
        <span className={cx('block font-semibold text-strong', large && 'text-xl')}>Time to be decided</span>
        {status === 'confirmed' && 'Our team will contact you'}
      </p>
    )
  const elsewhere = showElsewhere(startsAt, zone, readerZone)
  return (
    <p {...timeOf(id)} className="figures">
      <span className={cx('block', large ? 'display text-xl' : 'font-semibold text-strong')}>
        {showStart(startsAt, readerZone)}
      </span>
      <span className={cx('block', !large && 'text-sm')}>{showZone(readerZone)}</span>
      {elsewhere && <span className={cx('block', !large && 'text-sm')}>{elsewhere}</span>}
    </p>
  )
}
