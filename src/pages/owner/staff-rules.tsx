import { useMutation, useQuery } from '@tanstack/react-query'
import { changeStaffRules, readStaffRules } from '#src/accounts/second-factor-contract.ts'
import { AppLink } from '#src/ui/app-link.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Panel } from '#src/ui/panel.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { toast } from '#src/ui/toast.ts'

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
          ? { title: 'Second step demanded', description: 'Who has none sets it up before the next work.' }
          : { title: 'Second step not demanded any more' },
      )
    },
    onError: (error) =>
      toast({
        title: 'Not saved',
        description: errorText(error, 'Please check your connection and try again.'),
        variant: 'destructive',
      }),
  })
  if (error) return null
  if (!data) return <Skeleton className="h-52" />
  const { secondFactor } = data
  return (
    <Panel aria-labelledby="staff-rules" className="grid content-start gap-4 p-5!">
      <h2 id="staff-rules" className="display flex flex-wrap items-center justify-between gap-3 text-lg">
        Second step <Badge tone={secondFactor ? 'good' : 'neutral'}>{secondFactor ? 'Demanded' : 'By choice'}</Badge>
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
        {secondFactor ? 'Leave it to each' : 'Demand it of everybody'}
      </Button>
    </Panel>
  )
}
