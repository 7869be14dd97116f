import { useQueryClient } from '@tanstack/react-query'
import type { User } from '#src/features/accounts/contract.ts'
import { localPath } from '#src/features/accounts/local-path.ts'
import { useGo } from '#src/ui/controls/app-link.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { refreshUser, storeLogin } from './use-account.ts'

/**
 * Returns `enter`, which keeps a new session and goes where the person wanted to go (`?next=`, else home), `next`, that wish or null, and
 * `withNext`, which hands that wish on to another path of ours, beside a `query` of its own.
 */
export function useEnter() {
  const next = localPath(useSearch().get('next'))
  const go = useGo()
  const queryClient = useQueryClient()

  async function enter({ token, user }: { token: string; user: User }): Promise<void> {
    // What was loaded for somebody else, or for nobody, may differ now.
    queryClient.clear()
    storeLogin(token, user)
    void refreshUser()
    // Read again: a press that was held until React listened comes before the query string is known here.
    // Back shall not lead to a form that is done with.
    await go(localPath(new URLSearchParams(location.search).get('next')) ?? '/', { replace: true })
  }
  function withNext(path: string, query: Record<string, string> = {}) {
    const all = new URLSearchParams({ ...query, ...(next && { next }) })
    return all.size ? `${path}?${all}` : path
  }
  return { enter, next, withNext }
}
