import { Badge } from '#src/ui/badge.tsx'
import { AdminRefusal } from '../admin/admin-refusal.tsx'
import { useRequireAdmin } from '../admin/require-admin.ts'
import { SiteFrame } from '../site-frame.tsx'
import { FreeBookingForm } from './free-booking-form.tsx'

/** Where admins give a session away. */
export default function AdminBooking() {
  const { isRefused } = useRequireAdmin()
  if (isRefused) return <AdminRefusal />
  return (
    <SiteFrame>
      <div className="wrap py-8 lg:py-12">
        <h1 className="display flex flex-wrap items-center gap-3 text-xl">
          Create Free Booking <Badge tone="signal">Admin Only</Badge>
        </h1>
        <p className="mt-2 max-w-prose">
          A session as a gift, in any free hour of the next 14 days. The customer gets a mail with the invite.
        </p>
        <FreeBookingForm />
      </div>
    </SiteFrame>
  )
}
