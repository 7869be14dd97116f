import { ChartNoAxesCombined, Crown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'wouter'
// Before the first call can be refused.
import '#src/features/accounts/web/confirm.ts'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { bookingStatuses } from '#src/features/bookings/rules.ts'
import { type BookingFilters, bookingSorts } from '#src/features/bookings/staff-contract.ts'
import { BookingsPanel } from '#src/features/bookings/web/staff/bookings-panel.tsx'
import { useBookings } from '#src/features/bookings/web/staff/bookings-query.ts'
import { useBooking } from '#src/features/bookings/web/staff/use-found.ts'
import type { Problem } from '#src/features/payments/contract.ts'
import { PaymentProblems } from '#src/features/payments/web/money-problems.tsx'
import { useProblems } from '#src/features/payments/web/money-query.ts'
import { ShutHours, useShutHours } from '#src/features/schedule/web/staff/shut-hours.tsx'
import { useSessionQuestions } from '#src/features/sessions/web/staff/questions-query.ts'
import { useSessionReports } from '#src/features/sessions/web/staff/reports-query.ts'
import { SessionQuestions } from '#src/features/sessions/web/staff/session-questions.tsx'
import { SessionReports } from '#src/features/sessions/web/staff/session-reports.tsx'
import { AccessDenied } from '#src/shell/access-denied.tsx'
import { RoomClock } from '#src/shell/room-clock.tsx'
import { type OwnerRoom, ownerRooms } from '#src/shell/site-rooms.ts'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { HttpError } from '#src/ui/call-api.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Tabs } from '#src/ui/controls/tabs.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'
import { ListActs } from './bookings/list-acts.tsx'
import { useOpenClaims } from './bookings/open-claims.ts'
import { ToSchedule, useToSchedule } from './bookings/to-schedule.tsx'
import { DeadJobs, useDeadJobs } from './dead-jobs.tsx'
import { OwnersRoom, useOwnerTabs } from './owner-tabs.tsx'
import { SellerMissing } from './seller-missing.tsx'

const AnswerDisputeDialog = lazyDialog(() => import('./answer-dispute-dialog.tsx'))
const BookingDialog = lazyDialog(() => import('./bookings/booking-details-dialog.tsx'))

/** The owner's dashboard. Whether somebody may see a tab is what the server says when asked for its content. */
export default function Owner() {
  const user = useRequireLogin()
  const bookings = useBookings(user?.id)
  const [, navigate] = useLocation()
  const search = useSearch()
  const tab = search.get('tab')
  const wanted = filtersIn(search)
  useReadingAlone(tab === 'messages' && (search.has('booking') || search.has('inquiry')))
  const [open, setOpen] = useState<Booking | null>(null)
  const [answering, setAnswering] = useState<Problem | null>(null)
  const { linked, close } = useLinkedBooking(user?.id, bookings.bookings)
  const shown = open ?? linked.item
  function closeBooking() {
    setOpen(null)
    close()
  }
  const leaveBooking = useEffectEvent(closeBooking)
  // A link of a booking's dialog leads to its coach's day.
  useEffect(() => {
    if (wanted.from) leaveBooking()
  }, [wanted.from, wanted.coachId])
  const ownerId = user?.isOwner ? user.id : undefined
  const ownerTabs = useOwnerTabs(ownerId, bookings)
  // What is said above a tab's content comes with it the first time, so that nothing moves.
  const notices = [
    useProblems(ownerId, 'waiting'),
    useDeadJobs(ownerId),
    useToSchedule(user?.id),
    useSessionQuestions(user?.id),
    useShutHours(user?.id),
    useSessionReports(user?.id),
    useOpenClaims(ownerId),
  ]
  const isPending = !user || notices.some(({ isLoading, isFetched }) => isLoading && !isFetched)

  const room = user && !user.isOwner ? null : roomIn(tab)
  const openTab = ownerTabs.find(({ value }) => value === tab)?.value ?? 'bookings'
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
          <SessionReports userId={user?.id} />
          <SessionQuestions userId={user?.id} />
          <ToSchedule userId={user?.id} />
          <ShutHours userId={user?.id} />
          <BookingsPanel
            userId={user?.id}
            filters={wanted}
            onFilter={(filters) => navigate(pathOf('bookings', filters), { replace: true })}
            onOpen={setOpen}
            acts={(list) => <ListActs {...list} />}
          />
        </>
      ),
    },
    ...ownerTabs,
  ]
  const withNotices = (content: ReactNode) =>
    isPending ? (
      <ContentToCome />
    ) : (
      <div className="grid gap-6">
        <div className="contents in-data-reading:max-lg:hidden">
          {ownerId && <SellerMissing />}
          <PaymentProblems userId={ownerId} onAnswer={setAnswering} />
          <DeadJobs userId={ownerId} />
          {user && !user.isOwner && tab && tab !== openTab && (
            <Alert tone="warn" title="Only owners have this room">
              Ask an owner of your team about it. These are the bookings.
            </Alert>
          )}
        </div>
        {linked.isMissing && (
          <Alert tone="warn" title="Booking not found">
            The link you followed no longer works.
          </Alert>
        )}
        {linked.failed && <LoadFailed title="The booking could not be loaded" {...linked.failed} />}
        <div className="min-w-0">{content}</div>
      </div>
    )
  return (
    <StaffFrame>
      <div className="wrap py-8 in-data-reading:max-lg:py-3 lg:py-12">
        <div className="flex flex-wrap items-end justify-between gap-4 in-data-reading:max-lg:sr-only">
          <div className="min-w-0">
            <h1 className="display flex items-center gap-3 text-xl">
              <Crown aria-hidden className="size-7 text-signal" /> {room ? ownerRooms[room] : 'Owner Dashboard'}
            </h1>
            {user ? (
              <>
                <p className="mt-2">Welcome, {user.name}</p>
                <RoomClock />
              </>
            ) : (
              <p className="mt-2 py-0.5">
                <Skeleton className="mb-7 h-5.5 w-48" />
              </p>
            )}
          </div>
          {user?.isOwner && !room && (
            <ButtonLink
              to="/owner/insights"
              variant="secondary"
              size="sm"
              className="in-data-reading:max-lg:invisible xl:hidden"
            >
              <ChartNoAxesCombined aria-hidden className="size-4" /> Insights
            </ButtonLink>
          )}
          {!user && !room && <Skeleton className="h-9 w-28 pointer-coarse:h-11 xl:hidden" />}
        </div>
        {room ? (
          <div className="mt-6">{withNotices(user && <OwnersRoom room={room} ownerId={user.id} />)}</div>
        ) : (
          <Tabs
            label="Dashboard"
            tabs={tabs.map((tab) => ({ ...tab, content: withNotices(tab.content) }))}
            value={openTab}
            onChange={(value) => navigate(pathOf(value))}
            className="mt-6 in-data-reading:max-lg:mt-0 in-data-reading:max-lg:[&>[role=tablist]]:hidden"
          />
        )}
        {answering && <AnswerDisputeDialog problem={answering} onClose={() => setAnswering(null)} />}
        {shown && <BookingDialog booking={shown} onClose={closeBooking} />}
      </div>
    </StaffFrame>
  )
}

