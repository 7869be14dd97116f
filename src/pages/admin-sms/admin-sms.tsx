import { CalendarClock, ClipboardList, MousePointerClick, SearchX, Send } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { listApplications } from '#src/applications/contract.ts'
import { useBookings } from '#src/bookings/web/bookings-query.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { cx } from '#src/ui/class-names.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { LoadFailed } from '#src/ui/load-failed.tsx'
import { showCount } from '#src/ui/show-count.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useSearch } from '#src/ui/use-search.ts'
import { AdminRefusal } from '../admin/admin-refusal.tsx'
import { ListAndDetail } from '../admin/list-and-detail.tsx'
import { useRequireAdmin } from '../admin/require-admin.ts'
import { useBooking } from '../admin/use-booking.ts'
import { GrowingList } from '../owner/growing-list.tsx'
import { useList } from '../owner/use-list.ts'
import { useExisting } from '../page-exists.ts'
import { SiteFrame } from '../site-frame.tsx'
import { ApplicationCard, BookingCard, type Mode } from './cards.tsx'
import { MessageForm } from './message-form.tsx'
import { PanelHead } from './panel-head.tsx'
import { type Person, personOfApplication, personOfBooking } from './person.ts'
import { Review } from './review.tsx'
import { SmsForm } from './sms-form.tsx'

/**
 * Where admins reach customers and applicants, and decide applications. What is open stands in the address, so mails can
 * link to it: `?booking=` or `?application=`, with `mode=message` or `mode=sms`.
 */
export default function AdminSms() {
  const { user, isRefused } = useRequireAdmin()
  const [, navigate] = useLocation()
  const search = useSearch()
  const bookingId = search.get('booking')
  const applicationId = search.get('application')
  const [deliveries] = useExisting([{ to: '/admin-deliveries' }])

  const bookings = useBookings(user?.id)
  const applications = useList(listApplications, user?.id)
  const { booking, isMissing, failed } = useBooking(user?.id, bookingId, bookings.bookings)
  const application = applications.items?.find(({ id }) => id === applicationId)
  // There is no call for a single one: the list goes on until it is there.
  const { hasNextPage, isFetching, fetchNextPage } = applications
  const isSought = applicationId !== null && !application && hasNextPage
  useEffect(() => {
    if (isSought && !isFetching) void fetchNextPage()
  }, [isSought, isFetching, fetchNextPage])

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
    const person = application ? personOfApplication(application) : booking ? personOfBooking(booking) : null
    if (person) return <Writing person={person} isSms={mode === 'sms'} onClose={close} />
    if (isMissing || (applications.items && applicationId !== null && !isSought))
      return (
        <EmptyState icon={SearchX} title="Not found" className="m-4 justify-center lg:m-5 lg:min-h-96">
          This link leads nowhere any more. Select somebody from the list.
        </EmptyState>
      )
    if (failed) return <LoadFailed title="The booking could not be loaded" className="m-4 lg:m-5" {...failed} />
    return <Skeleton className="m-5 h-64 rounded-lg" />
  }

  return (
    <SiteFrame>
      <div className="wrap py-8 lg:py-12">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="display flex flex-wrap items-center gap-3 text-xl">
            Admin SMS Center <Badge tone="signal">Admin Only</Badge>
          </h1>
          {deliveries && (
            <ButtonLink to={deliveries.to} variant="secondary" size="sm">
              <Send aria-hidden className="size-4" /> Deliveries
            </ButtonLink>
          )}
        </div>
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
                      Who applies at Become a coach appears here for review.
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
    </SiteFrame>
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
