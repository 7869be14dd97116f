import { ArrowLeft, MessagesSquare, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { PersonLink } from '#src/features/accounts/web/person-link.tsx'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import type { useBookings } from '#src/features/bookings/web/staff/bookings-query.ts'
import { useBooking } from '#src/features/bookings/web/staff/use-found.ts'
import type { Contact } from '#src/features/contacts/contract.ts'
import type { Conversation } from '#src/features/messages/conversations-contract.ts'
import { ConversationBar } from '#src/features/messages/web/staff/conversation-bar.tsx'
import { ConversationList, recentId } from '#src/features/messages/web/staff/conversation-list.tsx'
import { showDateIn } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { GrowingList } from '#src/ui/lists/growing-list.tsx'
import { InquiryPane } from './inquiry-pane.tsx'
import { StaffThread } from './staff-thread.tsx'

type MessagesTabProps = {
  ownerId: string
  query: ReturnType<typeof useBookings>
  /** The inquiries that are loaded. */
  contacts: Contact[] | undefined
  /** Called when an inquiry was answered, or marked so. */
  onContactChanged(): Promise<unknown>
}

/**
 * The team's conversations and recent bookings at the left, the thread of the chosen one at the right; on phones one after
 * the other. What is open stands in the address: `?booking=` or `?inquiry=`.
 */
export function MessagesTab({ ownerId, query, contacts, onContactChanged }: MessagesTabProps) {
  const search = useSearch()
  const bookingId = search.get('booking')
  const inquiryId = bookingId ? null : search.get('inquiry')
  const openId = bookingId ?? inquiryId
  const pane = useRef<HTMLDivElement>(null)
  // Whoever opens a conversation, here or from another room, goes on in it with the keyboard.
  useEffect(() => {
    if (openId) pane.current?.focus({ preventScroll: true })
  }, [openId])
  return (
    <div className="grid gap-6 lg:h-[max(32rem,calc(100vh-22rem))] lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className={cx('min-h-0 lg:overflow-y-auto lg:pr-2', openId && 'max-lg:hidden')}>
        <ConversationList staffId={ownerId} openId={openId} pathOf={pathOf}>
          <h2 id={recentId} className="display mb-3 text-lg">
            Recent bookings
          </h2>
          <GrowingList
            label="Recent bookings"
            list={{ ...query, items: query.bookings }}
            empty={
              <EmptyState icon={MessagesSquare} title="No Bookings Yet">
                Each booking brings a thread with its player.
              </EmptyState>
            }
          >
            {(booking) => <Entry key={booking.id} booking={booking} isChosen={booking.id === bookingId} />}
          </GrowingList>
        </ConversationList>
      </div>
      <div ref={pane} tabIndex={-1} className="grid min-h-0 outline-none">
        {inquiryId ? (
          <InquiryPane
            key={inquiryId}
            ownerId={ownerId}
            inquiryId={inquiryId}
            contact={contacts?.find(({ id }) => id === inquiryId)}
            onChanged={onContactChanged}
            back={<Back />}
          />
        ) : (
          <BookingPane ownerId={ownerId} bookingId={bookingId} listed={query.bookings} />
        )}
      </div>
    </div>
  )
}

type BookingPaneProps = { ownerId: string; bookingId: string | null; listed: Booking[] | undefined }

/** The thread of a booking, or a word on what to choose. */
function BookingPane({ ownerId, bookingId, listed }: BookingPaneProps) {
  const { item: chosen, isMissing, failed } = useBooking(ownerId, bookingId, listed)
  const zone = useRoomZone()
  return (
    <section
      aria-label={chosen ? `Messages with ${chosen.customerName}` : 'Messages'}
      className={cx('min-h-0 rounded-lg bg-panel', !bookingId && 'max-lg:hidden')}
    >
      {bookingId ? (
        <div className="flex h-full flex-col overflow-y-auto max-lg:h-[max(24rem,calc(100dvh-7rem-var(--room-bar,0px)))]">
          <header className="flex items-center gap-3 border-line border-b p-4">
            <Back />
            {chosen && (
              <div className="min-w-0">
                <h2 className="display truncate text-lg">
                  <PersonLink userId={chosen.playerId} name={chosen.customerName} />
                </h2>
                <p className="figures truncate text-sm">{about(chosen, zone)}</p>
              </div>
            )}
          </header>
          {isMissing && (
            <EmptyState icon={SearchX} title="Booking not found" className="m-4 flex-1 justify-center">
              This link no longer works. Choose another one from the list.
            </EmptyState>
          )}
          {failed && <LoadFailed title="The booking could not be loaded" className="m-4" {...failed} />}
          {chosen && (
            <>
              <ConversationBar staffId={ownerId} aboutId={bookingId} />
              <StaffThread bookingId={bookingId} className="min-h-72 flex-1" />
            </>
          )}
        </div>
      ) : (
        <EmptyState icon={MessagesSquare} title="Choose a conversation" className="h-full justify-center">
          Or a booking: its messages appear here.
        </EmptyState>
      )}
    </section>
  )
}

function Back(): ReactNode {
  return (
    <AppLink
      to="/owner?tab=messages"
      aria-label="All messages"
      className="grid size-11 shrink-0 place-items-center rounded-md text-strong hover:bg-raised lg:hidden"
    >
      <ArrowLeft aria-hidden className="size-5" />
    </AppLink>
  )
}

function Entry({ booking, isChosen }: { booking: Booking; isChosen: boolean }) {
  const zone = useRoomZone()
  const [, navigate] = useLocation()
  return (
    <li className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={() => navigate(`/owner?tab=messages&booking=${booking.id}`)}
        className="w-full rounded-md px-4 py-3 text-left outline-offset-[-3px] transition-colors hover:bg-raised aria-[current]:bg-raised"
      >
        <span className="block truncate font-semibold text-strong">{booking.customerName}</span>
        <span className="figures block truncate text-sm">{about(booking, zone)}</span>
      </button>
    </li>
  )
}

function about({ serviceName, coachName, startsAt }: Booking, zone: string): string {
  return `${startsAt ? showDateIn(startsAt, zone) : 'No date yet'}, ${serviceName}, ${coachName}`
}

/** Applications are read where they are decided. */
function pathOf({ kind, aboutId }: Conversation): string {
  if (kind === 'application') return `/admin-sms?application=${aboutId}`
  return `/owner?tab=messages&${kind}=${aboutId}`
}
