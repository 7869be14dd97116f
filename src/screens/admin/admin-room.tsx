import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock, MessagesSquare, SearchX } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { adminLogout } from '#src/features/accounts/contract.ts'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { listAdminBookings } from '#src/features/bookings/staff-contract.ts'
import { BookingEntry } from '#src/features/bookings/web/staff/booking-entry.tsx'
import { PaymentId } from '#src/features/bookings/web/staff/bookings-payment-id.tsx'
import { CallLink, SessionStart, StatusBadge } from '#src/features/bookings/web/staff/bookings-table.tsx'
import { StoryLink } from '#src/features/bookings/web/staff/story-link.tsx'
import { useBooking } from '#src/features/bookings/web/staff/use-found.ts'
import { listAdminBookingMessages, sendAdminBookingMessage } from '#src/features/messages/contract.ts'
import type { Conversation } from '#src/features/messages/conversations-contract.ts'
import { ConversationBar } from '#src/features/messages/web/staff/conversation-bar.tsx'
import { ConversationList, recentId } from '#src/features/messages/web/staff/conversation-list.tsx'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { showDay, showDuration } from '#src/shared/times.ts'
import { RoomClock } from '#src/shell/room-clock.tsx'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { GrowingList } from '#src/ui/lists/growing-list.tsx'
import { ListAndDetail } from '#src/ui/lists/list-and-detail.tsx'
import { fetchListPage } from '#src/ui/lists/list-page.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { type StoredAdmin, storeAdmin } from './stored-admin.ts'

/** `onEnded`: the server no longer takes this browser for that admin's. */
type AdminRoomProps = { admin: StoredAdmin; onEnded(): void }

/** Recent bookings at the left; the chosen one with its thread at the right. */
export function AdminRoom({ admin, onEnded }: AdminRoomProps) {
  const list = useAdminBookings(admin.email)
  const chosenId = useSearch().get('booking')
  const { item: booking, isMissing, failed } = useBooking(admin.email, chosenId, list.items)

  const staffId = useStaffId()
  const { error } = list
  const isEnded = error instanceof HttpError && (error.status === 401 || error.status === 403)
  const end = useEffectEvent(onEnded)
  useEffect(() => {
    if (isEnded) end()
  }, [isEnded])

  async function logOut() {
    try {
      await callApi(adminLogout)
    } catch {
      return toast({
        title: 'Not logged out',
        description: 'We could not reach the server. Please try again.',
        variant: 'destructive',
      })
    }
    // What was typed goes, too.
    sessionStorage.clear()
    storeAdmin(null)
    toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
  }

  const recent = (
    <>
      <h2 id={recentId} className="display mb-3 text-lg">
        Recent bookings
      </h2>
      <GrowingList
        label="Recent bookings"
        list={list}
        empty={
          <EmptyState icon={CalendarClock} title="No Bookings Yet">
            Each booking appears here as soon as it is paid.
          </EmptyState>
        }
      >
        {(each) => <Entry key={each.id} booking={each} isChosen={each.id === chosenId} />}
      </GrowingList>
    </>
  )
  return (
    <StaffFrame>
      <div className="wrap py-8 lg:py-12">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0">
            <h1 className="display text-xl">Admin</h1>
            <p className="mt-2">Logged in as {admin.name || admin.email}</p>
            <RoomClock />
          </div>
          <Button variant="secondary" size="sm" onClick={logOut}>
            Log out of admin
          </Button>
        </div>
        <ListAndDetail
          listLabel="Bookings"
          list={
            staffId ? (
              <ConversationList staffId={staffId} openId={chosenId} pathOf={pathOf}>
                {recent}
              </ConversationList>
            ) : (
              recent
            )
          }
          onEnd={() => {
            if (list.hasNextPage && !list.isFetching) void list.fetchNextPage()
          }}
          label={booking ? `Booking of ${booking.customerName}` : 'Booking'}
          openId={chosenId}
          back={{ to: '/admin', label: 'All bookings' }}
          detail={
            chosenId === null ? (
              <EmptyState
                icon={MessagesSquare}
                title="Choose a booking"
                className="m-4 justify-center lg:m-5 lg:min-h-96"
              >
                Its details and messages appear here.
              </EmptyState>
            ) : isMissing ? (
              <EmptyState icon={SearchX} title="Booking not found" className="m-4 justify-center lg:m-5 lg:min-h-96">
                It may have been deleted. Choose another one.
              </EmptyState>
            ) : failed ? (
              <LoadFailed title="The booking could not be loaded" className="m-4 lg:m-5" {...failed} />
            ) : booking ? (
              <Chosen booking={booking} admin={admin} onEnded={onEnded} />
            ) : (
              <Skeleton className="m-5 h-64 rounded-lg" />
            )
          }
        />
      </div>
    </StaffFrame>
  )
}

