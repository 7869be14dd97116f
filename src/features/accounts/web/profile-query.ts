import { useQuery } from '@tanstack/react-query'
import { readProfile } from '#src/features/accounts/profile-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

/** The profile of the person with this id, who must be signed in; loads nothing while there is nobody. */
export function useProfile(userId: string | undefined) {
  return useQuery({
    // The person is part of the key: nothing is shown to the next one on the same browser.
    queryKey: [callUrl(readProfile), userId],
    queryFn: () => callApi(readProfile),
    enabled: userId !== undefined,
    staleTime: 0,
    // What is being typed stays.
    refetchOnWindowFocus: false,
  })
}
