import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AlertChoice, chooseAlert, listAlertChoices } from '#src/features/accounts/staff-alerts-contract.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
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

  if (error)
    return <LoadFailed title="Your mails could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
  if (!data) return <Skeleton className="h-96" />
  return (
    <div id="staff-mails" className="scroll-mt-28">
      <p className="mb-2">Sent to your verified e-mail. What nobody else would hear of reaches the owners anyway.</p>
      <ul>
        {data.map((choice) => (
          <Choice key={choice.alert} choice={choice} onChanged={(choices) => client.setQueryData(queryKey, choices)} />
        ))}
      </ul>
    </div>
  )
}

type ChoiceProps = { choice: AlertChoice; onChanged(choices: AlertChoice[]): void }

function Choice({ choice: { alert, label, wanted }, onChanged }: ChoiceProps) {
  const change = useMutation({
    mutationFn: (wanted: boolean) => callApi(chooseAlert, { body: { alert, wanted } }),
    onSuccess: onChanged,
    onError: (error) => toastError('Not saved', error),
  })
  return (
    <li className="border-line border-t first:border-0">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-strong">
        <input
          type="checkbox"
          checked={change.isPending ? change.variables : wanted}
          onChange={(event) => change.mutate(event.target.checked)}
          className="size-5 shrink-0 accent-signal"
        />
        {label}
      </label>
    </li>
  )
}
