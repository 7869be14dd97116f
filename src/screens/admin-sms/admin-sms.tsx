import { CalendarClock, ClipboardList, MousePointerClick, SearchX, Send } from 'lucide-react'
import { useLocation } from 'wouter'
import { useRequireAdmin } from '#src/features/accounts/web/require-admin.ts'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { listApplications, readApplication } from '#src/features/applications/contract.ts'
import { useBookings } from '#src/features/bookings/web/staff/bookings-query.ts'
import { useBooking, useFound } from '#src/features/bookings/web/staff/use-found.ts'
import { AdminRefusal } from '#src/shell/admin-refusal.tsx'
import { RoomClock } from '#src/shell/room-clock.tsx'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { callApi } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { GrowingList } from '#src/ui/lists/growing-list.tsx'
import { ListAndDetail } from '#src/ui/lists/list-and-detail.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'
import { useList } from '#src/ui/lists/use-list.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Review } from './application-review.tsx'
import { ApplicationCard, BookingCard, type Mode } from './cards.tsx'
import { MessageForm } from './message-form.tsx'
import { PanelHead } from './panel-head.tsx'
import { type Person, personOfApplication, personOfBooking } from './person.ts'
import { SmsForm } from './sms-form.tsx'

/**
 * Where admins reach customers and applicants, and decide applications. What is open stands in the address, so mails can
 * link to it: `?booking=` or `?application=`, with `mode=message` or `mode=sms`.
 */
export default function AdminSms() {
  const { user, isRefused } = useRequireAdmin()
  const zone = useRoomZone()
  const [, navigate] = useLocation()
  const search = useSearch()
  const bookingId = search.get('booking')
  const applicationId = search.get('application')

  const bookings = useBookings(user?.id)
  const applications = useList(listApplications, user?.id)
  const { item: booking, ...bookingState } = useBooking(user?.id, bookingId, bookings.bookings)
  const { item: application, ...applicationState } = useFound(
    applicationId,
    applications.items,
    [listApplications.path, 'one', user?.id],
    (id) => callApi(readApplication, { params: { id } }),
  )
  const { isMissing, failed } = applicationId === null ? bookingState : applicationState
  const openId = applicationId ?? bookingId

  if (isRefused) return <AdminRefusal />

  const showsApplications = applicationId !== null || search.get('tab') === 'applications'
  const listPath = showsApplications ? '/admin-sms?tab=applications' : '/admin-sms'
  const close = () => navigate(listPath)
  const more = showsApplications ? applications : bookings
  const tabs = [
    { label: 'Customer Bookings', count: bookings.total, to: '/admin-sms', isOpen: !showsApplications },
    {
      label: 'Coach Applications',
      count: applications.total,
      to: '/admin-sms?tab=applications',
      isOpen: showsApplications,
    },
  ]

  function detail() {
    if (openId === null)
      return (
        <EmptyState icon={MousePointerClick} title="Nobody chosen" className="m-4 justify-center lg:m-5 lg:min-h-96">
          Select a customer or an application at the left to write to them.
        </EmptyState>
      )
    const mode = search.get('mode')
    if (application && mode !== 'message' && mode !== 'sms')
      return <Review key={application.id} application={application} onClose={close} />
    const person = application ? personOfApplication(application) : booking ? personOfBooking(booking, zone) : null
    if (person) return <Writing person={person} isSms={mode === 'sms'} onClose={close} />
    if (isMissing)
      return (
        <EmptyState icon={SearchX} title="Not found" className="m-4 justify-center lg:m-5 lg:min-h-96">
          This link no longer works. Select somebody from the list.
        </EmptyState>
      )
    const what = applicationId === null ? 'booking' : 'application'
    if (failed) return <LoadFailed title={`The ${what} could not be loaded`} className="m-4 lg:m-5" {...failed} />
    return <Skeleton className="m-5 h-64 rounded-lg" />
  }

  return (
    <StaffFrame>
      <div className="wrap py-8 lg:py-12">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="display flex flex-wrap items-center gap-3 text-xl">
            {/* On a line of its own, in whatever font: else the badge would jump when ours comes. */}
            <span className="max-sm:basis-full">Admin SMS Center</span> <Badge tone="signal">Admin Only</Badge>
          </h1>
          <ButtonLink to="/admin-deliveries" variant="secondary" size="sm" className="xl:hidden">
            <Send aria-hidden className="size-4" /> Deliveries
          </ButtonLink>
        </div>
        <RoomClock />
        <fieldset
          aria-label="Who to reach"
          className={cx('mt-6 flex flex-wrap gap-2', openId !== null && 'max-lg:hidden')}
        >
          {tabs.map(({ label, count, to, isOpen }) => (
            <Button
              key={label}
              variant={isOpen ? 'primary' : 'secondary'}
              aria-pressed={isOpen}
              onClick={() => navigate(to)}
            >
              {label} {count !== undefined && <span className="figures">({showCount(count)})</span>}
            </Button>
          ))}
        </fieldset>
        <div className="mt-6">
          <ListAndDetail
            listLabel="People"
            list={
              showsApplications ? (
                <GrowingList
                  label="Coach applications"
                  list={applications}
                  empty={
                    <EmptyState icon={ClipboardList} title="No applications yet">
                      Applications sent at Become a coach appear here for review.
                    </EmptyState>
                  }
                >
                  {(each) => (
                    <ApplicationCard
                      key={each.id}
                      application={each}
                      isChosen={each.id === applicationId}
                      onOpen={(mode) => navigate(addressOf('application', each.id, mode))}
                    />
                  )}
                </GrowingList>
              ) : (
                <GrowingList
                  label="Customer bookings"
                  list={{ ...bookings, items: bookings.bookings }}
                  empty={
                    <EmptyState icon={CalendarClock} title="No Bookings Yet">
                      Customers appear here with their first booking.
                    </EmptyState>
                  }
                >
                  {(each) => (
                    <BookingCard
                      key={each.id}
                      booking={each}
                      isChosen={each.id === bookingId}
                      onOpen={(mode) => navigate(addressOf('booking', each.id, mode))}
                    />
                  )}
                </GrowingList>
              )
            }
            onEnd={() => {
              if (more.hasNextPage && !more.isFetching) void more.fetchNextPage()
            }}
            label="Details"
            openId={openId}
            back={{ to: listPath, label: showsApplications ? 'All applications' : 'All bookings' }}
            detail={detail()}
          />
        </div>
      </div>
    </StaffFrame>
  )
}

function addressOf(what: 'booking' | 'application', id: string, mode: Mode): string {
  return `/admin-sms?${what}=${id}${mode === 'review' ? '' : `&mode=${mode}`}`
}

type WritingProps = { person: Person; isSms: boolean; onClose(): void }

/** The composer of an internal message or of an SMS. */
function Writing({ person, isSms, onClose }: WritingProps) {
  return (
    // Another person starts afresh.
    <div key={Object.values(person.subject)[0]} className="grid max-w-3xl gap-5 p-4 sm:p-5">
      <PanelHead title={isSms ? 'Send SMS' : 'Internal message'} person={person}>
        {!isSms && (
          <Button variant="ghost" size="sm" onClick={onClose}>
            Close Message
          </Button>
        )}
      </PanelHead>
      {isSms ? <SmsForm person={person} onCancel={onClose} /> : <MessageForm person={person} needsPhone />}
    </div>
  )
}
