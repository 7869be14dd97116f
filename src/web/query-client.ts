import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

/**
 * Creates the query client of browser and server. A query without a function of its own is a GET on its key's parts
 * joined with `/`; `get` makes the request: over the network in the browser, in-process on the server. `onError` is
 * called for every failure, except of queries and mutations with `meta: { quiet: true }`.
 */
export function createQueryClient(
  get: (url: string) => Promise<unknown>,
  onError: (error: Error) => void = () => {},
): QueryClient {
  const tell = (error: Error, { meta }: { meta?: Record<string, unknown> }) => {
    if (!meta?.quiet) onError(error)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: tell }),
    mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => tell(error, mutation) }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => get(queryKey.join('/')),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
      },
      // Offline a press fails at once; otherwise it would be carried out some time later.
      mutations: { networkMode: 'always' },
    },
  })
}
