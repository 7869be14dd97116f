import { type ReactNode, Suspense } from 'react'
import { errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch(): unknown }
  /** What is loaded, in a sentence: "your hours". */
  what: string
  children(data: Data): ReactNode
}

/** Shows what a query loaded; before that, and before its code is there, a skeleton, or why there is nothing, with a button to try again. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return <Suspense fallback={<Loading what={what} />}>{children(data)}</Suspense>
  if (error)
    return (
      <Alert tone="bad" title={`We could not load ${what}`}>
        <p>{errorText(error, 'Please check your connection.')}</p>
        <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </Alert>
    )
  return <Loading what={what} />
}

/** A skeleton of rows. */
export function Loading({ what }: { what: string }) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading {what}</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-24 rounded-lg" />
      ))}
    </div>
  )
}
