import { ChartNoAxesCombined, Crown } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
// Before the first call can be refused.
import '#src/features/accounts/web/confirm.ts'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { BookingsPanel } from '#src/features/bookings/web/staff/bookings-panel.tsx'
import { useBookings } from '#src/features/bookings/web/staff/bookings-query.ts'
import { useBooking } from '#src/features/bookings/web/staff/use-found.ts'
import { PaymentProblems } from '#src/features/payments/web/money-problems.tsx'
import { AccessDenied } from '#src/shell/access-denied.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { HttpError } from '#src/ui/call-api.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { Tabs } from '#src/ui/controls/tabs.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { DeadJobs } from './dead-jobs.tsx'
import { useOwnerTabs } from './owner-tabs.tsx'
import { ToSchedule } from './to-schedule.tsx'

const BookingDialog = lazy(() => import('./booking-details-dialog.tsx'))

/** The owner's dashboard. Whether somebody may see a tab is what the server says when asked for its content. */
export default function Owner() {
  const user = useRequireLogin()
  const bookings = useBookings(user?.id)
  const [, navigate] = useLocation()
  const search = useSearch()
  const tab = search.get('tab')
  const [open, setOpen] = useState<Booking | null>(null)
  const { linked, close } = useLinkedBooking(user?.id, bookings.bookings)
  const shown = open ?? linked.item
  const ownerTabs = useOwnerTabs(user?.isOwner ? user.id : undefined, bookings)

  const openTab = ownerTabs.find(({ value }) => value === tab)?.value ?? 'bookings'
  // On phones the row of tabs is wider than the screen.
  useEffect(() => {
    document
      .querySelector(`[role=tab][aria-controls$=${openTab}]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [openTab])

  function show(value: string) {
    // A click is told twice, as press and as focus: the way back shall be one step.
    const isShown = value === (new URLSearchParams(location.search).get('tab') ?? 'bookings')
    if (!isShown) navigate(pathOf(value))
  }

  const isStaff = user?.isOwner || user?.isAdmin
  const isRefused = bookings.error instanceof HttpError && bookings.error.status === 403
  if (user && !isStaff && isRefused) return <AccessDenied />

  const tabs = [
    {
      value: 'bookings',
      label: 'Admin Bookings',
      count: bookings.total,
      content: (
        <>
          <ToSchedule userId={user?.id} />
          <BookingsPanel userId={user?.id} onOpen={setOpen} />
        </>
      ),
    },
    ...ownerTabs,
  ]
  return (
    <SiteFrame>
      <div className="wrap py-8 lg:py-12">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0">
            <h1 className="display flex items-center gap-3 text-xl">
              <Crown aria-hidden className="size-7 text-signal" /> Owner Dashboard
            </h1>
            {user ? (
              <p className="mt-2">Welcome, {user.name}</p>
            ) : (
              <p className="mt-2 py-0.5">
                <Skeleton className="h-5.5 w-48" />
              </p>
            )}
          </div>
          {user?.isOwner && (
            <ButtonLink to="/owner/insights" variant="secondary" size="sm">
              <ChartNoAxesCombined aria-hidden className="size-4" /> Insights
            </ButtonLink>
          )}
        </div>
        {user?.isOwner && <PaymentProblems userId={user.id} className="mt-6" />}
        {user?.isOwner && <DeadJobs userId={user.id} className="mt-6" />}
        {linked.isMissing && (
          <Alert tone="warn" title="Booking not found" className="mt-6">
            The link you followed no longer works.
          </Alert>
        )}
        {linked.failed && <LoadFailed title="The booking could not be loaded" className="mt-6" {...linked.failed} />}
        <Tabs label="Dashboard" tabs={tabs} value={openTab} onChange={show} className="mt-6" />
        {shown && (
          <Suspense>
            <BookingDialog
              booking={shown}
              onClose={() => {
                setOpen(null)
                close()
              }}
            />
          </Suspense>
        )}
      </div>
    </SiteFrame>
  )
}

/**
 * The booking that a link leads to by `?booking=ID` (on the tab of messages that names a thread): once somebody is signed
 * in it is taken out of the address, so that the way back leads to the list.
 */
function useLinkedBooking(userId: string | undefined, listed: Booking[] | undefined) {
  const search = useSearch()
  const tab = search.get('tab')
  const inAddress = tab === 'messages' ? null : search.get('booking')
  const [id, setId] = useState<string | null>(null)
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!userId || !inAddress) return
    setId(inAddress)
    navigate(pathOf(tab ?? 'bookings'), { replace: true })
  }, [userId, tab, inAddress, navigate])
  return { linked: useBooking(userId, id, listed), close: () => setId(null) }
}

function pathOf(tab: string): string {
  return tab === 'bookings' ? '/owner' : `/owner?tab=${tab}`
}
