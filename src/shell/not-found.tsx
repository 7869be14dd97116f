import { ArrowRight } from 'lucide-react'
import { priceFrom } from '#src/features/bookings/services.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { SiteFrame } from './site-frame.tsx'

/** Where people who took a wrong turn mostly wanted to go, from the top rung down. */
const rungs = [
  { to: '/#coaches', title: 'Coaches', text: 'Who coaches, at which rank, and when they are free.' },
  { to: '/#pricing', title: 'Pricing', text: `Seven offers, ${priceFrom()}.` },
  { to: '/#contact-form', title: 'Contact', text: 'Ask us. We answer within 24 hours.' },
]

/** Any path that is no page. */
export default function NotFound() {
  return (
    <SiteFrame>
      <div className="wrap grid gap-12 py-16 lg:grid-cols-2 lg:items-center lg:gap-20 lg:py-28">
        <div className="flex flex-col items-start gap-6">
          <p className="display figures text-3xl text-faint!">404</p>
          <h1 className="display text-2xl">Page Not Found</h1>
          <p className="max-w-prose text-lg">This rung is missing. The ladder goes on from one of these.</p>
          <ButtonLink to="/">Back to Home</ButtonLink>
        </div>
        <ul className="grid">
          {rungs.map(({ to, title, text }) => (
            <li key={to} className="border-edge border-t-4 last:border-b-4">
              <AppLink
                to={to}
                className="group flex items-center justify-between gap-4 px-4 py-5 transition-colors hover:bg-panel"
              >
                <span>
                  <span className="display block text-lg group-hover:text-signal">{title}</span>
                  <span className="mt-1 block">{text}</span>
                </span>
                <ArrowRight aria-hidden className="size-6 shrink-0 text-signal" />
              </AppLink>
            </li>
          ))}
        </ul>
      </div>
    </SiteFrame>
  )
}
