import type { MySession } from '#src/features/bookings/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { cx } from '#src/ui/class-names.ts'
import { showDeadline } from '../session-time.ts'

const widths = ['w-5', 'w-9', 'w-13', 'w-17']

/** What can still be done until when, as rungs up to the session; those behind us are dim. `now` in epoch milliseconds. */
export function Deadlines({ session, now }: { session: MySession; now: number }) {
  const { startsAt, zone, terms, fullRefundUntilStart } = session
  if (!startsAt || !terms) return null
  const rungs = deadlines(terms, startsAt, fullRefundUntilStart)
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
              {showDeadline(until, zone)}
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