function Entry({ booking, isChosen }: { booking: Booking; isChosen: boolean }) {
  const [, navigate] = useLocation()
  return (
    <li className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={() => navigate(`/admin?booking=${booking.id}`)}
        className="w-full rounded-md px-4 py-3 text-left outline-offset-[-3px] transition-colors hover:bg-raised aria-[current]:bg-raised"
      >
        <BookingEntry booking={booking} />
      </button>
    </li>
  )
}

function Chosen({ booking, admin, onEnded }: AdminRoomProps & { booking: Booking }) {
  const zone = useRoomZone()
  const staffId = useStaffId()
  const params = { id: booking.id }
  const adminEmail = admin.email
  const facts = [
    { name: 'Email', value: <span className="[overflow-wrap:anywhere]">{booking.customerEmail}</span> },
    { name: 'Phone', value: <CallLink booking={booking} /> },
    { name: 'Session', value: <SessionStart booking={booking} /> },
    { name: 'Service', value: `${booking.serviceName}, ${showDuration(booking.minutes)}` },
    { name: 'Coach', value: booking.coachName },
    { name: 'Price', value: `$${booking.price}` },
    { name: 'Payment', value: booking.paymentId ? <PaymentId id={booking.paymentId} /> : 'No payment' },
    { name: 'Booked', value: showDay(booking.createdAt, zone) },
    // The page is for accounts; the area also lets in who has none.
    ...(staffId ? [{ name: 'Booking', value: <StoryLink booking={booking} /> }] : []),
  ]
  return (
    <div className="grid gap-6 p-4 sm:p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display min-w-0 text-lg">{booking.customerName}</h2>
        <StatusBadge booking={booking} />
      </header>
      <dl className="figures grid gap-x-6 gap-y-3 text-sm grid-cols-2 xl:grid-cols-4">
        {facts.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-faint">{name}</dt>
            <dd className="text-strong">{value}</dd>
          </div>
        ))}
      </dl>
      {staffId && (
        <ButtonLink to={`/owner?booking=${booking.id}`} variant="secondary" size="sm" className="justify-self-start">
          What happens with this booking?
        </ButtonLink>
      )}
      {staffId && <ConversationBar staffId={staffId} aboutId={booking.id} />}
      <Thread
        zone={zone}
        of={{ bookingId: booking.id }}
        ownEmail={adminEmail}
        send={(body) => callApi(sendAdminBookingMessage, { params, query: { adminEmail }, body })}
        adminArea={{
          list: (after) => callApi(listAdminBookingMessages, { params, query: { adminEmail, after } }),
          onExpired: onEnded,
        }}
        empty="Nobody has written yet. If the player is away, they are e-mailed what you write."
        success={{ title: 'Message Sent', description: `${booking.customerName} can read it now.` }}
        failure={{ title: 'Failed to Send Message', description: 'Please try again.' }}
        // The messages themselves take about 24rem (MSG-3), the field to write the rest.
        className="h-[min(29rem,75svh)] rounded-lg border border-line bg-ink"
      />
    </div>
  )
}

/** The account of who is in the area, for what is for accounts alone: it also lets in who has none (ADMIN-2). */
function useStaffId(): string | undefined {
  const { user } = useAccount()
  return user?.isAdmin || user?.isOwner ? user.id : undefined
}

/** Applications are read where they are decided; inquiries by owners, on their own page. */
function pathOf({ kind, aboutId }: Conversation): string {
  if (kind === 'application') return `/admin-sms?application=${aboutId}`
  return kind === 'inquiry' ? `/owner?tab=messages&inquiry=${aboutId}` : `/admin?booking=${aboutId}`
}

/** The bookings as the admin area asks for them. A refusal leads back to its own login, not to that of players. */
function useAdminBookings(adminEmail: string) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [listAdminBookings.path, adminEmail],
    queryFn: ({ pageParam, signal }) =>
      fetchListPage(listAdminBookings, { query: { adminEmail, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
  return { ...query, items: data?.pages.flatMap((page) => page.items) }
}
