import { useContext } from 'react'
import { games } from '#src/shared/games.ts'
import { Button, ButtonAnchor } from '#src/ui/controls/button.tsx'
import { laterPart } from '#src/ui/loading/later-part.tsx'
import { HomeActions } from '../home-actions.ts'
import { wantGame } from '../wanted-game.ts'
import { HeroNews } from './hero-news.tsx'

/** Decoration: in the server's HTML at once, its code comes with the rest of the page. */
export const RankLadder = laterPart(async () => ({ default: (await import('../rest.tsx')).RankLadder }))

/** The three claims, each on a step of the ladder that goes on climbing in the picture. `height` is the step's. */
const claims = [
  {
    rank: 'Bronze',
    figure: '500+',
    label: 'students trained',
    height: 'lg:h-[max(10.5rem,calc(var(--u)*10.8))]',
    step: 'bg-panel',
  },
  {
    rank: 'Silver',
    figure: '95%',
    label: 'rank improvement',
    height: 'lg:h-[max(12.5rem,calc(var(--u)*13.4))]',
    step: 'bg-[#171d27]',
  },
  {
    rank: 'Gold',
    figure: '24/7',
    label: 'support',
    height: 'lg:h-[max(14.5rem,calc(var(--u)*16.8))]',
    step: 'bg-raised',
  },
]

/** On a phone both buttons have room in one row. */
const compact = 'max-sm:grow max-sm:px-2.5! max-sm:text-sm'

/**
 * The first screen: the promise, the way in, and a ladder over the whole width. Its lower steps carry the claims, its
 * upper ones are the picture. `--u` is the ladder's unit: both halves grow with the window up to a limit.
 */
export function Hero() {
  const { showDemo } = useContext(HomeActions)
  return (
    <section
      id="home"
      aria-labelledby="home-title"
      className="relative flex flex-col overflow-clip [--u:min(1vw,17px)] lg:min-h-[max(42rem,calc(var(--u)*55))]"
    >
      <div className="wrap relative z-10 pt-4 pb-2 sm:pt-12 sm:pb-10 lg:pt-[calc(var(--u)*4.4)]">
        <p className="tag mb-2 flex sm:mb-5 flex-wrap gap-x-3 gap-y-1 sm:gap-x-5">
          {Object.values(games).map(({ label, colours }) => (
            <span key={label} style={{ color: colours.text }}>
              {label}
            </span>
          ))}
          <span>One-to-one coaching</span>
        </p>
        <h1 id="home-title" className="display text-3xl">
          <span className="block">Level Up</span> <span className="block">Your Game</span>
        </h1>
        <HeroNews />
        <div className="mt-3 flex flex-wrap gap-2 sm:mt-7 sm:gap-3">
          <ButtonAnchor href="#contact" size="lg" className={compact} onClick={() => wantGame(null)}>
            Start Coaching Now
          </ButtonAnchor>
          <Button size="lg" variant="secondary" className={`bg-ink ${compact}`} onClick={showDemo}>
            View Demo Session
          </Button>
        </div>
      </div>
      <RankLadder />
      <dl className="relative grid items-end min-[19rem]:grid-cols-3 lg:mr-[calc(var(--u)*50)] lg:mt-auto">
        {claims.map(({ rank, figure, label, height, step }, index) => (
          <div
            key={rank}
            className={`${step} ${height} relative flex flex-col justify-end px-3 pt-3 pb-3 sm:px-6 sm:pt-5 sm:pb-5 lg:justify-start`}
          >
            <Tread index={index} />
            <dd className="display figures whitespace-nowrap text-xl sm:text-2xl lg:text-xl xl:text-2xl">{figure}</dd>
            <dt className="mt-1 text-sm sm:text-base">{label}</dt>
            <span aria-hidden="true" className="tag mt-auto hidden text-faint lg:block">
              {rank}
            </span>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The edge of a step, lit when the climb has come to it. */
function Tread({ index }: { index: number }) {
  return (
    <span
      aria-hidden="true"
      className="tread absolute inset-x-0 top-0 h-1 bg-signal"
      style={{ animationDelay: `${300 + index * 170}ms` }}
    />
  )
}
