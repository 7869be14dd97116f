import { useMemo, useState } from 'react'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { keepPendingBooking, usePendingBooking } from '#src/features/checkout/web/pending-booking.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import CoachBanner from './coach-banner.tsx'
import Coaches from './coaches.tsx'
import Contact from './contact.tsx'
import DemoSession from './demo-session.tsx'
import Faq from './faq.tsx'
import Stories from './featured-stories.tsx'
import { Hero } from './hero.tsx'
import { HomeActions } from './home-actions.ts'
import Pricing from './pricing.tsx'
import Services from './services.tsx'
import Testimonials from './testimonials.tsx'

const BookingDialog = lazyDialog(
  () => import('#src/features/checkout/web/booking-dialog.tsx'),
  ({ offer }) => keepPendingBooking(offer),
)
const DemoDialog = lazyDialog(() => import('./demo/demo-dialog.tsx'))

/** A constant, so that opening a dialog draws none of it anew. */
const content = (
  <>
    <Hero />
    <Services />
    <DemoSession />
    <Coaches />
    <Pricing />
    <Testimonials />
    <Stories />
    <CoachBanner />
    <Faq />
    <Contact />
  </>
)

/** The landing page. */
export default function Home() {
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  const [showsDemo, setShowsDemo] = useState(false)
  const actions = useMemo(() => ({ book: setOffer, showDemo: () => setShowsDemo(true) }), [])
  usePendingBooking(setOffer)
  return (
    <SiteFrame>
      <HomeActions value={actions}>{content}</HomeActions>
      {offer && <BookingDialog offer={offer} onClose={() => setOffer(null)} />}
      {showsDemo && <DemoDialog onClose={() => setShowsDemo(false)} />}
    </SiteFrame>
  )
}
