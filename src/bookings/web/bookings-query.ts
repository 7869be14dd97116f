import { useInfiniteQuery } from '@tanstack/react-query'
import { listBookings } from '#src/bookings/contract.ts'
import { type CallReply, callUrl } from '#src/shared/define-call.ts'
import { fetchAnswer } from '#src/ui/call-api.ts'

/**
 * All bookings for the staff member with this id, newest first, 100 at a time; loads nothing while `userId` is
 * undefined. Asked anew whenever a screen opens. The error is an `HttpError` where the server refuses.
 */
export function useBookings(userId: string | undefined) {
  const { data, ...query } = useInfiniteQuery({
    // The person is part of the key: what one may see is never shown to the next one on the same browser.
    queryKey: [callUrl(listBookings), userId],
    queryFn: ({ pageParam }) => loadPage(pageParam),
    initialPageParam: callUrl(listBookings),
    getNextPageParam: (page) => page.next,
    enabled: userId !== undefined,
    staleTime: 0,
  })
  return { ...query, bookings: data?.pages.flatMap((page) => page.bookings), total: data?.pages.at(-1)?.total }
}

/** One page, with the number of all bookings and the address of the next page from the answer's headers. */
async function loadPage(url: string) {
  const answer = await fetchAnswer('GET', url)
  return {
    bookings: (await answer.json()) as CallReply<typeof listBookings>,
    total: Number(answer.headers.get('x-total-count')),
    next: /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
  }
}
