import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listProblems } from '#src/features/payments/contract.ts'
import { moneyDesk } from '#src/features/payments/money-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toCents } from '#src/shared/money.ts'
import { businessZone, dateIn } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { serverNow } from '#src/ui/server-clock.ts'

export type MoneyDay = CallReply<typeof moneyDesk>
export type MoneyRow = MoneyDay['rows'][number]

/** How many of a day's payments are shown at first, and added each time. */
const rowsAtOnce = 100

/**
 * The money of a date (`YYYY-MM-DD`) in the business's zone, or of its today when `date` is null, with its first rows.
 * Asked again at every opening. `fetchNextPage` asks for more rows.
 */
export function useMoneyDay(userId: string, date: string | null) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['money-desk', userId, date],
    queryFn: ({ pageParam }) => loadDay(date ?? dateIn(businessZone(), serverNow()), pageParam),
    initialPageParam: rowsAtOnce,
    getNextPageParam: ({ rows, rowCount }) => (rows.length < rowCount ? rows.length + rowsAtOnce : null),
    // A longer answer takes the place of the shorter one, so that what is shown was read at one moment.
    getPreviousPageParam: () => null,
    maxPages: 1,
    staleTime: 0,
    gcTime: 0,
  })
  return { ...query, day: data?.pages[0] }
}

/** What both lists of problems are kept under: a change of one changes the other. */
export const problemsKey = [listProblems.path]

/** The problems that wait for the owner with this id, or those dealt with; asks nothing while `userId` is undefined. */
export function useProblems(userId: string | undefined, which: 'waiting' | 'resolved') {
  return useQuery({
    queryKey: [...problemsKey, userId, which],
    queryFn: () => callApi(listProblems, { query: which === 'resolved' ? { resolved: 'true' } : {} }),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}

/** What the provider kept less than our books say it should, in cents with its sign; null when it does not answer. */
export function rowDifference({ amount, refunded, paid, refundedByProvider }: MoneyRow): number | null {
  if (paid === null || refundedByProvider === null) return null
  return toCents(amount) - toCents(refunded) - (toCents(paid) - toCents(refundedByProvider))
}

function loadDay(date: string, limit: number): Promise<MoneyDay> {
  return callApi(moneyDesk, { query: { date, limit } })
}
