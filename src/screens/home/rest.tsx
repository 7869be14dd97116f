import CoachBanner from './coach-banner.tsx'
import Coaches from './coaches.tsx'
import Contact from './contact/contact.tsx'
import DemoSession from './demo-session.tsx'
import Faq from './faq.tsx'
import Stories from './featured-stories.tsx'
import Pricing from './pricing.tsx'
import Services from './services.tsx'
import Testimonials from './testimonials.tsx'

export { RankLadder } from './hero/rank-ladder.tsx'

/** The landing page below its first screen. */
export default function Rest() {
  return (
    <>
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
}
