import type { MySession } from '#src/features/bookings/contract.ts'
import { showDuration } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'

/** So many sessions each rung stands for. */
const rungs = [1, 3, 5, 10, 20, 50, 100]

/** How far a player has climbed, by the sessions that took place. Nothing before the first one. */
export function HeldRungs({ held }: { held: MySession[] }) {
  const count = held.length
  if (count === 0) return null
  const minutes = held.reduce((sum, session) => sum + session.minutes, 0)
  const next = rungs.find((rung) => rung > count)
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <ol aria-hidden className="figures flex items-end gap-1 text-center text-xs">
        {rungs.map((rung, place) => (
          <li key={rung} className={cx('w-8', rung <= count ? 'text-signal' : 'text-faint')}>
            <span
              className={cx('mb-1 block rounded-sm', rung <= count ? 'bg-signal' : 'bg-raised')}
              style={{ height: 6 + place * 5 }}
            />
            {rung}
          </li>
        ))}
      </ol>
      <p className="figures">
        <strong className="text-strong">
          {count} {count === 1 ? 'session' : 'sessions'} held
        </strong>
        , {showDuration(minutes)} of coaching.{' '}
        {next && (
          <span className="inline-block">
            {next - count === 1 ? 'One more' : `${next - count} more`} to the rung of {next}.
          </span>
        )}
        <AppLink
          to="/progress"
          className="touch flex min-h-6 w-fit items-center text-strong underline underline-offset-4"
        >
          Your progress: notes, homework, ranks
        </AppLink>
      </p>
    </div>
  )
}
