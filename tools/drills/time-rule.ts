/**
 * The rule for hours a second time, written from the words of TIME-1 to TIME-5 and on `Intl` alone, so that it can
 * contradict the product's own arithmetic, which is Temporal's.
 */

/** A coach's hours on clocks of `zone`; `days` are dates that differ, null for a day off. Minutes from midnight. */
export type CoachHours = {
  zone: string
  week: { weekday: number; opens: number; closes: number }[]
  days: Map<string, { opens: number; closes: number } | null>
}

const minute = 60_000
const day = 24 * 60 * minute
const formats = new Map<string, Intl.DateTimeFormat>()

/** What a clock and a calendar in `zone` show at an instant, as milliseconds of a clock that is never changed. */
function wallTime(instant: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    const two = '2-digit'
    const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', calendar: 'gregory', ...fields })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!)
}

/** A clock's date and time in a zone: `2026-03-08 09:00`. */
export function clockText(instant: number, zone: string): string {
  return new Date(wallTime(instant, zone)).toISOString().slice(0, 16).replace('T', ' ')
}

const instants = new Map<string, number>()

/** The first instant whose clock shows this; where the clock skips it, as long after the gap as it is after the gap's start. */
export function instantByIntl(date: string, minutes: number, zone: string): number {
  const name = `${date} ${minutes} ${zone}`
  const known = instants.get(name) ?? searchInstant(date, minutes, zone)
  instants.set(name, known)
  return known
}

function searchInstant(date: string, minutes: number, zone: string): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * minute
  const offsets = [wanted - day, wanted + day].map((instant) => wallTime(instant, zone) - instant)
  const found = offsets.map((offset) => wanted - offset).filter((instant) => wallTime(instant, zone) === wanted)
  return found.length > 0 ? Math.min(...found) : wanted - offsets[0]!
}

/** All instants between two dates at which the clocks of a zone change. */
export function transitions(zone: string, from: string, to: string): number[] {
  const offset = (instant: number) => wallTime(instant, zone) - instant
  const found: number[] = []
  for (let at = Date.parse(from); at < Date.parse(to); at += 7 * day) {
    if (offset(at) === offset(at + 7 * day)) continue
    let [before, after] = [at, at + 7 * day]
    while (after - before > minute) {
      const middle = before + Math.floor((after - before) / 2 / minute) * minute
      if (offset(middle) === offset(at)) before = middle
      else after = middle
    }
    found.push(after)
  }
  return found
}

/** Whether a coach works all through a session: no minute of it lies outside the hours of the days around it. */
export function worksThroughout(hours: CoachHours, startsAt: number, minutes: number): boolean {
  const end = startsAt + minutes * minute
  const stretches = [-2, -1, 0, 1, 2].flatMap((shift) => {
    const date = new Date(wallTime(startsAt, hours.zone) + shift * day).toISOString().slice(0, 10)
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
    const exception = hours.days.get(date)
    const ranges = exception === undefined ? hours.week.filter((row) => row.weekday === weekday) : [exception]
    return ranges.flatMap((range) =>
      range
        ? [{ from: instantByIntl(date, range.opens, hours.zone), to: instantByIntl(date, range.closes, hours.zone) }]
        : [],
    )
  })
  let reached = startsAt
  while (reached < end) {
    const next = Math.max(...stretches.filter(({ from }) => from <= reached).map(({ to }) => to))
    if (next <= reached) return false
    reached = next
  }
  return true
}
