import { games } from '#src/shared/games.ts'
import { Ball, BuildGrid, Car } from '../game-art.tsx'

const { colours: rl, ladder } = games['rocket-league']
const { colours: fn, ladder: upper } = games.fortnite

/** The upper steps: a car flies to the ball over Rocket League's blue, a build rises on Fortnite's violet. */
const steps = [
  { rank: ladder[3], x: 0, top: 440, fill: rl.deep, text: rl.text },
  { rank: ladder[4], x: 240, top: 310, fill: '#222a37', text: 'var(--color-soft)' },
  { rank: upper[6], x: 480, top: 150, fill: fn.deep, text: fn.text },
]

const bottom = 780

/** The picture of the hero; decoration. */
export function RankLadder() {
  return (
    <svg
      viewBox="0 0 720 780"
      // On a phone the claims below cover the steps' lower part.
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      className="block w-full max-sm:-mt-4 max-sm:h-48 lg:absolute lg:right-0 lg:bottom-0 lg:w-[calc(var(--u)*50)]"
      style={{ overflow: 'visible' }}
    >
      {steps.map(({ rank, x, top, fill }) => (
        <rect key={rank} x={x} y={top} width={240.5} height={bottom - top} fill={fill} />
      ))}
      <PitchLines />
      <BuildGrid x={480} y={150} columns={3} rows={8} size={80} />
      <Ramp />

      <path
        d="M-60 520C60 450 180 330 284 204"
        fill="none"
        stroke={rl.main}
        strokeWidth="3"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
      <g transform="translate(356 128)">
        <Ball radius={98} />
      </g>

      {steps.map(({ rank, x, top, text }, index) => (
        <g key={rank}>
          <rect
            x={x}
            y={top}
            width={240}
            height={6}
            fill="var(--color-signal)"
            className="tread"
            style={{ animationDelay: `${810 + index * 170}ms` }}
          />
          <text x={x + 20} y={bottom - 26} fill={text} className="tag max-sm:hidden" style={{ fontSize: 20 }}>
            {rank}
          </text>
        </g>
      ))}
      <g className="fly-in">
        <g transform="translate(136 338) rotate(-37)">
          <Car />
        </g>
      </g>
      <g transform="translate(600 96)" fill="none" stroke="var(--color-signal)" strokeWidth="13">
        {[0, 1, 2].map((level) => (
          <path
            key={level}
            d="M-38 16 0-16 38 16"
            transform={`translate(0 ${16 - level * 30})`}
            className="chevron"
            style={{ animationDelay: `${1320 + level * 130}ms` }}
          />
        ))}
      </g>
    </svg>
  )
}

/** Half a centre circle and the side line of a pitch, on the blue step. */
function PitchLines() {
  return (
    <g fill="none" stroke={rl.main} strokeWidth="3" opacity="0.8">
      <path d="M120 446v334" />
      <circle cx="120" cy="610" r="76" />
      <circle cx="120" cy="610" r="5" fill={rl.main} />
    </g>
  )
}

/** A ramp from the middle step up to the top one. */
function Ramp() {
  return (
    <g>
      <path d="M320 310 480 150V310Z" fill={fn.main} />
      <path d="M400 310V230M400 310l80-80M400 230h80" fill="none" stroke={fn.deep} strokeWidth="4" />
    </g>
  )
}
