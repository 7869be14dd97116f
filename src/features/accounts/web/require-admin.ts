import { useQuery } from '@tanstack/react-query'
import { adminMe, type User } from '#src/features/accounts/contract.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { useRequireLogin } from './use-account.ts'

/**
 * For the admins' rooms: sends visitors to the login page and back. Whether somebody may be here is the
 * server's word: `isRefused`.
 */
export function useRequireAdmin(): { user: User | null; isRefused: boolean } {
  const user = useRequireLogin()
  const { error } = useQuery({
    queryKey: [adminMe.path, user?.id],
    queryFn: () => callApi(adminMe),
    enabled: user !== null,
    staleTime: 0,
  })
  return { user, isRefused: error instanceof HttpError && error.status === 403 }
}
