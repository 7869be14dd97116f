import { googleCalendarUrl } from '#src/features/bookings/calendar-entry.ts'
import { entryOf } from '../calendar/calendar.ts'
import type { About, Notice } from './about.ts'

type Links = NonNullable<Notice['links']>

/** The receipt, where something was paid. */
export function receiptLink({ booking: { id, price }, env }: About): Links {
  return price > 0 ? [{ label: 'Receipt', url: `${env.baseUrl}/receipt?booking=${id}` }] : []
}

/** For calendars that take no invites by mail. Its address holds the whole entry: the plain text goes without. */
export function calendarLink(about: About): Links {
  const entry = entryOf(about)
  return entry ? [{ label: 'Add to Google Calendar', url: googleCalendarUrl(entry), isOnlyInHtml: true }] : []
}
