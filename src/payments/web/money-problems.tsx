import { useMutation } from '@tanstack/react-query'
import { resolveProblem } from '#src/payments/contract.ts'
import { showInstant } from '#src/shared/times.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/toast.ts'
import { useProblems } from './money-query.ts'

type Problem = NonNullable<ReturnType<typeof useProblems>['data']>[number]

const kindLabels: Record<Problem['kind'], string> = {
  mismatch: 'Books differ',
  'refund-failed': 'Refund failed',
  dispute: 'Dispute',
  'unknown-payment': 'Unknown payment',
  unsettled: 'Paid, not booked',
}

/** What went wrong with payments and waits for the owner; nothing when all is well. `userId` is the owner's. */
export function PaymentProblems({ userId, className }: { userId: string | undefined; className?: string }) {
  const { data: problems = [], refetch } = useProblems(userId)
  const resolve = useMutation({
    mutationFn: (id: string) => callApi(resolveProblem, { params: { problemId: id } }),
    onError: (error) =>
      toast({
        title: 'Not saved',
        description: errorText(error, 'Please check your connection and try again.'),
        variant: 'destructive',
      }),
    onSettled: () => refetch(),
  })
  if (problems.length === 0) return null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Alert
      tone="bad"
      title={problems.length === 1 ? '1 payment problem needs you' : `${problems.length} payment problems need you`}
      className={className}
    >
      <ul className="mt-2">
        {problems.map(({ id, kind, text, createdAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-bad/40 py-3 not-first:border-t"
          >
            <p className="min-w-0 flex-1 basis-72">
              <span className="block font-semibold text-strong">{kindLabels[kind]}</span>
              {text}
              <span className="figures block text-sm">{showInstant(createdAt, zone)}</span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              busy={resolve.isPending && resolve.variables === id}
              aria-label={`Dealt with: ${kindLabels[kind]}, ${text}`}
              onClick={() => resolve.mutate(id)}
            >
              Dealt with
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
