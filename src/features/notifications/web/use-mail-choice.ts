import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chooseMail, type OptOut, readMailChoices } from '#src/features/notifications/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

/** Whose choice it is belongs to it: the next one on this browser sees their own. */
export const mailChoicesKey = (userId: string | undefined, token?: string) => [
  callUrl(readMailChoices, { query: { token } }),
  userId,
]

/**
 * Whether somebody wants mails of a kind, and how they switch them off where they are asked. Nobody can who has not proved their
 * address: null. Undefined while it is not known, false where that fails.
 */
export function useMailChoice(user: { id: string; emailVerified: boolean } | null, kind: OptOut) {
  const client = useQueryClient()
  const queryKey = mailChoicesKey(user?.id)
  const queryFn = () => callApi(readMailChoices, { query: {} })
  const { data, failureCount } = useQuery({ queryKey, queryFn, enabled: user?.emailVerified === true })
  async function switchOff(said: string): Promise<void> {
    try {
      client.setQueryData(queryKey, await callApi(chooseMail, { body: { kind, wanted: false } }))
      toast({ title: 'Switched off', description: said })
    } catch (error) {
      toastError('Not switched off', error)
    }
  }
  if (user?.emailVerified === false) return { wanted: null, switchOff }
  // Whoever may have switched it off is not asked.
  return { wanted: data ? data[kind] : failureCount > 0 ? false : undefined, switchOff }
}
