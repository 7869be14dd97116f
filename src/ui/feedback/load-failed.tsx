import { errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from './alert.tsx'

type Props = { title: string; className?: string; error: unknown; isFetching: boolean; refetch(): unknown }

/** Stands where data should, says what failed, and asks once more: the last three as `useQuery` gives them. */
export function LoadFailed({ title, className, error, isFetching, refetch }: Props) {
  return (
    <Alert tone="bad" title={title} className={className}>
      <p>{errorText(error, 'Please check your connection.')}</p>
      <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    </Alert>
  )
}
