import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportMoneyReport, moneyReport, type MoneyReport as Report } from '#src/features/payments/money-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showDate, showZone } from '#src/shared/times.ts'
import { callApi, errorText, fetchCall } from '#src/ui/call-api.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { MoneyRangeFields, useMoneyRange } from './money-range.tsx'

/** The money of some days by day, service and coach, for the owner with this id; this month's at first. */
export function MoneyReport({ userId }: { userId: string }) {
  const days = useMoneyRange()
  const { range, isBackwards } = days
  const { data, error } = useQuery({
    queryKey: [moneyReport.path, userId, range],
    queryFn: () => callApi(moneyReport, { query: range }),
    enabled: !isBackwards,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })
  return (
    <section aria-labelledby="money-report" className="grid gap-6">
      <h2 id="money-report" className="display text-lg">
        Over several days
      </h2>
      <MoneyRangeFields {...days} exportFile={(query) => fetchCall(exportMoneyReport, { query })} />
      {error && (
        <Alert tone="bad" title="The report could not be loaded">
          {errorText(error)}
        </Alert>
      )}
      {data ? <Figures report={data} /> : !error && <Skeleton className="h-48" />}
    </section>
  )
}

function Figures({ report }: { report: Report }) {
  const { zone, sums, byDay, byService, byCoach } = report
  if (sums.payments === 0)
    return (
      <EmptyState icon={Banknote} title="No payments on these days">
        Choose other days.
      </EmptyState>
    )
  return (
    <>
      <p className="text-sm">
        Days of {showZone(zone)}. A payment counts on the day it was paid, with all that went back of it. Fees are the
        card provider’s, where it told them; kept is before them.
      </p>
      <Table caption="By coach" rows={byCoach} sums={sums} />
      <Table caption="By service" rows={byService} sums={sums} />
      <Table caption="By day" rows={byDay.map((row) => ({ ...row, name: showDate(row.name) }))} sums={sums} />
    </>
  )
}

type TableProps = { caption: string; rows: Report['byDay']; sums: Report['sums'] }

/** On phones a row's figures stand below its name. */
function Table({ caption, rows, sums }: TableProps) {
  return (
    <table className="figures w-full text-right text-sm max-sm:block">
      <caption className="pb-1 text-left font-semibold text-base text-strong max-sm:block">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr>
          {['Name', 'Payments', 'Paid', 'Refunded', 'Disputed', 'Kept', 'Fees'].map((head) => (
            <th key={head} scope="col" className="tag py-2 pl-3 first:pl-0 first:text-left">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
        <Row row={{ name: 'All', ...sums }} isSum />
      </tbody>
    </table>
  )
}

function Row({ row, isSum = false }: { row: Report['byDay'][number]; isSum?: boolean }) {
  return (
    <tr
      className={`border-line border-t max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-6 max-sm:py-3 ${isSum ? 'border-t-2 border-strong font-semibold text-strong' : ''}`}
    >
      <th
        scope="row"
        className="py-2 text-left font-medium text-strong [overflow-wrap:anywhere] max-sm:col-span-2 max-sm:py-0"
      >
        {row.name}
      </th>
      <Cell label="Payments">{showCount(row.payments)}</Cell>
      <Cell label="Paid">{showDollars(toCents(row.paid))}</Cell>
      <Cell label="Refunded">{showDollars(toCents(row.refunded))}</Cell>
      <Cell label="Disputed">{showDollars(toCents(row.disputed))}</Cell>
      <Cell label="Kept">{showDollars(toCents(row.kept))}</Cell>
      <Cell label="Fees">{showDollars(toCents(row.fees))}</Cell>
    </tr>
  )
}

/** A figure of a row, with its name where the row is a card. */
export function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="py-2 pl-3 max-sm:flex max-sm:justify-between max-sm:gap-2 max-sm:py-0 max-sm:pl-0">
      <span aria-hidden className="text-faint sm:hidden">
        {label}
      </span>
      {children}
    </td>
  )
}
