import { useQuery } from '@tanstack/react-query'
import type { User } from '#src/features/accounts/contract.ts'
import type { checkCoach } from '#src/features/coaches/contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { apiQuery } from '#src/ui/call-api.ts'

/** Whether somebody is an approved coach; false until it is known. The header asks the same. */
export function useIsCoach(user: Pick<User, 'email'> | null | undefined): boolean {
  const { data } = useQuery({
    ...apiQuery<typeof checkCoach>(firstCalls.checkCoach, { query: { email: user?.email ?? '' } }),
    enabled: user != null,
    // A session that ended is forgotten quietly where nothing needs it.
    meta: { quiet: true },
  })
  return data ?? false
}
