import { useMemo, useState } from 'react'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { BookingDialog, useEarlyBookingDialog } from '#src/features/checkout/web/lazy-booking-dialog.ts'
import { usePendingBooking } from '#src/features/checkout/web/pending-booking.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { laterPart } from '#src/ui/loading/later-part.tsx'
import { Hero, RankLadder } from './hero/hero.tsx'
import { HomeActions } from './home-actions.ts'

const DemoDialog = lazyDialog(() => import('./demo/demo-dialog.tsx'))
const Rest = laterPart(() => import('./rest.tsx'))

export const preload = () => Promise.all([Rest.preload(), RankLadder.preload()])

/** A constant, so that opening a dialog redraws none of it. */
const content = (
  <>
    <Hero />
    <Rest />
  </>
)

/** The landing page. */
export default function Home() {
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  const [showsDemo, setShowsDemo] = useState(false)
  const actions = useMemo(() => ({ book: setOffer, showDemo: () => setShowsDemo(true) }), [])
  usePendingBooking(setOffer)
  useEarlyBookingDialog()
  return (
    <SiteFrame>
      <HomeActions value={actions}>{content}</HomeActions>
      {offer && <BookingDialog offer={offer} onClose={() => setOffer(null)} />}
      {showsDemo && <DemoDialog onClose={() => setShowsDemo(false)} />}
    </SiteFrame>
  )
}
