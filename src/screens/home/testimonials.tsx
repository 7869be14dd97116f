import { Star } from 'lucide-react'
import { GamerAvatar } from '#src/features/coaches/web/gamer-avatar.tsx'
import { gameLabel } from '#src/shared/games.ts'
import { SideRow } from '#src/ui/lists/side-row.tsx'
import { Section } from './section.tsx'

const testimonials = [
  {
    name: 'BoostHungry',
    game: 'rocket-league',
    climb: 'Gold to Platinum',
    quote:
      'I thought my shots were the problem. My coach showed me in five minutes that I was never back in time. Fixed that, ranked up.',
  },
  {
    name: 'RampAndRun',
    game: 'fortnite',
    climb: 'Platinum to Diamond',
    quote:
      'One hour on piece control did more than a month of practice maps. I still use the drill before every match.',
  },
  {
    name: 'LateRotate',
    game: 'both',
    climb: 'Diamond in each',
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
      <SideRow
        aria-label="Reviews"
        className="max-sm:*:w-[84%] sm:grid sm:grid-cols-1 sm:gap-6 lg:grid-cols-3 lg:items-start"
      >
        {testimonials.map(({ name, game, climb, quote }, index) => (
          <figure key={name} className={`flex flex-col border-edge border-t-4 pt-4 sm:pt-6 ${drops[index]}`}>
            <Stars />
            <blockquote className="mt-3 mb-4 text-strong sm:mt-4 sm:mb-6 sm:text-lg">
              <p>{quote}</p>
            </blockquote>
            <figcaption className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="size-14 shrink-0 overflow-clip rounded-md [&>svg]:h-full">
                <GamerAvatar name={name} game={game} />
              </span>
              <span>
                <span className="display block text-base">{name}</span>
                <span className="text-sm">{`${gameLabel(game, 'Both games')}, ${climb}`}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </SideRow>
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
