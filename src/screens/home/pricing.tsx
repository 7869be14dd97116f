import { Check } from 'lucide-react'
import { useContext } from 'react'
import { anyCoachName, discountBadge, type Package, type PackageId, packages } from '#src/features/bookings/services.ts'
import { cx } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Card } from '#src/ui/controls/panel.tsx'
import { HomeActions } from './home-actions.ts'
import { Section } from './section.tsx'

const popular = 'package-pro'

const features: Record<PackageId, string[]> = {
  'package-starter': [
    'One-to-one with your coach',
    'Screen-share on Discord',
    'One replay or live match reviewed',
    'Three things to practise',
    'Chat with your coach',
  ],
  'package-pro': [
    'One-to-one with your coach',
    'Screen-share on Discord',
    'Two replays or live matches reviewed',
    'Drills built for your rank',
    'Practice plan for the week',
    'Chat with your coach',
  ],
  'package-elite': [
    'One-to-one with your coach',
    'Screen-share on Discord',
    'Full review of how you play',
    'Mechanics and game sense in one sitting',
    'Practice plan for the month',
    'Chat with your coach',
  ],
}

/** Each package starts a step higher than the one before; all stand on one line. */
const rises = ['lg:mt-16', 'lg:mt-8', '']

/** The three packages. */
export default function Pricing() {
  return (
    <Section
      id="pricing"
      title="Pick your step"
      className="bg-panel"
      lead="One session, one price, no subscription. What you see here is what you pay."
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-3">
        {packages.map((offer, index) => (
          <PackageCard key={offer.id} offer={offer} className={rises[index] ?? ''} />
        ))}
      </div>
    </Section>
  )
}

function PackageCard({ offer, className }: { offer: Package; className: string }) {
  const { book: open } = useContext(HomeActions)
  const id = offer.id as PackageId
  const isPopular = id === popular
  const book = () =>
    open({ coach: null, coachName: anyCoachName, title: `${offer.title} Session`, game: 'fortnite', packageId: id })
  return (
    <Card
      className={cx(
        'relative flex flex-col border-t-4 bg-ink p-6 sm:p-8',
        isPopular ? 'border-t-signal' : 'border-t-edge',
        className,
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="display text-xl">{offer.title}</h3>
        {isPopular && <Badge tone="signal">MOST POPULAR</Badge>}
      </div>
      <p className="figures mt-6 flex flex-wrap items-end gap-x-3 gap-y-1">
        <span className="display text-2xl">{dollars(offer.price)}</span>
        <span className="text-faint text-lg">
          <span className="sr-only">instead of </span>
          <s>{dollars(offer.regularPrice)}</s>
        </span>
        <Badge tone="good" className="mb-1 ml-auto">
          {discountBadge(offer)}
        </Badge>
      </p>
      <p className="figures mt-2 text-strong">{hours(offer.minutes)}</p>
      <ul className="mt-6 mb-8 grid gap-3 border-line border-t pt-6">
        {features[id].map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-signal" strokeWidth={3} />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={isPopular ? 'primary' : 'secondary'}
        className="mt-auto w-full"
        aria-label={`Book Now: ${offer.title}`}
        onClick={book}
      >
        Book Now
      </Button>
    </Card>
  )
}

function dollars(cents: number): string {
  return `$${cents / 100}`
}

function hours(minutes: number): string {
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}
