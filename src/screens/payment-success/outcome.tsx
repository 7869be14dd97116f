import { type ReactNode, useEffect } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { toBeDecided } from '#src/features/bookings/rules.ts'
import { CalendarButton } from '#src/features/bookings/web/calendar-button.tsx'
import { GoogleCalendarLink } from '#src/features/bookings/web/google-calendar-link.tsx'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showOwnTime } from '#src/shared/session-times.ts'
import { showDuration, showLongDate } from '#src/shared/times.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { announce } from '#src/ui/feedback/announce.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Spinner } from '#src/ui/loading/spinner.tsx'
import type { Result } from './result.ts'

/** What became of the payment, and what to do about it. */
export function Outcome({ result }: { result: Result }) {
  const search = useSearch()
  switch (result.state) {
    case 'loading':
      return <Skeleton className="h-24 rounded-lg" />
    case 'none':
      return (
        <p className="max-w-prose text-lg">
          This page shows your booking right after you pay. Every detail is in your confirmation e-mail, too.
        </p>
      )
    case 'signed-out':
      return (
        <Alert title="Log in to see your booking">
          <p>A payment that went through is booked without you, and its confirmation comes by e-mail.</p>
          <ButtonLink
            to={`/login?next=${encodeURIComponent(`/payment-success?${search}`)}`}
            variant="secondary"
            size="sm"
            className="mt-3"
          >
            Log in
          </ButtonLink>
        </Alert>
      )
    case 'confirming':
      return (
        <Waiting title="We are confirming your booking">The confirmation follows by e-mail in a few minutes.</Waiting>
      )
    case 'processing':
      return (
        <Waiting title="Your bank is still working on the payment">
          We book your session the moment it arrives and write to you by e-mail. You can leave this page.
        </Waiting>
      )
    case 'booked':
      return <Receipt {...result} />
    case 'unpaid':
      return (
        <Alert tone="warn" urgent title="The payment did not go through">
          Nothing was booked and your card was not charged. Choose your session again to have another try.
        </Alert>
      )
    case 'refunded':
      return (
        <Alert tone="warn" urgent title={`You get all of your ${result.amount} back`}>
          When your payment reached us, the hour you chose could not be booked any more. Nothing was booked. The refund
          goes to the card you paid with; banks take 5 to 10 days to show it. Please choose another hour.
        </Alert>
      )
    case 'unknown':
      return (
        <Alert tone="warn" urgent title="We do not know this payment">
          It may belong to another account. Log in with the account you paid with, or contact support.
        </Alert>
      )
    case 'problem':
      return (
        <Alert tone="bad" title="This payment could not be turned into a booking">
          {result.message}
        </Alert>
      )
  }
}

function Waiting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="flex gap-4 rounded-lg border border-line bg-panel p-5">
      <span className="mt-0.5 text-signal">
        <Spinner />
      </span>
      <div>
        <p className="font-semibold text-strong">{title}</p>
        <p>{children}</p>
      </div>
    </div>
  )
}

const booked = 'Your session is booked'
type Booked = Extract<Result, { state: 'booked' }>

function Receipt({ booking, coachId, coachDiscord, calendarInvite }: Booked) {
  useEffect(() => announce('Booking confirmed'), [])
  const { startsAt, zone } = booking
  const readerZone = useReaderZone()
  const rows = [
    ['Coach', booking.coachName],
    ['Service', `${booking.serviceName}, ${showDuration(booking.minutes)}`],
    ['Date', startsAt ? showLongDate(startsAt, readerZone) : toBeDecided],
    ['Time', startsAt ? showOwnTime(startsAt, zone, readerZone) : toBeDecided],
    ['Paid', showDollars(toCents(booking.price))],
    ['Booking', booking.number],
  ]
  return (
    <Panel aria-label="Your booking" className="rounded-t-none border-signal border-t-4">
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-lg font-semibold text-strong">{booked}</span>
        <Badge tone="good">Confirmed</Badge>
      </p>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="min-w-0 break-words text-strong">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        {calendarInvite && <CalendarButton bookingId={booking.id}>Add to calendar</CalendarButton>}
        <GoogleCalendarLink session={{ ...booking, coachId, coachDiscord }} />
        <ButtonLink to="/sessions" variant="secondary" size="sm">
          My Sessions
        </ButtonLink>
      </div>
    </Panel>
  )
}