/** On phones nothing stands above the conversation that is read. `in-html.ts` says so before React. */
function useReadingAlone(isReading: boolean) {
  const isHydrated = useHydrated()
  useLayoutEffect(() => {
    // The query string is not known yet.
    if (!isHydrated) return
    const { dataset } = document.documentElement
    if (isReading) dataset.reading = ''
    else delete dataset.reading
    return () => void delete dataset.reading
  }, [isHydrated, isReading])
}

/** The owner's room that the address names, if it is none of the tabs. */
function roomIn(tab: string | null): OwnerRoom | null {
  return tab && Object.hasOwn(ownerRooms, tab) ? (tab as OwnerRoom) : null
}

function ContentToCome() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </div>
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

/** `?q=…&status=…&coach=ID&from=YYYY-MM-DD&to=…&sort=…`; links to a coach's day name one `date`. */
function filtersIn(search: URLSearchParams): BookingFilters {
  const [q, coachId, date] = ['q', 'coach', 'date'].map((name) => search.get(name) ?? undefined)
  const status = bookingStatuses.find((each) => each === search.get('status'))
  const sort = bookingSorts.find((each) => each === search.get('sort'))
  return { q, status, coachId, from: search.get('from') ?? date, to: search.get('to') ?? date, sort }
}

function pathOf(tab: string, { q, status, coachId, from, to, sort }: BookingFilters = {}): string {
  const isDay = from !== undefined && from === to
  const named = Object.entries({ q, status, coach: coachId, ...(isDay ? { date: from } : { from, to }), sort })
  const query = new URLSearchParams(named.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  if (tab !== 'bookings') query.set('tab', tab)
  return query.size > 0 ? `/owner?${query}` : '/owner'
}
