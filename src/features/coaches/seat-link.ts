/** An hour in the business's zone: `YYYY-MM-DD` and `HH:mm`. */
type Hour = { date: string; time: string }

/** The path of a coach's page that opens a seat in the group at this hour, for friends of who has one already. */
export function seatLink(slug: string, { date, time }: Hour): string {
  return `/coaches/${slug}?seat=${date}T${time}`
}

/** The hour of such a link, by its `seat`; null for anything else. */
export function readSeat(seat: string | null): Hour | null {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(seat ?? '') ?? []
  return date && time ? { date, time } : null
}
