import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { services } from '#src/features/bookings/services.ts'
import { dayWord } from '#src/features/bookings/web/picker/day-word.ts'
import { freeHoursQuery } from '#src/features/bookings/web/picker/free-hours-query.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { isOwnHours, OwnHours } from '#src/features/coaches/web/own-hours.tsx'
import { showElsewhere, showHour } from '#src/shared/session-times.ts'
import { bookableDays, showCity, showDate, showTime, showTimeIn, showZone, startTimes } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

type When = { date: string; time: string }

/**
 * The hours of the next 14 days at which a one-hour session can begin. Everything has the same place and size while it
 * loads: the days change at midnight, the hours by the minute, so browsers fetch them.
 */
export function FreeHours({ coach, onChoose }: { coach: Coach; onChoose(when: When): void }) {
  const service = services[0]
  const readerZone = useReaderZone()
  const { data, error, isFetching, refetch } = useQuery(freeHoursQuery(service.id, coach.id))
  const [chosenDate, setChosenDate] = useState<string | null>(null)
  const { zone = '', days } = data ?? {}
  const hasFree = (hours: Hour[]) => hours.some((hour) => hour.state === 'free')
  const day =
    days && (days.find(({ date }) => date === chosenDate) ?? days.find(({ hours }) => hasFree(hours)) ?? days[0])
  const differs = day?.hours.some((hour) => showElsewhere(hour.startsAt, zone, readerZone))
  return (
    <section aria-labelledby="hours-title" className="bg-panel py-16 lg:py-20">
      <div className="wrap">
        <h2 id="hours-title" className="display text-xl">
          Free hours
        </h2>
        {!isOwnHours(error) && <p className="mt-2">Choose an hour to book it.</p>}
        <p className="mb-5 min-h-[1lh] text-faint text-sm">
          {days &&
            `${showZone(readerZone)}${differs ? `, ${showCity(zone)} below it. Days are those of ${showCity(zone)}.` : ''}`}
        </p>
        {isOwnHours(error) ? (
          <OwnHours />
        ) : error ? (
          <Alert tone="bad" title="The free hours could not be loaded">
            <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          </Alert>
        ) : (
          <div aria-busy={!days}>
            <div className="-mx-4 mb-6 flex gap-2 overflow-x-auto px-4 py-1.5 sm:mx-0 sm:grid sm:grid-cols-7 sm:overflow-visible sm:px-0">
              {days
                ? days.map(({ date, hours }) => (
                    <DayTile
                      key={date}
                      date={date}
                      hours={hours}
                      isChosen={date === day?.date}
                      onChoose={() => setChosenDate(date)}
                    />
                  ))
                : Array.from({ length: bookableDays }, (_, i) => <Skeleton key={i} className={dayTile} />)}
            </div>
            <ul
              aria-label={day ? `Hours on ${showDate(day.date)}` : undefined}
              className={cx(
                'grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-6',
                !differs && 'min-[22rem]:grid-cols-3',
              )}
            >
              {startTimes.map((time) => (
                <li key={time}>
                  {day ? (
                    <HourTile
                      time={time}
                      hour={day.hours.find((hour) => hour.time === time)}
                      zone={zone}
                      readerZone={readerZone}
                      onChoose={() => onChoose({ date: day.date, time })}
                    />
                  ) : (
                    <Skeleton className={hourTile} />
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
}

const dayTile = 'h-15 w-24 shrink-0 rounded-md sm:w-auto'

type DayTileProps = { date: string; hours: Hour[]; isChosen: boolean; onChoose(): void }

function DayTile({ date, hours, isChosen, onChoose }: DayTileProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        dayTile,
        'figures border text-sm transition-colors',
        isChosen ? 'border-signal bg-signal text-ink' : 'border-edge text-strong hover:border-strong',
      )}
    >
      <span className="block font-semibold">{showDate(date)}</span>{' '}
      <span className={isChosen ? '' : 'text-soft'}>{dayWord(hours)}</span>
    </button>
  )
}

const hourTile = 'h-16 w-full rounded-md'

type HourTileProps = { time: string; hour: Hour | undefined; zone: string; readerZone: string; onChoose(): void }

function HourTile({ time, hour, zone, readerZone, onChoose }: HourTileProps) {
  if (hour?.state !== 'free')
    return (
      <p className={cx(hourTile, 'figures grid content-center border border-line text-center text-faint')}>
        <s>{hour ? showHour(hour.startsAt, zone, readerZone) : showTime(time)}</s>
        <span className="text-sm">{hour?.state === 'taken' ? 'Taken' : 'Closed'}</span>
      </p>
    )
  const differs = showElsewhere(hour.startsAt, zone, readerZone) !== null
  return (
    <button
      type="button"
      onClick={onChoose}
      className={cx(hourTile, 'figures border border-edge text-strong transition-colors hover:border-signal')}
    >
      <span className="block font-semibold">
        <span className="sr-only">Book </span>
        {showHour(hour.startsAt, zone, readerZone)}
      </span>
      {differs && (
        <span className="block text-sm text-soft">
          {showTimeIn(hour.startsAt, zone)} {showCity(zone)}
        </span>
      )}
    </button>
  )
}
