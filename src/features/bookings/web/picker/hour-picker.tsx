import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { showElsewhere, showHour } from '#src/shared/session-times.ts'
import { showCity, showDate, showTimeIn, showZone } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { dayWord } from './day-word.ts'
import { filledTile, RadioTile } from './radio-tile.tsx'

export type Day = { date: string; hours: Hour[] }

type HourPickerProps = {
  days: Day[]
  /** IANA name of the zone that days and hours are in. */
  zone: string
  /** IANA name of the zone that hours are shown in first: the reader's own, in staff's rooms the business's. */
  readerZone: string
  date: string | null
  time: string | null
  /** Several players share a session: say how many seats an hour still has. */
  showSeats: boolean
  /** Nothing may be chosen meanwhile; what has the focus keeps it. */
  busy: boolean
  onChoose(choice: { date: string; time: string | null }): void
}

const dateGrid =
  '-mx-5 flex gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] sm:overflow-visible sm:px-0'
const hourGrid = 'grid gap-2 min-[15rem]:grid-cols-2 lg:grid-cols-4'

/** A day and an hour, as two groups of radio buttons. */
export function HourPicker({ days, zone, readerZone, date, time, showSeats, busy, ...rest }: HourPickerProps) {
  const onChoose = busy ? () => {} : rest.onChoose
  const day = days.find((each) => each.date === date)
  const differs = days.some(({ hours: [first] }) => first && showElsewhere(first.startsAt, zone, readerZone))
  return (
    <div className="grid gap-6" aria-busy={busy}>
      <fieldset aria-disabled={busy} className="min-w-0">
        <legend className="mb-2 font-semibold text-strong">
          Date{differs && <span className="font-normal text-soft"> (in {showCity(zone)})</span>}
        </legend>
        <div className={dateGrid}>
          {days.map((each) => {
            const free = freeHoursOf(each).length
            return (
              <RadioTile
                key={each.date}
                name="date"
                checked={each.date === date}
                onChoose={() => onChoose({ date: each.date, time })}
                className={cx('figures shrink-0 px-2 py-2 text-center whitespace-nowrap sm:px-1', filledTile)}
              >
                <span className="block text-sm font-semibold">{showDate(each.date)}</span>{' '}
                <span className={cx('block text-sm peer-checked:text-ink', free ? 'text-soft' : 'text-faint')}>
                  {dayWord(each.hours)}
                </span>
              </RadioTile>
            )
          })}
        </div>
      </fieldset>
      {day ? (
        <HoursOfDay {...{ day, days, zone, readerZone, time, showSeats, busy, onChoose }} />
      ) : (
        <div>
          <p className="mb-2 font-semibold text-strong">Time</p>
          <p className="rounded-md border border-line border-dashed p-4 text-soft">Choose a date to see its hours.</p>
        </div>
      )}
    </div>
  )
}

function HoursOfDay({
  day,
  days,
  zone,
  readerZone,
  time,
  showSeats,
  busy,
  onChoose,
}: Omit<HourPickerProps, 'date'> & { day: Day }) {
  const offered = day.hours.filter((hour) => hour.state !== 'closed')
  const differs = offered.some((hour) => showElsewhere(hour.startsAt, zone, readerZone))
  const nextDay = days.find((each) => each.date > day.date && freeHoursOf(each).length > 0)
  return (
    <fieldset aria-disabled={busy} className="min-w-0">
      <legend className="mb-2 font-semibold text-strong">
        Time{' '}
        <span className="font-normal text-soft">{`(${showZone(readerZone)}${differs ? `, ${showCity(zone)} below it` : ''})`}</span>
      </legend>
      {freeHoursOf(day).length === 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line p-4">
          <p role="status" className="flex-1">
            No free hours on {showDate(day.date)}.
          </p>
          {nextDay && (
            <Button
              variant="secondary"
              size="sm"
              disabled={busy}
              onClick={() => onChoose({ date: nextDay.date, time: null })}
            >
              See {showDate(nextDay.date)}
            </Button>
          )}
        </div>
      )}
      <div className={cx(hourGrid, !differs && 'min-[22rem]:grid-cols-3')}>
        {offered.map((hour) => (
          <HourTile
            key={hour.time}
            hour={hour}
            zone={zone}
            readerZone={readerZone}
            checked={hour.time === time && hour.state === 'free'}
            showSeats={showSeats}
            onChoose={() => onChoose({ date: hour.date, time: hour.time })}
          />
        ))}
      </div>
    </fieldset>
  )
}

type HourTileProps = Pick<HourPickerProps, 'zone' | 'readerZone' | 'showSeats'> & {
  hour: Hour
  checked: boolean
  onChoose(): void
}

function HourTile({ hour, zone, readerZone, checked, showSeats, onChoose }: HourTileProps) {
  const isFree = hour.state === 'free'
  const differs = showElsewhere(hour.startsAt, zone, readerZone) !== null
  // Not bold in the chosen tile: it would not fit in one line on a narrow phone.
  const small = 'block font-normal text-sm text-soft peer-checked:text-ink'
  return (
    <RadioTile
      name="time"
      checked={checked}
      disabled={!isFree}
      onChoose={onChoose}
      className={cx(
        'figures flex min-h-12 flex-col justify-center py-1.5 text-center min-[22rem]:px-1 sm:px-2',
        filledTile,
      )}
    >
      <span className={cx('block font-semibold', !isFree && 'line-through')}>
        {showHour(hour.startsAt, zone, readerZone)}
      </span>{' '}
      {isFree && differs && (
        <span className={small}>
          {showTimeIn(hour.startsAt, zone)} {showCity(zone)}
        </span>
      )}{' '}
      {isFree && showSeats && (
        <span className={small}>{hour.seatsLeft === 1 ? '1 seat left' : `${hour.seatsLeft} seats left`}</span>
      )}
      {!isFree && <span className="block text-sm">Taken</span>}
    </RadioTile>
  )
}

/** The shape of the picker while the hours load. */
export function HourPickerSkeleton() {
  return (
    <div className="grid gap-6" aria-busy>
      <p className="sr-only" role="status">
        Loading free hours
      </p>
      <div>
        <Skeleton className="mb-2 h-6 w-16" />
        <div className={dateGrid}>
          {Array.from({ length: 14 }, (_, i) => (
            <Skeleton key={i} className="h-15 w-24 shrink-0 sm:w-auto" />
          ))}
        </div>
      </div>
      <Skeleton className="h-24" />
    </div>
  )
}

function freeHoursOf(day: Day): Hour[] {
  return day.hours.filter((hour) => hour.state === 'free')
}
