import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { endCalendarFeed, makeCalendarFeed, readCalendarFeed } from '#src/features/bookings/feed-contract.ts'
import type { FeedKind } from '#src/features/bookings/feed-kinds.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { ownZone, showDateIn } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { CopyButton } from '#src/ui/controls/copy-button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** A private address that keeps a calendar program up to date: made, shown once, made anew, switched off. */
export function CalendarFeed({ as, userId }: { as: FeedKind; userId: string }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  function answered() {
    setAsking(false)
    opener.current?.focus()
  }
  const input = { params: { as } }
  // Whose it is is part of it: the next one on this browser sees their own.
  const queryKey = [callUrl(readCalendarFeed, input), userId]
  const feed = useQuery({ queryKey, queryFn: () => callApi(readCalendarFeed, input), staleTime: 0 })
  const make = useMutation({
    mutationFn: () => callApi(makeCalendarFeed, input),
    onSuccess: ({ since }) => client.setQueryData(queryKey, { since }),
    onError: (error) => toastError('No address made', error),
    onSettled: answered,
  })
  const end = useMutation({
    mutationFn: () => callApi(endCalendarFeed, input),
    onSuccess: (none) => {
      make.reset()
      client.setQueryData(queryKey, none)
      toast({ title: 'Switched off', description: 'Your calendar program gets nothing any more.' })
    },
    onError: (error) => toastError('Not switched off', error),
  })
  if (feed.error) return <LoadFailed title="Your calendar address could not be loaded" {...feed} error={feed.error} />
  if (!feed.data) return <Skeleton className="h-24" />
  const { since } = feed.data
  return (
    <div className="grid gap-4">
      <p>
        {as === 'coach' ? 'Your sessions' : 'All sessions'} in your own calendar, always up to date. Who has the address
        can read it: first names and hours, no contact data.
      </p>
      {make.data && (
        <>
          <Field label="Your address" hint="Shown once. Add it in your calendar as ‘subscribe’ or ‘from URL’.">
            <TextInput readOnly value={make.data.url} onFocus={(event) => event.target.select()} />
          </Field>
          <div>
            <CopyButton text={make.data.url} done="Address copied" label="Copy the address">
              Copy
            </CopyButton>
          </div>
        </>
      )}
      {since && !make.data && (
        <p className="text-sm">
          On since {showDateIn(since, ownZone())}. Lost the address? Make a new one: the old one stops working.
        </p>
      )}
      {isAsking && (
        <Alert tone="warn" urgent title="The address you have stops working at once">
          Your calendar gets nothing more until you add the new one there.
          <span className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" autoFocus onClick={answered}>
              Keep this address
            </Button>
            <Button size="sm" busy={make.isPending} onClick={() => make.mutate()}>
              Make a new one
            </Button>
          </span>
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={opener}
          variant="secondary"
          size="sm"
          busy={make.isPending && !isAsking}
          aria-expanded={since ? isAsking : undefined}
          onClick={() => (since ? setAsking(true) : make.mutate())}
        >
          {since ? 'Make a new address' : 'Make the address'}
        </Button>
        {since && (
          <Button variant="secondary" size="sm" busy={end.isPending} onClick={() => end.mutate()}>
            Switch off
          </Button>
        )}
      </div>
    </div>
  )
}
