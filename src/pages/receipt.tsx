import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useRequireLogin } from '#src/accounts/web/session.ts'
import { toBeDecided } from '#src/bookings/catalogue.ts'
import { bookingReceipt } from '#src/bookings/contract.ts'
import { statusLabels } from '#src/bookings/life-cycle.ts'
import { refundOnItsWay } from '#src/bookings/web/my-session-query.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toCents, toDecimal } from '#src/shared/money.ts'
import { showDay, showDuration, showLongDate, showTime, showZone } from '#src/shared/times.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useSearch } from '#src/ui/use-search.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The receipt of `?booking=ID`, made to be printed or saved as a PDF. */
export default function ReceiptPage() {
  const user = useRequireLogin()
  const bookingId = useSearch().get('booking')
  const { data, error } = useQuery({
    queryKey: ['receipt', user?.id, bookingId],
    queryFn: () => callApi(bookingReceipt, { params: { bookingId: bookingId! } }),
    enabled: user !== null && bookingId !== null,
    staleTime: 0,
  })
  return (
    <div className="flex min-h-svh flex-col print:block">
      <div className="contents print:hidden">
        <SiteHeader />
      </div>
      <main id="content" tabIndex={-1} className="wrap flex-1 py-10 outline-none lg:py-16 print:p-0">
        <div className="mx-auto max-w-2xl print:max-w-none">
          <div className="mb-6 flex flex-wrap justify-between gap-3 print:hidden">
            <ButtonLink to="/sessions" variant="ghost" size="sm" className="-ml-3">
              Back to My Sessions
            </ButtonLink>
            {data && (
              <Button size="sm" onClick={() => print()}>
                <Printer aria-hidden className="size-4" /> Print
              </Button>
            )}
          </div>
          {data ? (
            <Paper receipt={data} />
          ) : (
            <Missing isLoading={!error && (user === null || bookingId !== null)} error={error} />
          )}
        </div>
      </main>
      <div className="contents print:hidden">
        <SiteFooter />
      </div>
    </div>
  )
}

/** Dark on light, as it comes out of a printer. */
function Paper({ receipt }: { receipt: CallReply<typeof bookingReceipt> }) {
  const { booking, paid, refundDue } = receipt
  const { sessionDate, sessionTime, zone } = booking
  const refunded = toCents(booking.refunded)
  const onItsWay = refundOnItsWay({ refundDue, refunded: booking.refunded })
  const facts = [
    ['Billed to', `${booking.customerName}, ${booking.customerEmail}`],
    ['Paid on', showDay(booking.createdAt, zone)],
    ['Payment reference', booking.paymentId ?? 'No payment'],
    ['Coach', booking.coachName],
    [
      'Session',
      sessionDate === toBeDecided
        ? 'Time to be decided'
        : `${showLongDate(sessionDate)}, ${sessionTime === toBeDecided ? toBeDecided : showTime(sessionTime)} (${showZone(zone)})`,
    ],
    ['Status', statusLabels[booking.status]],
  ]
  return (
    <article className="rounded-md bg-strong p-6 text-ink sm:p-10 print:bg-transparent print:p-0">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-ink border-b-4 pb-4">
        <h1 className="display text-ink! text-xl">Receipt</h1>
        <p className="display text-ink! text-lg">Level Up</p>
      </header>
      <dl className="figures mt-6 grid gap-x-6 sm:grid-cols-[auto_1fr] sm:gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink/75 max-sm:mt-3 max-sm:text-sm">{label}</dt>
            <dd className="min-w-0 break-words font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="figures mt-8 w-full border-ink border-t text-left">
        <caption className="sr-only">Amounts in US dollars</caption>
        <tbody>
          <Line
            label={`${booking.serviceName}, ${showDuration(booking.minutes)}`}
            detail={booking.includes}
            cents={toCents(booking.price)}
          />
          {toCents(paid) > 0 && <Line label="Paid by card" cents={toCents(paid)} />}
          {refunded > 0 && <Line label="Refunded" cents={refunded} minus />}
          {onItsWay > 0 && <Line label="Refund on its way" cents={onItsWay} minus />}
          <Line label="You paid in total" cents={Math.max(0, toCents(paid) - refunded - onItsWay)} total />
        </tbody>
      </table>
      <p className="mt-8 text-ink/75 text-sm">Booking {booking.id}. All amounts in US dollars.</p>
    </article>
  )
}

type LineProps = { label: string; detail?: string; cents: number; minus?: boolean; total?: boolean }

function Line({ label, detail, cents, minus, total }: LineProps) {
  return (
    <tr className={total ? 'border-ink border-t-2 font-bold' : 'border-ink/20 border-t font-normal'}>
      <th scope="row" className="py-2.5 pr-4 [font-weight:inherit]">
        {label}
        {detail && <span className="block text-ink/75 text-sm">{detail}</span>}
      </th>
      <td className="whitespace-nowrap py-2.5 text-right">
        {minus && '−'}${toDecimal(cents)}
      </td>
    </tr>
  )
}

function Missing({ isLoading, error }: { isLoading: boolean; error: Error | null }) {
  return (
    <>
      <h1 className="sr-only">Receipt</h1>
      {isLoading ? (
        <Skeleton className="h-[32rem]" />
      ) : (
        <Alert tone="bad" title="No receipt">
          {error
            ? errorText(error, 'Please check your connection and load this page again.')
            : 'Choose it in My Sessions.'}
        </Alert>
      )}
    </>
  )
}
