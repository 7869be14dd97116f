import { skipToken, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import { bookingReceipt } from '#src/features/payments/receipt-contract.ts'
import { includedTax } from '#src/features/payments/tax.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toCents, toDecimal } from '#src/shared/money.ts'
import { gap, termsPath } from '#src/shared/papers.ts'
import { showSession } from '#src/shared/session-times.ts'
import { showDay, showDuration } from '#src/shared/times.ts'
import { SiteFooter } from '#src/shell/site-footer.tsx'
import { SiteHeader } from '#src/shell/site-header.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

type Receipt = CallReply<typeof bookingReceipt>

/** The receipt of `?booking=ID`, made to be printed or saved as a PDF. */
export default function ReceiptPage() {
  const user = useRequireLogin()
  const bookingId = useSearch().get('booking')
  const { data, error } = useQuery({
    queryKey: ['receipt', user?.id, bookingId],
    queryFn: user && bookingId !== null ? () => callApi(bookingReceipt, { params: { bookingId } }) : skipToken,
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
function Paper({ receipt }: { receipt: Receipt }) {
  const { booking, seller, number, paidAt, paidWith, isWithdrawn, termsVersion } = receipt
  const readerZone = useReaderZone()
  const isPaid = toCents(receipt.paid) > 0
  const facts = [
    ...(number ? [['Receipt number', number]] : []),
    ['Booking', booking.number],
    ['Billed to', `${booking.customerName}, ${booking.customerEmail}`],
    [isPaid ? 'Paid on' : 'Booked on', showDay(paidAt ?? booking.createdAt, booking.zone)],
    ['Paid with', isPaid ? (paidWith ?? 'Card') : 'No payment'],
    ['Coach', booking.coachName],
    ['Session', whenOf(booking, readerZone)],
    ['Status', isWithdrawn ? 'Withdrawn by the buyer' : statusLabels[booking.status]],
  ]
  return (
    <article className="rounded-md bg-strong p-6 text-ink sm:p-10 print:bg-transparent print:p-0">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-ink border-b-4 pb-4">
        <h1 className="display text-ink! text-xl">Receipt</h1>
        <p className="display text-ink! text-lg">Level Up</p>
      </header>
      <address className="mt-6 not-italic">
        {seller.name ?? gap('legal name')}, {seller.address ?? gap('postal address')}
        <br />
        {seller.email}
        {seller.taxId && (
          <>
            <br />
            Tax number {seller.taxId}
          </>
        )}
      </address>
      <dl className="figures mt-6 grid gap-x-6 sm:grid-cols-[auto_1fr] sm:gap-y-2 print:gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink/75 max-sm:mt-3 max-sm:text-sm">{label}</dt>
            <dd className="min-w-0 break-words font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <Amounts receipt={receipt} />
      <p className="mt-8 text-ink/75 text-sm">
        All amounts in US dollars.
        {isPaid && (
          <>
            {' '}
            {taxWords(receipt)}Bought under our{' '}
            <AppLink to={termsPath(termsVersion)} className="underline underline-offset-4">
              Terms{termsVersion !== null && ` (version ${termsVersion})`}
            </AppLink>
            .
          </>
        )}
      </p>
    </article>
  )
}

/** What it cost, what went back, and what is left of it. */
function Amounts({ receipt: { booking, ...receipt } }: { receipt: Receipt }) {
  const paid = toCents(receipt.paid)
  const refundDue = toCents(receipt.refundDue)
  // What was owed a moment ago has no refund yet.
  const left = Math.max(0, paid - refundDue)
  const tax = includedTax(receipt.tax, left)
  const unwritten = refundDue - receipt.refunds.reduce((sum, { amount }) => sum + toCents(amount), 0)
  return (
    <table className="figures mt-8 w-full border-ink border-t text-left">
      <caption className="sr-only">Amounts in US dollars</caption>
      <tbody>
        <Line
          label={`${booking.serviceName}, ${showDuration(booking.minutes)}`}
          detail={booking.includes}
          cents={toCents(booking.price)}
        />
        {receipt.refunds.map(({ amount, createdAt, reference }) => (
          <Line
            key={createdAt}
            label={`${reference ? 'Refunded' : 'Refund on its way since'} ${showDay(createdAt, booking.zone)}`}
            detail={reference ? `Reference ${reference}` : undefined}
            cents={toCents(amount)}
            minus
          />
        ))}
        {unwritten > 0 && <Line label="Refund on its way" cents={unwritten} minus />}
        <Line label={refundDue > 0 ? 'Net after refund' : 'You paid in total'} cents={left} total />
        {tax !== null && <Line label={`Included tax, ${receipt.tax}%`} cents={tax} />}
      </tbody>
    </table>
  )
}

/** Where the price includes no tax, why; empty where it does, which the amounts say. */
function taxWords({ tax, seller }: Receipt): string {
  if (tax === 'reverse-charge') return 'Reverse charge: the buyer owes the tax. '
  if (tax === null && seller.taxId) return `${gap('tax')}. `
  return tax === null || tax === 'none' ? 'No tax included. ' : ''
}

function whenOf({ startsAt, endsAt, zone }: Receipt['booking'], readerZone: string): string {
  if (!startsAt || !endsAt) return 'Time to be decided'
  return showSession({ startsAt: new Date(startsAt), endsAt: new Date(endsAt), zone }, readerZone)
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
        <Skeleton className="h-[max(32rem,100svh)]" />
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
