import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  chooseMail,
  coachOptOuts,
  type OptOut,
  optOuts,
  readMailChoices,
} from '#src/features/notifications/contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { SavedCheckbox } from '#src/ui/controls/saved-checkbox.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { mailChoicesKey } from './use-mail-choice.ts'

const labels: Record<OptOut, string> = {
  reminders: 'Reminders before my sessions',
  ratings: 'One mail after a session that asks how it was',
  messages: 'New messages I have not read yet',
  copies: 'Copies of bookings that other players send me',
  dayPlans: 'As a coach: the plan of my day, at 7 AM',
  coachReminders: 'As a coach: a reminder one hour before',
}

/**
 * The mails that one can switch off: of the address that a link's `token` stands for, else of the account `userId`, which
 * has proved its address. Only to a coach does one say what coaches get.
 */
export function MailSwitches({ token, userId, isCoach }: { token?: string; userId?: string; isCoach: boolean }) {
  const client = useQueryClient()
  const queryKey = mailChoicesKey(userId, token)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => callApi(readMailChoices, { query: { token } }),
    staleTime: 0,
    gcTime: 0,
  })
  const save = async (kind: OptOut, wanted: boolean) => {
    try {
      client.setQueryData(queryKey, await callApi(chooseMail, { body: { token, kind, wanted } }))
      toast({ title: 'Saved' })
    } catch (error) {
      toastError('Not saved', error)
    }
  }
  if (error)
    return <LoadFailed title="Your mails could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <ul>
      {optOuts
        .filter((kind) => isCoach || !coachOptOuts.includes(kind))
        .map((kind) => (
          <li key={kind} className="border-line border-t first:border-0">
            <SavedCheckbox label={labels[kind]} checked={data[kind]} save={(wanted) => save(kind, wanted)} />
          </li>
        ))}
    </ul>
  )
}
