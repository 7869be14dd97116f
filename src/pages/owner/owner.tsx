import { Crown, Lock } from 'lucide-react'
import { useRequireLogin } from '#src/accounts/web/session.ts'
import { BookingsPanel } from '#src/bookings/web/bookings-panel.tsx'
import { useBookings } from '#src/bookings/web/bookings-query.ts'
import { PaymentProblems } from '#src/payments/web/money-problems.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { HttpError } from '#src/ui/call-api.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { SiteFrame } from '../site-frame.tsx'
import { DeadJobs } from './dead-jobs.tsx'
import { MoneyTab } from './money-tab.tsx'
import { useOpenClaims } from './open-claims.ts'
import { ToSchedule } from './to-schedule.tsx'

/** The owner's dashboard. Whether somebody may see a tab is what the server says when asked for its content. */
export default function Owner() {
  const user = useRequireLogin()
  const bookings = useBookings(user?.id)
  const claims = useOpenClaims(user?.isOwner ? user.id : undefined)
  const { error } = bookings

  const isStaff = user?.isOwner || user?.isAdmin
  const isRefused = error instanceof HttpError && error.status === 403
  if (user && !isStaff && isRefused) return <AccessDenied />

  const tabs = [
    {
      value: 'bookings',
      label: 'Admin Bookings',
      count: bookings.total,
      content: (
        <>
          <ToSchedule bookings={bookings.bookings ?? []} onChanged={bookings.refetch} />
          <BookingsPanel query={bookings} />
        </>
      ),
    },
    ...(user?.isOwner
      ? [
          {
            value: 'money',
            label: 'Money',
            count: claims.data?.length || undefined,
            content: <MoneyTab userId={user.id} claims={claims} onBooked={bookings.refetch} />,
          },
        ]
      : []),
  ]
  return (
    <SiteFrame>
      <div className="wrap py-8 lg:py-12">
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
        {user?.isOwner && <PaymentProblems userId={user.id} className="mt-6" />}
        {user?.isOwner && <DeadJobs userId={user.id} className="mt-6" />}
        <Tabs label="Dashboard" tabs={tabs} className="mt-6" />
      </div>
    </SiteFrame>
  )
}

function AccessDenied() {
  return (
    <SiteFrame>
      <div className="wrap flex flex-col items-center gap-4 py-24 text-center">
        <Lock aria-hidden className="size-10 text-faint" />
        <h1 className="display text-2xl">Access Denied</h1>
        <p className="max-w-prose text-lg">You need owner privileges to access this dashboard.</p>
        <ButtonLink to="/" variant="secondary">
          Back to homepage
        </ButtonLink>
      </div>
    </SiteFrame>
  )
}
