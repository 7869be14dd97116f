import { lazy, Suspense, useState } from 'react'
import { usePendingBooking } from '../booking/pending-booking.ts'
import { SiteFrame } from '../site-frame.tsx'
import { Coaches } from './coaches.tsx'
import { Contact } from './contact.tsx'
import { DemoSession } from './demo-session.tsx'
import { Hero } from './hero.tsx'
import type { Offer } from './offer.ts'
import { Pricing } from './pricing.tsx'
import { Services } from './services.tsx'

const BookingDialog = lazy(() => import('#src/pages/booking/booking-dialog.tsx'))

/** The landing page. */
export default function Home() {
  const [offer, setOffer] = useState<Offer | null>(null)
  usePendingBooking(setOffer)
  return (
    <SiteFrame>
      <Hero />
      <Services />
      <DemoSession />
      <Coaches onBook={setOffer} />
      <Pricing onBook={setOffer} />
      <Contact />
      {offer && (
        <Suspense>
          <BookingDialog offer={offer} onClose={() => setOffer(null)} />
        </Suspense>
      )}
    </SiteFrame>
  )
}
