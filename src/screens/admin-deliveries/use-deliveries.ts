import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  countDeliveries,
  type DeliveryFilters,
  deliveryDetails,
  listDeliveries,
} from '#src/features/notifications/contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { fetchListPage } from '#src/ui/lists/list-page.ts'

/** What everything about deliveries is kept under: a resend invalidates this. */
export const deliveriesKey = [listDeliveries.path]

/** The caller: what one may see is never shown to the next one on the same browser. Undefined: not known yet. */
type Viewer = string | undefined

/** The deliveries that fit, newest first, page by page. */
export function useDeliveries(viewer: Viewer, filters: DeliveryFilters) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...deliveriesKey, viewer, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      fetchListPage(listDeliveries, { query: { ...filters, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled: viewer !== undefined,
    staleTime: 0,
    placeholderData: (previous, query) => (query?.queryKey[1] === viewer ? previous : undefined),
  })
  return { ...query, items: data?.pages.flatMap((page) => page.items), total: data?.pages.at(-1)?.total }
}

/**
 * How many of those that fit are in each state, asked again and again while some are on their way. When the numbers have
 * changed, the rows have, too: lists are then asked for again, also one that was answered a moment before.
 */
export function useDeliveryCounts(viewer: Viewer, { channel, to }: DeliveryFilters) {
  const query = { channel, to }
  return useQuery({
    queryKey: [...deliveriesKey, viewer, 'counts', query],
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData(queryKey)
      const counts = await callApi(countDeliveries, { query })
      if (before && hashKey([before]) !== hashKey([counts]))
        void client.invalidateQueries({ queryKey: [...deliveriesKey, viewer, 'list'] })
      return counts
    },
    enabled: viewer !== undefined,
    staleTime: 0,
    placeholderData: (previous, query) => (query?.queryKey[1] === viewer ? previous : undefined),
    refetchInterval: ({ state: { data } }) => !!data?.queued && 4_000,
    // The list says what is wrong.
    meta: { quiet: true },
  })
}

/** One delivery with its text. While it is on its way it is asked for again and again. */
export function useDelivery(viewer: Viewer, deliveryId: string) {
  return useQuery({
    queryKey: [...deliveriesKey, viewer, 'details', deliveryId],
    queryFn: () => callApi(deliveryDetails, { params: { deliveryId } }),
    enabled: viewer !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data?.state === 'queued' && 3_000,
  })
}
