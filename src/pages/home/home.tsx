import { useMemo, useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { lazySection } from '#src/ui/lazy-section.tsx'
import type { OpenedOffer } from '../booking/choice.ts'
import { usePendingBooking } from '../booking/pending-booking.ts'
import { SiteFrame } from '../site-frame.tsx'
import { Hero } from './hero.tsx'
import { HomeActions } from './home-actions.ts'

const BookingDialog = lazyDialog(() => import('#src/pages/booking/booking-dialog.tsx'))
const DemoDialog = lazyDialog(() => import('./demo/demo-dialog.tsx'))

/** Everything below the first screen, in its order on the page. */
const sections = [
  lazySection('services', () => import('./services.tsx')),
  lazySection('demo-session', () => import('./demo-session.tsx')),
  lazySection('coaches', () => import('./coaches.tsx')),
  lazySection('pricing', () => import('./pricing.tsx')),
  lazySection('testimonials', () => import('./testimonials.tsx')),
  lazySection('stories', () => import('./stories.tsx')),
  lazySection('apply', () => import('./coach-banner.tsx')),
  lazySection('faq', () => import('./faq.tsx')),
  lazySection('contact', () => import('./contact.tsx')),
]

const content = (
  <>
    <Hero />
    {sections.map((Section, index) => (
      <Section key={index} />
    ))}
  </>
)

export const preload = () => Promise.all(sections.map((section) => section.preload()))

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
