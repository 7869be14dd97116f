import { ClipboardCheck, Mail, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { ReviewedApplication } from '#src/features/applications/contract.ts'
import { StatusBadge } from '#src/features/applications/web/status-badge.tsx'
import type { Booking } from '#src/features/bookings/contract.ts'
import { BookingEntry } from '#src/features/bookings/web/staff/booking-entry.tsx'
import { gameLabel } from '#src/shared/games.ts'
import { isNotTextable } from '#src/shared/phone.ts'
import { showDay } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { PhoneNote } from '#src/ui/feedback/phone-note.tsx'

/** What the right side can show of somebody. */
export type Mode = 'message' | 'sms' | 'review'

type CardProps = { isChosen: boolean; onOpen(mode: Mode): void }

/** A booking with the ways to reach its customer; both need a phone on file. */
export function BookingCard({ booking, isChosen, onOpen }: CardProps & { booking: Booking }) {
  const { customerName, customerPhone } = booking
  return (
    <Card isChosen={isChosen}>
      <BookingEntry booking={booking} />
      <p className="figures text-sm [overflow-wrap:anywhere]">
        {customerPhone ?? <span className="text-faint">No phone provided</span>}
        <PhoneNote phone={customerPhone} />
      </p>
      <Contact name={customerName} phone={customerPhone} onOpen={onOpen} />
    </Card>
  )
}

/** An application with its review, and the ways to reach the applicant when they left a phone. */
export function ApplicationCard({ application, isChosen, onOpen }: CardProps & { application: ReviewedApplication }) {
  const zone = useRoomZone()
  const { applicantName, applicantPhone, gameExpertise, currentRank, status, createdAt } = application
  return (
    <Card isChosen={isChosen}>
      <p className="flex items-start justify-between gap-3">
        <span className="min-w-0 truncate font-semibold text-strong">{applicantName}</span>
        <StatusBadge status={status} />
      </p>
      <p className="truncate text-sm">
        {gameLabel(gameExpertise)}, {currentRank}
      </p>
      <p className="figures text-sm">Applied {showDay(createdAt, zone)}</p>
      <PhoneNote phone={applicantPhone} />
      <Contact name={applicantName} phone={applicantPhone} hidden={!applicantPhone} onOpen={onOpen}>
        <Button size="sm" aria-label={`Review ${applicantName}`} onClick={() => onOpen('review')}>
          <ClipboardCheck aria-hidden className="size-4" /> Review
        </Button>
      </Contact>
    </Card>
  )
}

function Card({ isChosen, children }: { isChosen: boolean; children: ReactNode }) {
  return (
    <li
      aria-current={isChosen || undefined}
      className="mb-3 rounded-lg border border-line bg-panel p-4 [contain-intrinsic-size:auto_10rem] [content-visibility:auto] aria-[current]:border-signal"
    >
      {children}
    </li>
  )
}

type ContactProps = {
  name: string
  phone: string | null
  hidden?: boolean
  onOpen(mode: Mode): void
  children?: ReactNode
}

function Contact({ name, phone, hidden, onOpen, children }: ContactProps) {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {children}
      {!hidden && (
        <>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Message ${name}`}
            disabled={!phone}
            onClick={() => onOpen('message')}
          >
            <Mail aria-hidden className="size-4" /> Message
          </Button>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`SMS ${name}`}
            disabled={!phone || isNotTextable(phone)}
            onClick={() => onOpen('sms')}
          >
            <Smartphone aria-hidden className="size-4" /> SMS
          </Button>
        </>
      )}
    </div>
  )
}
