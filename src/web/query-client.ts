import { QueryClient } from '@tanstack/react-query'

/**
 * The data layer of both sides. A query without a function of its own is a GET on its key's parts joined with `/`;
 * `get` makes that request: over the network in the browser, in-process on the server.
 */
export function createQueryClient(get: (url: string) => Promise<unknown>): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => get(queryKey.join('/')),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
      },
    },
  })
}
