import { Star } from 'lucide-react'
import { GamerAvatar } from '#src/features/coaches/web/gamer-avatar.tsx'
import { Section } from './section.tsx'

const testimonials = [
  {
    name: 'BoostHungry',
    role: 'Rocket League, Gold to Platinum',
    game: 'rocket-league',
    quote:
      'I thought my shots were the problem. My coach showed me in five minutes that I was never back in time. Fixed that, ranked up.',
  },
  {
    name: 'RampAndRun',
    role: 'Fortnite, Platinum to Diamond',
    game: 'fortnite',
    quote:
      'One hour on piece control did more than a month of practice maps. I still use the drill before every match.',
  },
  {
    name: 'LateRotate',
    role: 'Both games, Diamond in each',
    game: 'both',
    quote: 'Calm, precise, no shouting. I left with three things on a list and knew which one to start with.',
  },
] as const

/** Each review stands a step lower than the one before: read from the top of the ladder down. */
const drops = ['', 'lg:mt-8', 'lg:mt-16']

/** What players say. */
export default function Testimonials() {
  return (
    <Section
      id="testimonials"
      title="Players who climbed"
      lead="They came with the same question as you: why am I stuck here?"
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-3 lg:items-start">
        {testimonials.map(({ name, role, game, quote }, index) => (
          <figure key={name} className={`flex flex-col border-edge border-t-4 pt-6 ${drops[index]}`}>
            <Stars />
            <blockquote className="mt-4 text-lg text-strong">
              <p>{quote}</p>
            </blockquote>
            <figcaption className="mt-6 flex items-center gap-4">
              <span className="flex size-14 shrink-0 justify-center overflow-clip rounded-md [&>svg]:h-full [&>svg]:w-auto [&>svg]:max-w-none [&>svg]:shrink-0">
                <GamerAvatar name={name} game={game} />
              </span>
              <span>
                <span className="display block text-base">{name}</span>
                <span className="text-sm">{role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}

function Stars() {
  return (
    <p className="flex gap-1 text-signal">
      <span className="sr-only">5 out of 5 stars</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} aria-hidden className="size-5 fill-current" />
      ))}
    </p>
  )
}
