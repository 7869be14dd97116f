import type { Insights } from '#src/features/insights/contract.ts'
import { games } from '#src/shared/games.ts'
import { toCents } from '#src/shared/money.ts'
import { showMonth } from '#src/shared/times.ts'
import { BusiestHours, hoursOf, sessionsAt, showHour, weekdays } from './busiest-hours.tsx'
import { CoachHours } from './coach-hours.tsx'
import { showMonthDay } from './insights-query.ts'
import { OverTime } from './over-time.tsx'
import { Picture } from './picture.tsx'
import { showMoney } from './totals.tsx'

const steps = { day: 'Day', week: 'Week from', month: 'Month' }

/** Six pictures of a stretch of time, each also a table. */
export function Pictures({ insights }: { insights: Insights }) {
  const { step, busiest, coaches, ranks } = insights
  const rows = insights.series.map(({ date, revenue, refunds, ...counts }) => ({
    ...counts,
    label: showStep(date, step),
    revenueText: showMoney(revenue),
    refundsText: showMoney(refunds),
    revenue: toCents(revenue) / 100,
    refunds: toCents(refunds) / 100,
  }))
  const nothing = (isEmpty: boolean) => isEmpty && 'Nothing in these days.'
  const hours = hoursOf(busiest)
  const each = `each ${step}`
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Picture
        title="Revenue and refunds"
        summary={`Dollars taken and refunded ${each}`}
        head={[steps[step], 'Revenue', 'Refunded']}
        rows={rows.map((row) => [row.label, row.revenueText, row.refundsText])}
        empty={nothing(rows.every((row) => !row.revenue && !row.refunds))}
      >
        <OverTime
          rows={rows}
          show={(dollars) => `$${dollars.toLocaleString('en-US')}`}
          lines={[
            { key: 'revenue', name: 'Revenue', look: 'text-signal' },
            { key: 'refunds', name: 'Refunded', look: 'text-bad' },
          ]}
        />
      </Picture>
      <Picture
        title="Bookings made"
        summary={`Bookings made ${each}`}
        head={[steps[step], 'Bookings']}
        rows={rows.map((row) => [row.label, row.bookings])}
        empty={nothing(rows.every((row) => !row.bookings))}
      >
        <OverTime rows={rows} lines={[{ key: 'bookings', name: 'Bookings', look: 'text-signal' }]} />
      </Picture>
      <Picture
        title="What became of sessions"
        summary={`Sessions held, cancelled and without their player ${each}`}
        head={[steps[step], 'Held', 'Cancelled', 'No-shows']}
        rows={rows.map((row) => [row.label, row.held, row.cancelled, row.noShows])}
        empty={nothing(rows.every((row) => !row.held && !row.cancelled && !row.noShows))}
      >
        <OverTime
          rows={rows}
          stacked
          lines={[
            { key: 'held', name: 'Held', look: 'text-good' },
            { key: 'cancelled', name: 'Cancelled', look: 'text-warn' },
            { key: 'noShows', name: 'No-shows', look: 'text-bad' },
          ]}
        />
      </Picture>
      <Picture
        title="Busiest hours"
        summary="Sessions by weekday and the hour they begin at"
        head={['Hour', ...weekdays]}
        rows={hours.map((hour) => [showHour(hour), ...weekdays.map((_, day) => sessionsAt(busiest, day + 1, hour))])}
        empty={nothing(busiest.length === 0)}
      >
        <BusiestHours busiest={busiest} />
      </Picture>
      <Picture
        title="How booked coaches are"
        summary="Hours booked of the hours each coach is open, by the working hours that hold now"
        head={['Coach', 'Sessions', 'Hours booked', 'Hours open', 'Share']}
        rows={coaches.map((coach) => [
          coach.name,
          coach.sessions,
          coach.bookedHours,
          coach.openHours ?? 'Not confirmed',
          coach.openHours === null ? '' : showShare(coach.bookedHours, coach.openHours),
        ])}
        empty={nothing(coaches.length === 0)}
      >
        <CoachHours coaches={coaches.slice(0, 10)} />
      </Picture>
      <Picture
        title="Ranks gained"
        summary="Rungs climbed in approved stories"
        head={['Game', 'Stories', 'Rungs climbed', 'Rungs a story']}
        rows={ranks.map(({ game, stories, rungs }) => [
          games[game].label,
          stories,
          rungs,
          stories ? (rungs / stories).toFixed(1) : 0,
        ])}
        empty={nothing(ranks.every(({ stories }) => stories === 0))}
      >
        <div className="grid gap-6 sm:grid-cols-2">
          {ranks.map(({ game, stories, rungs }) => (
            <div key={game}>
              <p className="tag" style={{ color: games[game].colours.text }}>
                {games[game].label}
              </p>
              <p className="display figures mt-2 text-2xl">{rungs}</p>
              <p>
                {rungs === 1 ? 'rung' : 'rungs'} climbed in {stories} {stories === 1 ? 'story' : 'stories'}
              </p>
            </div>
          ))}
        </div>
      </Picture>
    </div>
  )
}

function showStep(date: string, step: Insights['step']): string {
  return step === 'month' ? showMonth(date) : showMonthDay(date)
}

/** `30, 120` → `'25%'` */
export function showShare(part: number, whole: number): string {
  return whole ? `${Math.round((100 * part) / whole)}%` : 'No hours'
}
