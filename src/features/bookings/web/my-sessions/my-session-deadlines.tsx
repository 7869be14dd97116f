import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { cx } from '#src/ui/class-names.ts'

const widths = ['w-5', 'w-9', 'w-13', 'w-17']

/** What can still be done until when, as rungs up to the session; those behind us are dim. `now` in epoch milliseconds. */
export function Deadlines({ session, now }: { session: MySession; now: number }) {
  const { startsAt, terms, fullRefundUntilStart } = session
  const readerZone = useReaderZone()
  if (!startsAt || !terms) return null
  // What was over before they booked is nothing they missed.
  const rungs = deadlines(terms, startsAt, fullRefundUntilStart).filter(({ until }) => until > session.createdAt)
  return (
    <ol className="figures grid gap-3 text-sm">
      {rungs.map(({ text, until }, index) => {
        const isOver = Date.parse(until) <= now
        return (
          <li key={text} className={cx('grid grid-cols-[4.25rem_1fr] items-start gap-3', isOver && 'text-faint')}>
            <span
              aria-hidden
              className={cx('mt-2 h-1 justify-self-end', widths[index], isOver ? 'bg-line' : 'bg-signal')}
            />
            <span>
              <span className={cx('block font-medium', !isOver && 'text-strong')}>{text}</span>
              {until !== startsAt && (isOver ? 'ended ' : 'until ')}
              {showMoment(until, readerZone)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The deadlines that give something, in the order they pass. */
function deadlines(
  { full, half, freeMoveUntil }: NonNullable<MySession['terms']>,
  startsAt: string,
  fullRefundUntilStart: boolean,
) {
  const [all, part] = [toCents(full.amount), toCents(half.amount)]
  const move = { text: 'Move to another hour for free', until: freeMoveUntil }
  const start = { text: 'Your session starts', until: startsAt }
  if (fullRefundUntilStart)
    return [
      move,
      ...(all > 0 ? [{ text: `Everything back until it starts: ${showDollars(all)}`, until: startsAt }] : []),
      start,
    ]
  // A session that was moved late gives the same part back all along.
  return [
    ...(all > part ? [{ text: `${showDollars(all)} back if you cancel`, until: full.until }] : []),
    move,
    ...(part > 0 ? [{ text: `${showDollars(part)} back if you cancel`, until: half.until }] : []),
    start,
  ]
}
