import { Check } from 'lucide-react'
import type { ComponentType } from 'react'
import { games, gameWords, type PlayedGame, playedGames } from '#src/shared/games.ts'
import { ButtonAnchor } from '#src/ui/controls/button.tsx'
import { Card } from '#src/ui/controls/panel.tsx'
import { SideRow } from '#src/ui/lists/side-row.tsx'
import { Ball, BuildGrid, Car } from './game-art.tsx'
import { Section } from './section.tsx'
import { wantGame } from './wanted-game.ts'

const { colours: rl } = games['rocket-league']
const { colours: fn } = games.fortnite

/** What is taught in each game. */
export default function Services() {
  return (
    <Section
      id="services"
      title={`${gameWords.count} games, one way up`}
      lead="Your coach watches how you play, finds what holds you at your rank, and trains that."
    >
      <SideRow aria-label="Games" className="max-sm:*:w-[84%] sm:grid sm:grid-cols-1 sm:gap-6 lg:grid-cols-2">
        {playedGames.map((game) => (
          <ServiceCard key={game} game={game} />
        ))}
      </SideRow>
    </Section>
  )
}

type Taught = { Art: ComponentType; points: string[]; action: string }

const taught = {
  'rocket-league': {
    Art: RocketLeagueArt,
    points: [
      'Advanced aerial mechanics',
      'Rotation and positioning strategy',
      '1v1, 2v2 and 3v3 training',
      'Competitive mindset',
    ],
    action: 'Start RL Coaching',
  },
  fortnite: {
    Art: FortniteArt,
    points: [
      'Advanced building techniques',
      'Combat and positioning strategy',
      'End-game optimisation',
      'Solo, duo and squad strategies',
    ],
    action: 'Start Fortnite Coaching',
  },
} satisfies Record<PlayedGame, Taught>

function ServiceCard({ game }: { game: PlayedGame }) {
  const { label, colours } = games[game]
  const { Art, points, action } = taught[game]
  return (
    <Card id={game} className="flex flex-col overflow-clip">
      <Art />
      <div className="flex flex-1 flex-col p-3 sm:p-8">
        <h3 className="display text-lg sm:text-xl">{label}</h3>
        <ul className="mt-1.5 mb-3 grid gap-0.5 text-strong max-sm:text-sm sm:mt-5 sm:mb-8 sm:gap-3">
          {points.map((point) => (
            <li key={point} className="flex items-start gap-3">
              <Check aria-hidden className="mt-[0.2em] size-4 shrink-0" color={colours.text} strokeWidth={3} />
              {point}
            </li>
          ))}
        </ul>
        <ButtonAnchor href="#contact" variant="secondary" className="mt-auto self-start" onClick={() => wantGame(game)}>
          {action}
        </ButtonAnchor>
      </div>
    </Card>
  )
}

/** A shot on its way over the pitch. */
function RocketLeagueArt() {
  return (
    <svg
      viewBox="0 0 600 240"
      aria-hidden="true"
      className="block w-full max-sm:h-14"
      preserveAspectRatio="xMidYMid slice"
      style={{ background: rl.deep }}
    >
      <g fill="none" stroke={rl.main} strokeWidth="3" opacity="0.55">
        <path d="M0 206H600M300 206V0" />
        <path d="M192 206a108 108 0 0 1 216 0" />
      </g>
      <path
        d="M20 232C150 222 330 170 446 92"
        fill="none"
        stroke={rl.main}
        strokeWidth="3"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
      <g transform="translate(250 158) rotate(-24) scale(.72)">
        <Car />
      </g>
      <g transform="translate(494 70)">
        <Ball radius={52} />
      </g>
    </svg>
  )
}

/** Ramps and walls climbing to the right. */
function FortniteArt() {
  return (
    <svg
      viewBox="0 0 600 240"
      aria-hidden="true"
      className="block w-full max-sm:h-14"
      preserveAspectRatio="xMidYMid slice"
      style={{ background: fn.deep }}
    >
      <BuildGrid x={0} y={0} columns={10} rows={4} size={60} />
      <g fill={fn.main}>
        <path d="M120 240 240 120V240Z" />
        <path d="M240 120H300V240H240Z" opacity="0.55" />
        <path d="M300 180 480 0V180Z" />
        <path d="M480 0H600V180H480Z" opacity="0.55" />
      </g>
      <g fill="none" stroke={fn.deep} strokeWidth="4">
        <path d="M180 240V180H240M180 240l60-60M360 180V120H480M420 180V60H480M360 180l120-120M420 180l60-60" />
      </g>
      <path d="M114 240 240 114H300M294 180 480-6" fill="none" stroke="var(--color-strong)" strokeWidth="6" />
    </svg>
  )
}
