import { Check } from 'lucide-react'
import { useContext } from 'react'
import {
  comparedWith,
  discountBadge,
  inDollars,
  type Package,
  type PackageId,
  packages,
  services,
  teamOffer,
} from '#src/features/bookings/services.ts'
import { anyOffer, packageOffer } from '#src/features/checkout/web/package-offer.ts'
import { cx } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Card } from '#src/ui/controls/panel.tsx'
import { SideRow } from '#src/ui/lists/side-row.tsx'
import { HomeActions } from './home-actions.ts'
import { Section } from './section.tsx'

const popular = 'package-pro'

const [yourCoach, onDiscord, chat] = [
  'The coach you choose, one-to-one',
  'On Discord, your screen shared',
  'Chat with your coach before you meet',
]

const features: Record<PackageId, string[]> = {
  'package-starter': [yourCoach, onDiscord, 'One replay or match, together', 'Three things to practise', chat],
  'package-pro': [
    yourCoach,
    onDiscord,
    'Two replays or matches, together',
    'Drills built for your rank',
    'A plan for the week, made live',
    chat,
  ],
  'package-elite': [
    yourCoach,
    onDiscord,
    'Everything that holds you back, found live',
    'Mechanics and game sense in one sitting',
    'A plan for the month, made live',
    chat,
  ],
}

/** `'$29, $49 or $79'` */
const prepared = services
  .filter(({ owed }) => owed)
  .map(({ price }) => inDollars(price))
  .join(', ')
  .replace(/, ([^,]+)$/, ' or $1')

/** Each package starts a step higher than the one before; all stand on one line. */
const rises = ['lg:mt-16', 'lg:mt-8', '']

/** The three packages, and what else there is. */
export default function Pricing() {
  const { book: open } = useContext(HomeActions)
  return (
    <Section
      id="pricing"
      title="Pick your step"
      className="bg-panel"
      lead="One session, one price, no subscription. What you see here is what you pay."
    >
      <SideRow aria-label="Packages" className="max-sm:*:w-[84%] sm:grid sm:grid-cols-1 sm:gap-6 lg:grid-cols-3">
        {packages.map((offer, index) => (
          <PackageCard key={offer.id} offer={offer} className={rises[index] ?? ''} />
        ))}
      </SideRow>
      <div className="mt-6 max-w-prose sm:mt-10 sm:text-lg lg:mt-14">
        <p>
          Want your coach at work before and after, too? In a 1-on-1 Session your coach watches your replays before you
          meet and writes down what to do next: {prepared}. Playing as a team: {inDollars(teamOffer.price)} a seat.
        </p>
        <Button variant="secondary" className="mt-5" onClick={() => open(anyOffer)}>
          Compare all seven
        </Button>
        <p className="mt-5">First session not right? 100% satisfaction guarantee: a refund or a different coach.</p>
      </div>
    </Section>
  )
}

function PackageCard({ offer, className }: { offer: Package; className: string }) {
  const { book: open } = useContext(HomeActions)
  const isPopular = offer.id === popular
  const regular = comparedWith(offer)
  return (
    <Card
      className={cx(
        'relative flex flex-col border-t-4 bg-ink p-5 sm:p-8',
        isPopular ? 'border-t-signal' : 'border-t-edge',
        className,
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="display text-xl">{offer.title}</h3>
        {isPopular && <Badge tone="signal">MOST POPULAR</Badge>}
      </div>
      <p className="figures mt-3 flex flex-wrap items-end sm:mt-6 gap-x-3 gap-y-1">
        <span className="display text-2xl">{inDollars(offer.price)}</span>
        <span className="text-faint text-lg">
          <span className="sr-only">compared with </span>
          <s>{inDollars(offer.regularPrice)}</s>
        </span>
        <Badge tone="good" className="mb-1 ml-auto">
          {discountBadge(offer)}
        </Badge>
      </p>
      <p className="figures mt-2 text-strong">{hours(offer.minutes)}</p>
      <p className="mt-3 text-sm">
        Compared with our {regular.name} ({inDollars(regular.price)}): same length, with preparation and notes.
      </p>
      <ul className="mt-4 mb-5 grid gap-2 border-line border-t pt-4 sm:mt-6 sm:mb-8 sm:gap-3 sm:pt-6">
        {features[offer.id].map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-signal" strokeWidth={3} />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={isPopular ? 'primary' : 'secondary'}
        data-books=""
        className="mt-auto w-full"
        aria-label={`Book Now: ${offer.title}`}
        onClick={() => open(packageOffer(offer))}
      >
        Book Now
      </Button>
    </Card>
  )
}

function hours(minutes: number): string {
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}
