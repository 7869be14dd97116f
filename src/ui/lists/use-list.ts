import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnyCall, CallInput } from '#src/shared/define-call.ts'
import { fetchListPage } from './list-page.ts'

/**
 * A list of the owner with this id, page by page, asked again whenever it is opened; loads nothing while `userId` is
 * undefined. `call` answers with an array and takes a `cursor`; `query` is what else it is asked for. Asked again `every` so many
 * milliseconds, if given.
 */
export function useList<C extends AnyCall>(call: C, userId: string | undefined, query: object = {}, every?: number) {
  const { data, ...list } = useInfiniteQuery({
    queryKey: [call.path, userId, query],
    queryFn: ({ pageParam, signal }) =>
      fetchListPage(call, { query: { ...query, cursor: pageParam } } as unknown as CallInput<C>, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled: userId !== undefined,
    staleTime: 0,
    refetchInterval: every ?? false,
    // The list stays while its query changes, never for somebody else.
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
  })
  return { ...list, items: data?.pages.flatMap((page) => page.items), total: data?.pages.at(-1)?.total }
}
