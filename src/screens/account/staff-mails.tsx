import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AlertChoice, chooseAlert, listAlertChoices } from '#src/features/accounts/staff-alerts-contract.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { SavedCheckbox } from '#src/ui/controls/saved-checkbox.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** The mails about the business that an owner or admin can have, each with its switch. Mails link to it. */
export function StaffMails({ userId }: { userId: string }) {
  const queryKey = [...apiQuery(listAlertChoices).queryKey, userId]
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery<AlertChoice[]>({
    // The person is part of it: the next one on this browser sees their own.
    queryKey,
    queryFn: () => callApi(listAlertChoices),
    staleTime: 0,
  })
  const isLinked = data !== undefined && location.hash === '#staff-mails'
  useEffect(() => {
    if (isLinked) document.getElementById('staff-mails')?.scrollIntoView({ block: 'start' })
  }, [isLinked])

  const save = async (alert: AlertChoice['alert'], wanted: boolean) => {
    try {
      client.setQueryData(queryKey, await callApi(chooseAlert, { body: { alert, wanted } }))
    } catch (error) {
      toastError('Not saved', error)
    }
  }
  if (error)
    return <LoadFailed title="Your mails could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
  if (!data) return <Skeleton className="h-96" />
  return (
    <div id="staff-mails" className="scroll-mt-28">
      <p className="mb-2">Sent to your verified e-mail. What nobody else would hear of reaches the owners anyway.</p>
      <ul>
        {data.map(({ alert, label, wanted }) => (
          <li key={alert} className="border-line border-t first:border-0">
            <SavedCheckbox label={label} checked={wanted} save={(wanted) => save(alert, wanted)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
