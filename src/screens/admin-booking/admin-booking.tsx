import { useRequireAdmin } from '#src/features/accounts/web/require-admin.ts'
import { AdminRefusal } from '#src/shell/admin-refusal.tsx'
import { RoomClock } from '#src/shell/room-clock.tsx'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { FreeBookingForm } from './free-booking-form.tsx'

/** Where admins give a session away. */
export default function AdminBooking() {
  const { isRefused } = useRequireAdmin()
  if (isRefused) return <AdminRefusal />
  return (
    <StaffFrame>
      <div className="wrap py-8 lg:py-12">
        <h1 className="display flex flex-wrap items-center gap-3 text-xl">
          Create Free Booking <Badge tone="signal">Admin Only</Badge>
        </h1>
        <RoomClock />
        <p className="mt-2 max-w-prose">
          A session as a gift, in any free hour of the next 14 days. The customer receives an e-mail with the invite.
        </p>
        <FreeBookingForm />
      </div>
    </StaffFrame>
  )
}
