import { useMutation, useQuery } from '@tanstack/react-query'
import { changeStaffRules, readStaffRules } from '#src/features/accounts/second-factor-contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** Whether everybody on the team has to log in with a second step. */
export function StaffRules({ ownerId }: { ownerId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [readStaffRules.path, ownerId],
    queryFn: () => callApi(readStaffRules),
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: (secondFactor: boolean) => callApi(changeStaffRules, { body: { secondFactor } }),
    onSuccess: async ({ secondFactor }) => {
      await refetch()
      toast(
        secondFactor
          ? { title: 'Second step required', description: 'Staff without one must set it up before they can continue.' }
          : { title: 'Second step no longer required' },
      )
    },
    onError: (error) => toastError('Not saved', error),
  })
  if (error) return null
  if (!data) return <Skeleton className="h-52" />
  const { secondFactor } = data
  return (
    <Panel aria-labelledby="staff-rules" className="grid content-start gap-4 p-5!">
      <h2 id="staff-rules" className="display flex flex-wrap items-center justify-between gap-3 text-lg">
        Second step <Badge tone={secondFactor ? 'good' : 'neutral'}>{secondFactor ? 'Required' : 'Optional'}</Badge>
      </h2>
      <p className="text-sm">
        Owners and admins can log in with a code from an app beside their password, set up on their{' '}
        <AppLink to="/account" className="text-signal underline underline-offset-4">
          account page
        </AppLink>
        . Demanded of everybody, the team’s pages stay closed to those who have not set it up.
      </p>
      <Button
        variant="secondary"
        busy={change.isPending}
        onClick={() => change.mutate(!secondFactor)}
        className="justify-self-start"
      >
        {secondFactor ? 'Make it optional' : 'Require it for everybody'}
      </Button>
    </Panel>
  )
}
