import type { ReactNode } from 'react'
import { Button } from '#src/ui/controls/button.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useFocusHandOver } from './use-focus-hand-over.ts'

type GrowingListProps<Item> = {
  /** What is listed, for screen readers: "Inquiries". */
  label: string
  /** From `useList`. */
  list: {
    items: Item[] | undefined
    error: Error | null
    isFetching: boolean
    isFetchingNextPage: boolean
    hasNextPage: boolean
    refetch(): unknown
    fetchNextPage(): unknown
  }
  /** Shown while there is nothing to list. */
  empty: ReactNode
  /** One entry, an `<li>` with a key. */
  children(item: Item): ReactNode
}

/** A list in every state its loading can be in, with a button for what has not been loaded yet. */
export function GrowingList<Item>({ label, list, empty, children }: GrowingListProps<Item>) {
  const { items, error, isFetching, isFetchingNextPage } = list
  const handOver = useFocusHandOver()
  if (error && !items)
    return (
      <LoadFailed title="This list could not be loaded" error={error} isFetching={isFetching} refetch={list.refetch} />
    )
  if (!items)
    return (
      <div role="status" className="grid gap-6">
        <span className="sr-only">Loading {label.toLowerCase()}</span>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-36 rounded-lg" />
        ))}
      </div>
    )
  if (items.length === 0) return empty
  return (
    <>
      <ul aria-label={label} {...handOver}>
        {items.map(children)}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          className="mx-auto mt-6 flex"
          busy={isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

/** The look of an entry: what it says at the left, what can be done at the right. */
export const entryLook =
  'grid gap-x-8 gap-y-4 border-line border-t py-6 first:border-t-0 first:pt-0 lg:grid-cols-[1fr_auto]'
