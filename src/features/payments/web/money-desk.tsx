import { Banknote } from 'lucide-react'
import { useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { showDollars, showSigned, toCents } from '#src/shared/money.ts'
import { dateIn, showDate, showLongDate, showTimeIn, showZone } from '#src/shared/times.ts'
import { errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { serverNow } from '#src/ui/server-clock.ts'
import { type MoneyDay, useMoneyDay } from './money-query.ts'
import { MoneyRows } from './money-rows.tsx'

/** One day's payments in our books beside the card provider's, for the owner with this id. */
export function MoneyDesk({ userId }: { userId: string }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { day, error, isFetching, isFetchingNextPage, refetch, fetchNextPage } = useMoneyDay(userId, chosen)
  const date = chosen ?? day?.date ?? ''
  const zone = useRoomZone()
  const today = day && dateIn(day.zone, serverNow())
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={day ? `Day (${showZone(day.zone)})` : 'Day'} className="max-sm:w-full">
          <TextInput
            type="date"
            value={date}
            max={today}
            className="figures"
            onChange={(event) => event.target.value && setChosen(event.target.value)}
          />
        </Field>
        <Button variant="secondary" disabled={date === today} onClick={() => setChosen(null)}>
          Today
        </Button>
        <Button variant="secondary" busy={isFetching && !isFetchingNextPage} onClick={() => refetch()}>
          Refresh
        </Button>
        {day && <p className="figures py-3 text-faint text-sm">As of {showTimeIn(day.readAt, zone)}</p>}
      </div>
      {error && (
        <Alert tone="bad" title="The day could not be loaded">
          {errorText(error)}
        </Alert>
      )}
      {day ? <Day day={day} isLoadingMore={isFetchingNextPage} loadMore={fetchNextPage} /> : !error && <DayToCome />}
    </div>
  )
}

type DayProps = { day: MoneyDay; isLoadingMore: boolean; loadMore(): void }

function Day({ day, isLoadingMore, loadMore }: DayProps) {
  const { rows, rowCount } = day
  if (rowCount === 0)
    return (
      <EmptyState icon={Banknote} title={`No payments on ${showDate(day.date)}`}>
        Our books have none for this day.
      </EmptyState>
    )
  return (
    <section aria-label={showLongDate(day.date)} className="grid gap-6">
      <Verdict day={day} />
      <Books day={day} />
      <MoneyRows rows={rows} rowCount={rowCount} isLoadingMore={isLoadingMore} loadMore={loadMore} />
    </section>
  )
}

function Verdict({ day: { difference, differing } }: { day: MoneyDay }) {
  if (difference === null || differing === null)
    return (
      <Alert tone="warn" title="The card provider does not answer">
        These are our own books only. Try again in a minute to compare them.
      </Alert>
    )
  const cents = toCents(difference.replace('-', ''))
  const which = differing === 1 ? 'One payment differs' : `${showCount(differing)} payments differ`
  if (cents > 0)
    return (
      <Alert tone="bad" title={`The day differs by ${showDollars(cents)}`}>
        {which}: see below.{' '}
        {difference.startsWith('-')
          ? 'The provider has kept more than our books say; a refund counts here until it is sent.'
          : 'The provider has kept less than our books say.'}
      </Alert>
    )
  if (differing > 0)
    return (
      <Alert tone="warn" title="The sum agrees, its parts do not">
        {which} and cancel each other out: see below.
      </Alert>
    )
  return (
    <Alert tone="good" title="The day agrees">
      Our books and the card provider’s say the same, payment by payment.
    </Alert>
  )
}

/** Two of them, of six figures each, fit beside the names on the smallest phone. */
const sum = 'py-2.5 pl-3 font-semibold text-strong max-[22rem]:text-sm sm:display sm:pl-4 sm:text-lg'

/** The sums of both books, line by line. */
function Books({ day: { booked, refunded, disputed, paid, refundedByProvider } }: { day: MoneyDay }) {
  const [ourIn, ourBack, heldBack] = [toCents(booked), toCents(refunded), toCents(disputed)]
  const theirs =
    paid !== null && refundedByProvider !== null ? { in: toCents(paid), back: toCents(refundedByProvider) } : null
  const lines = [
    { name: 'Booked and paid', ours: ourIn, theirs: theirs?.in },
    { name: 'Refunded', ours: -ourBack, theirs: theirs && -theirs.back },
    // Of disputes only the provider knows, and our books from it.
    ...(heldBack > 0 ? [{ name: 'Disputed', ours: -heldBack, theirs: theirs && -heldBack }] : []),
    { name: 'Kept', ours: ourIn - ourBack - heldBack, theirs: theirs && theirs.in - theirs.back - heldBack },
  ]
  return (
    <table className="figures w-full max-w-xl text-right">
      <caption className="sr-only">The day’s sums</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" className="tag py-2 pl-3 sm:pl-4">
            Our books
          </th>
          <th scope="col" className="tag py-2 pl-3 sm:pl-4">
            Card provider
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, ours, theirs }) => (
          <tr key={name} className="border-line border-t last:border-strong last:border-t-2 last:text-strong">
            <th scope="row" className="py-2.5 text-left font-medium">
              {name}
            </th>
            <td className={sum}>{showSigned(ours)}</td>
            <td className={sum}>{theirs == null ? 'No answer' : showSigned(theirs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayToCome() {
  return (
    <div className="grid gap-6">
      <p role="status" className="sr-only">
        Loading the day
      </p>
      <Skeleton className="h-22" />
      <Skeleton className="h-48 max-w-xl" />
    </div>
  )
}
