import { type SessionTime, showSession } from '#src/shared/session-times.ts'
import { type Meeting, whereToMeet } from './meeting.ts'

/** A session as it stands in somebody's calendar. */
export type CalendarEntry = {
  title: string
  place: string
  /** How to change the session; then when it is, and how the two meet. */
  lines: [string, ...string[]]
  /** Where its owner finds it on our site. */
  url: string
  startsAt: Date
  endsAt: Date
}

type Session = Meeting & SessionTime & { id: string; serviceName: string }

/** In the player's calendar. `baseUrl` is our site's, `readerZone` the player's. */
export function playersEntry(session: Session, baseUrl: string, readerZone: string): CalendarEntry {
  const { id, serviceName, coachName, startsAt, endsAt } = session
  const { place, long } = whereToMeet(session)
  const url = sessionPage(baseUrl, id)
  return {
    title: `${serviceName} with ${coachName}`,
    place,
    lines: [`To move or cancel: ${url}.`, showSession(session, readerZone), long],
    ...{ url, startsAt, endsAt },
  }
}

/** In the coach's: it names the players of the session; `who` is what each says about themselves, `place` where they are found. */
export function coachsEntry(
  session: SessionTime & Pick<Session, 'id' | 'serviceName'>,
  { players, place }: { players: { customerName: string; who: string }[]; place: string },
  baseUrl: string,
  readerZone: string,
): CalendarEntry {
  const { id, serviceName, startsAt, endsAt } = session
  const url = sessionPage(baseUrl, id)
  return {
    title: `${players.map(({ customerName }) => customerName).join(', ')}: ${serviceName}`,
    place,
    lines: [`Cannot make it? Call it off: ${url}.`, showSession(session, readerZone), ...players.map(({ who }) => who)],
    ...{ url, startsAt, endsAt },
  }
}

/** Where its player and its coach find a session, with the buttons that each has. */
export const sessionPage = (baseUrl: string, bookingId: string) => `${baseUrl}/sessions/${bookingId}`

/** A page of Google Calendar with the entry filled in, to be saved there. */
export function googleCalendarUrl({ title, place, lines, startsAt, endsAt }: CalendarEntry): string {
  const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '')
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${utc(startsAt)}/${utc(endsAt)}`,
    details: lines.join('\n'),
    location: place,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
