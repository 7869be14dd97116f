import { MailCheck, RefreshCw, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useAccount, useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { useSettled } from '#src/features/bookings/web/picker/use-settled.ts'
import { HealthTroubles } from '#src/features/insights/web/health.tsx'
import type { DeliveryFilters } from '#src/features/notifications/contract.ts'
import { AdminRefusal } from '#src/shell/admin-refusal.tsx'
import { RoomClock } from '#src/shell/room-clock.tsx'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { HttpError } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'
import { DeliveryFilterBar } from './delivery-filters.tsx'
import { DeliveryList, RowsToCome } from './delivery-list.tsx'
import { DeliveryPane } from './delivery-pane.tsx'
import { useDeliveries, useDeliveryCounts } from './use-deliveries.ts'

/** Every mail and SMS for owners and admins: the list at the left, one of them at the right; on phones one after the other. */
export default function Deliveries() {
  const { user } = useAccount()
  // A person with a login stays as long as that lasts; an admin may also come with the admin area's own session.
  const [hasLogin, setHasLogin] = useState<boolean>()
  useEffect(() => setHasLogin(localStorage.getItem('auth_token') !== null), [])
  const viewer = user?.id ?? (hasLogin === false ? 'admin session' : undefined)

  const search = useSearch()
  const [, navigate] = useLocation()
  const chosenId = search.get('id')
  const filters = readFilters(search)
  const isFiltered = Object.values(filters).some(Boolean)
  const settled = { ...filters, to: useSettled(filters.to) }
  const list = useDeliveries(viewer, settled)
  const counts = useDeliveryCounts(viewer, settled)
  const { items, total, error, isFetching } = list

  if (error instanceof HttpError && error.status === 403)
    return <AdminRefusal text="Only owners and admins see what was sent." />
  const show = (next: DeliveryFilters) => navigate(addressOf(next), { replace: true })
  const refresh = () => Promise.all([list.refetch(), counts.refetch()])
  return (
    <StaffFrame>
      {hasLogin && <RequireLogin />}
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 py-8 lg:h-[max(44rem,calc(100dvh-3.5rem-var(--room-bar,0px)))] xl:h-[max(44rem,100dvh)] lg:grid-cols-[minmax(0,31rem)_minmax(0,1fr)] lg:grid-rows-[auto_minmax(0,1fr)]">
        <div className={cx('lg:col-span-2', chosenId && 'max-lg:hidden')}>
          <div className="flex items-center justify-between gap-4">
            <div>
              <h1 className="display text-xl">Deliveries</h1>
              <p className="mt-1">Every mail and SMS, and what became of it.</p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              className="shrink-0"
              busy={isFetching && !list.isFetchingNextPage}
              onClick={refresh}
            >
              <RefreshCw aria-hidden className="size-4" /> Refresh
            </Button>
          </div>
          <RoomClock />
        </div>
        <div className={cx('flex min-h-0 flex-col gap-4', chosenId && 'max-lg:hidden')}>
          <HealthTroubles userId={user?.id} />
          <DeliveryFilterBar filters={filters} counts={counts.data} onChange={show} />
          {items && total !== undefined && (
            <p role="status" className="sr-only">
              {total === 1 ? '1 message' : `${showCount(total)} messages`}
            </p>
          )}
          <div className="min-h-0 lg:flex-1 lg:overflow-y-auto lg:pr-2">
            {error && !items && (
              <LoadFailed
                title="The list could not be loaded"
                error={error}
                isFetching={isFetching}
                refetch={refresh}
              />
            )}
            {!items && !error && <RowsToCome />}
            {items?.length === 0 && (isFiltered ? <NothingFits onClear={() => show({})} /> : <NothingYet />)}
            {items && items.length > 0 && (
              <DeliveryList
                deliveries={items}
                chosenId={chosenId}
                linkTo={(id) => addressOf(filters, id)}
                hasMore={list.hasNextPage}
                onEnd={() => !isFetching && list.fetchNextPage()}
              />
            )}
          </div>
        </div>
        <section
          aria-label="Message"
          className={cx('min-h-0 rounded-lg bg-panel lg:overflow-y-auto', !chosenId && 'max-lg:hidden')}
        >
          {chosenId ? (
            <DeliveryPane
              key={chosenId}
              viewer={viewer}
              deliveryId={chosenId}
              backTo={addressOf(filters)}
              onResent={(id) => id !== chosenId && navigate(addressOf(filters, id))}
            />
          ) : (
            <EmptyState icon={MailCheck} title="Choose a message" className="h-full justify-center">
              Its text and its state appear here.
            </EmptyState>
          )}
        </section>
      </div>
    </StaffFrame>
  )
}

function RequireLogin() {
  useRequireLogin()
  return null
}

function readFilters(search: URLSearchParams): DeliveryFilters {
  const read = (name: string) => search.get(name) || undefined
  return { channel: read('channel'), state: read('state'), to: read('to') } as DeliveryFilters
}

/** This page with those filters, and with that message open. */
function addressOf(filters: DeliveryFilters, id?: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, id })) if (value) query.set(name, value)
  return `/admin-deliveries${query.size ? `?${query}` : ''}`
}

function NothingFits({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No messages found"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Try fewer letters, or clear the filters.
    </EmptyState>
  )
}

function NothingYet() {
  return (
    <EmptyState icon={MailCheck} title="Nothing has been sent yet">
      Mails and SMS appear here as soon as somebody signs up, books or writes.
    </EmptyState>
  )
}
