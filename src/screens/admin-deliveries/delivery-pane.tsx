import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, EyeOff, Paperclip, Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PersonLink } from '#src/features/accounts/web/person-link.tsx'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { findPerson } from '#src/features/desk/person-contract.ts'
import { type DeliveryDetails, resendDelivery, resolveDelivery } from '#src/features/notifications/contract.ts'
import { showInstant } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { DeliveryState, recipientOf, showKind, titleOf } from './delivery-words.tsx'
import { deliveriesKey, useDelivery } from './use-deliveries.ts'

type DeliveryPaneProps = {
  viewer: string | undefined
  deliveryId: string
  /** Where the list is, for phones. */
  backTo: string
  /** What was sent again: the same one, or a copy of it. */
  onResent(deliveryId: string): void
}

/** One mail or SMS: what became of it, its text, and a way to send it again. */
export function DeliveryPane({ viewer, deliveryId, backTo, onResent }: DeliveryPaneProps) {
  const { data: delivery, error, isFetching, refetch } = useDelivery(viewer, deliveryId)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: deliveriesKey })

  // On phones the list with the link just pressed gives way to this.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!matchMedia('(min-width: 64rem)').matches) heading.current?.focus()
  }, [])

  const resend = useMutation({
    mutationFn: (id: string) => callApi(resendDelivery, { params: { deliveryId: id } }),
    onSuccess: async ({ id }) => {
      await refresh()
      onResent(id)
      toast(
        id === deliveryId
          ? { title: 'Queued again', description: 'It is sent as soon as possible.' }
          : { title: 'Copy queued', description: 'The same message is sent once more.' },
      )
    },
    onError: (failure) => {
      toastError('Not sent again', failure)
      void refresh()
    },
  })
  const resolve = useMutation({
    mutationFn: () => callApi(resolveDelivery, { params: { deliveryId } }),
    onSuccess: () => {
      // Its button goes.
      heading.current?.focus()
      toast({ title: 'Dealt with', description: 'It waits on Today no longer.' })
    },
    onError: (failure) => toastError('Not saved', failure),
    onSettled: refresh,
  })

  return (
    <>
      <header className="flex items-start gap-3 border-line border-b p-4 lg:p-6">
        <AppLink
          to={backTo}
          aria-label="All mails and SMS"
          className="-my-1.5 grid size-11 shrink-0 place-items-center rounded-md text-strong hover:bg-raised lg:hidden"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </AppLink>
        <h2
          ref={heading}
          tabIndex={-1}
          className="display min-w-0 flex-1 text-lg outline-none [overflow-wrap:anywhere]"
        >
          {delivery ? titleOf(delivery) : <Skeleton className="my-1 h-5 w-2/3" />}
        </h2>
        {delivery && <DeliveryState {...delivery} />}
      </header>
      {error && !delivery && (
        <div className="p-4 lg:p-6">
          <LoadFailed
            title="This message could not be loaded"
            error={error}
            isFetching={isFetching}
            refetch={refetch}
          />
        </div>
      )}
      {!delivery && !error && (
        <div role="status" className="grid gap-3 p-4 lg:p-6">
          <span className="sr-only">Loading the message</span>
          {['w-1/2', 'w-1/3', 'w-2/3'].map((width) => (
            <Skeleton key={width} className={`h-5 ${width}`} />
          ))}
          <Skeleton className="mt-4 h-48" />
        </div>
      )}
      {delivery && (
        <div className="grid gap-6 p-4 lg:p-6">
          <Facts delivery={delivery} />
          {delivery.state !== 'sent' && delivery.lastError && (
            <Alert tone={delivery.state === 'failed' ? 'bad' : 'warn'} title={delivery.lastError}>
              {delivery.providerError && <p className="text-sm [overflow-wrap:anywhere]">{delivery.providerError}</p>}
            </Alert>
          )}
          {delivery.state === 'superseded' && (
            <Alert tone="info" title="Not sent: a newer mail about this session said otherwise before it left." />
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              size="sm"
              busy={resend.isPending}
              disabled={delivery.resendRefusal !== null && !delivery.newTimeId}
              aria-describedby="resend-hint"
              onClick={() => resend.mutate(delivery.newTimeId ?? deliveryId)}
            >
              <Send aria-hidden className="size-4" /> {delivery.newTimeId ? 'Send the new time' : 'Resend'}
            </Button>
            {delivery.state === 'failed' && !delivery.resolvedAt && (
              <Button size="sm" variant="secondary" busy={resolve.isPending} onClick={() => resolve.mutate()}>
                Dealt with
              </Button>
            )}
            <p id="resend-hint" className="min-w-0 flex-1 basis-60 text-sm">
              {delivery.resendRefusal ??
                (delivery.state !== 'failed'
                  ? 'Sends the same message once more, as a copy.'
                  : delivery.resolvedAt
                    ? 'It waits on Today no longer. Resend tries it again all the same.'
                    : 'Resend tries it again. Is the address wrong? Reach them another way, then mark it as dealt with: it leaves Today.')}
            </p>
          </div>
          <MessageText delivery={delivery} />
        </div>
      )}
    </>
  )
}

function Facts({ delivery }: { delivery: DeliveryDetails }) {
  const zone = useRoomZone()
  const { channel, kind, state, attempts, createdAt, sentAt, deliveredAt, resolvedAt, attachments } = delivery
  const facts: [string, ReactNode][] = [
    ['To', <Recipient key="to" delivery={delivery} />],
    ['About', showKind(kind)],
    ['Channel', channel === 'mail' ? 'Mail' : 'SMS'],
    ['Written', showInstant(createdAt, zone)],
    ['Sent', sentAt ? showInstant(sentAt, zone) : state === 'queued' ? 'Not yet' : 'No'],
    ['Tries', attempts],
  ]
  if (deliveredAt) facts.push(['Arrived', showInstant(deliveredAt, zone)])
  if (resolvedAt) facts.push(['Dealt with', showInstant(resolvedAt, zone)])
  if (attachments.length > 0)
    facts.push([
      'Attached',
      <span key="names" className="inline-flex items-center gap-1.5">
        <Paperclip aria-hidden className="size-4 shrink-0" /> {attachments.join(', ')}
      </span>,
    ])
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-faint">{name}</dt>
          <dd className="figures min-w-0 text-strong [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whom it went to, leading to their page if they have an account. */
function Recipient({ delivery }: { delivery: DeliveryDetails }) {
  const { channel, to } = delivery
  const { data } = useQuery({
    queryKey: [findPerson.path, to],
    queryFn: () => callApi(findPerson, { query: { email: to ?? '' } }),
    enabled: channel === 'mail' && to !== null,
    meta: { quiet: true },
  })
  return <PersonLink userId={data?.userId} name={recipientOf(delivery)} />
}

function MessageText({ delivery: { text, textRefusal } }: { delivery: DeliveryDetails }) {
  if (textRefusal)
    return (
      <p className="flex items-center gap-3 rounded-md border border-line border-dashed p-4">
        <EyeOff aria-hidden className="size-5 shrink-0 text-faint" /> {textRefusal}
      </p>
    )
  return (
    <section aria-label="Text">
      <p
        dir="auto"
        className="max-w-prose whitespace-pre-wrap rounded-md bg-ink p-4 text-strong [overflow-wrap:anywhere]"
      >
        {text}
      </p>
    </section>
  )
}
