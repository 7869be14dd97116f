import { Mail, MessageSquareText } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { Delivery } from '#src/features/notifications/contract.ts'
import { showInstant } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Spinner } from '#src/ui/loading/spinner.tsx'
import { DeliveryState, recipientOf, titleOf } from './delivery-words.tsx'

type DeliveryListProps = {
  deliveries: Delivery[]
  chosenId: string | null
  linkTo(deliveryId: string): string
  hasMore: boolean
  /** The end comes into sight: time to load more. */
  onEnd(): void
}

/** Mails and SMS as rows that open. Rows far from the window are not laid out, so that thousands scroll like ten. */
export function DeliveryList({ deliveries, chosenId, linkTo, hasMore, onEnd }: DeliveryListProps) {
  const zone = useRoomZone()
  return (
    <>
      <ul aria-label="Mails and SMS">
        {deliveries.map((delivery) => (
          <li
            key={delivery.id}
            className="border-line border-t [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] first:border-t-0"
          >
            <AppLink
              to={linkTo(delivery.id)}
              aria-current={delivery.id === chosenId || undefined}
              className="flex gap-3 rounded-md px-3 py-3 outline-offset-[-3px] transition-colors hover:bg-raised aria-[current]:bg-raised"
            >
              <ChannelIcon channel={delivery.channel} />
              <span className="min-w-0 flex-1">
                <span className="flex items-start justify-between gap-3">
                  <span className="truncate font-semibold text-strong">{titleOf(delivery)}</span>
                  <DeliveryState {...delivery} />
                </span>
                <span className="flex flex-wrap justify-between gap-x-4 text-sm">
                  <span className="min-w-0 truncate">{recipientOf(delivery)}</span>
                  <span className="figures">
                    {delivery.attempts > 1 && `${delivery.attempts} tries, `}
                    {showInstant(delivery.createdAt, zone)}
                  </span>
                </span>
                {delivery.state !== 'sent' && delivery.lastError && (
                  <span className={cx('block text-sm', !delivery.resolvedAt && 'text-bad')}>{delivery.lastError}</span>
                )}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      {hasMore && <More key={deliveries.length} onSeen={onEnd} />}
    </>
  )
}

/** Stands below the last row; a fresh one for each page, since being in sight is told once. */
function More({ onSeen }: { onSeen(): void }) {
  const element = useRef<HTMLParagraphElement>(null)
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && tell())
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return (
    <p ref={element} role="status" className="flex items-center justify-center gap-2 py-4">
      <Spinner /> Loading more
    </p>
  )
}

function ChannelIcon({ channel }: Pick<Delivery, 'channel'>) {
  const Icon = channel === 'mail' ? Mail : MessageSquareText
  return (
    <>
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-faint" />
      <span className="sr-only">{channel === 'mail' ? 'Mail' : 'SMS'}</span>
    </>
  )
}

/** Stands where the rows will be. */
export function RowsToCome() {
  return (
    <div role="status">
      <span className="sr-only">Loading mails and SMS</span>
      {Array.from({ length: 7 }, (_, row) => (
        <div key={row} className="grid gap-2 border-line border-t px-3 py-3.5 first:border-t-0">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}
