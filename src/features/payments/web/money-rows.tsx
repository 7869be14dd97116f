import { showDollars, toCents } from '#src/shared/money.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'
import { type MoneyRow, rowDifference } from './money-query.ts'

const columns = ['Customer and payment', 'Booked', 'Paid', 'Refunded', 'Refunded by provider', '']

type MoneyRowsProps = {
  rows: MoneyRow[]
  /** How many payments the day has. */
  rowCount: number
  isLoadingMore: boolean
  loadMore(): void
}

/** A day's first payments: a table on wide screens, the same table with its rows as cards on narrow ones. */
export function MoneyRows({ rows, rowCount, isLoadingMore, loadMore }: MoneyRowsProps) {
  return (
    <>
      <table className="figures w-full text-left text-sm max-lg:block">
        <caption className="sr-only">The day’s payments</caption>
        <thead className="max-lg:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="tag px-3 pb-3 text-right first:pl-0 first:text-left last:pr-0">
                {column || <span className="sr-only">Result</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-4 sm:max-lg:grid-cols-2">
          {rows.map((row) => (
            <Row key={row.orderId} row={row} />
          ))}
        </tbody>
      </table>
      {rows.length < rowCount && (
        <div className="flex justify-center">
          <Button variant="secondary" busy={isLoadingMore} onClick={loadMore}>
            Show more of {showCount(rowCount)}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ row }: { row: MoneyRow }) {
  const difference = rowDifference(row)
  return (
    <tr className="border-line align-top max-lg:grid max-lg:grid-cols-2 max-lg:content-start max-lg:gap-3 max-lg:rounded-lg max-lg:border max-lg:bg-panel max-lg:p-4 lg:border-t">
      <th scope="row" className="min-w-0 font-normal max-lg:col-span-2 lg:py-3 lg:pr-3">
        <span className="block font-semibold text-base text-strong [overflow-wrap:anywhere] lg:text-sm">
          {row.bookingId ? (
            <AppLink
              to={`/owner?tab=money&booking=${row.bookingId}`}
              className="touch inline-flex min-h-6 items-center underline underline-offset-4"
            >
              {row.customerName}
            </AppLink>
          ) : (
            row.customerName
          )}
        </span>
        <span className="block">
          {row.serviceName}, {row.status === 'refunded' ? 'came too late' : 'paid'}
        </span>
        <span className="block break-all text-faint [font-family:ui-monospace,monospace]">{row.paymentId}</span>
      </th>
      <Amount label="Booked" dollars={row.amount} />
      <Amount label="Paid" dollars={row.paid} />
      <Amount label="Refunded" dollars={row.refunded} />
      <Amount label="Refunded by provider" dollars={row.refundedByProvider} />
      <td className="max-lg:col-span-2 lg:py-3 lg:pl-3 lg:text-right">
        {toCents(row.disputed) > 0 && (
          <Badge tone="bad" className="mr-2 lg:mb-2">
            {showDollars(toCents(row.disputed))} disputed
          </Badge>
        )}
        {row.dispute === 'inquiry' && (
          <Badge tone="warn" className="mr-2 lg:mb-2">
            Bank asks
          </Badge>
        )}
        {difference === null ? (
          <Badge>no answer</Badge>
        ) : difference === 0 ? (
          <Badge tone="good">agrees</Badge>
        ) : (
          <Badge tone="bad">differs by {showDollars(Math.abs(difference))}</Badge>
        )}
      </td>
    </tr>
  )
}

/** An amount that carries its column's name along where the row is a card. */
function Amount({ label, dollars }: { label: string; dollars: string | null }) {
  const cents = dollars === null ? null : toCents(dollars)
  return (
    <td
      data-label={label}
      className={cx(
        'max-lg:before:block max-lg:before:text-faint max-lg:before:content-[attr(data-label)] lg:px-3 lg:py-3 lg:text-right',
        cents ? 'text-strong' : 'text-faint',
      )}
    >
      {cents === null ? 'No answer' : showDollars(cents)}
    </td>
  )
}
