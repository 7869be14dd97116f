import { games } from '#src/shared/games.ts'
import { must } from '#src/shared/must.ts'
import { Ball, Car } from '../game-art.tsx'
import { type Frame, part, place } from './motion.ts'
import { LadderScene, Stroke, TasksScene } from './shared-scenes.tsx'

const { main: color } = games['rocket-league'].colours
const tasks = ['Back post when a mate goes', 'Fast aerial, ten tries', 'One replay, only rotation']

/** What is on the shared screen in a chapter; `progress` is how much of the chapter has passed, 0 to 1. */
export function RocketLeagueScene({ chapter, progress }: { chapter: number; progress: number }) {
  if (chapter === 0 || chapter === 6)
    return <LadderScene progress={progress} hasClimbed={chapter === 6} color={color} />
  if (chapter === 5) return <TasksScene progress={progress} tasks={tasks} color={color} />
  return (
    <g>
      <Pitch />
      {chapter === 1 && <Match progress={progress} />}
      {chapter === 2 && <Frozen progress={progress} />}
      {chapter === 3 && <Drill progress={progress} />}
      {chapter === 4 && <Rotation progress={progress} />}
    </g>
  )
}

/** The field from the side: our goal on the left, theirs on the right. */
function Pitch() {
  return (
    <g fill="none" stroke={color} strokeWidth="3" opacity="0.6">
      <path d="M0 318H640M320 318V0M236 318a84 84 0 0 1 168 0" />
      <path d="M0 190H46V318M640 190H594V318" strokeWidth="5" />
    </g>
  )
}

function Racer({ progress, frames, isMate }: { progress: number; frames: readonly Frame[]; isMate?: boolean }) {
  return (
    <g transform={place(progress, frames)} opacity={isMate ? 0.5 : 1}>
      <g transform="scale(.46)">
        <Car />
      </g>
    </g>
  )
}

function Shot({ progress, frames }: { progress: number; frames: readonly Frame[] }) {
  return (
    <g transform={place(progress, frames)}>
      <Ball radius={27} />
    </g>
  )
}

/** Two cars go for one ball; it bounces away towards the empty goal. */
function Match({ progress }: { progress: number }) {
  return (
    <g>
      <Racer
        isMate
        progress={progress}
        frames={[
          [0, 120, 90, 10],
          [0.6, 376, 176, 26],
          [1, 470, 214, 40],
        ]}
      />
      <Racer
        progress={progress}
        frames={[
          [0, 70, 297],
          [0.6, 366, 276, -14],
          [1, 440, 270, -20],
        ]}
      />
      <Shot
        progress={progress}
        frames={[
          [0, 450, 60],
          [0.6, 440, 232],
          [0.8, 240, 120, -200],
          [1, 60, 250, -420],
        ]}
      />
    </g>
  )
}

/** The match at the moment of the mistake, with the coach's drawing over it. */
function Frozen({ progress }: { progress: number }) {
  return (
    <g>
      <g opacity="0.75">
        <Match progress={0.55} />
      </g>
      <Stroke d="M470 230a110 92 0 1 1-4-30" share={part(progress, 0.05, 0.35)} color="var(--color-warn)" />
      <Stroke d="M290 306C230 330 170 326 112 296" share={part(progress, 0.4, 0.65)} />
      <Stroke d="M134 292 108 294 122 316" share={part(progress, 0.65, 0.75)} />
      <Stroke d="M84 250a30 30 0 1 1-1 0" share={part(progress, 0.75, 0.95)} />
    </g>
  )
}

/** How high each of the three tries ends. */
const tries = [210, 160, 118]

/** The same jump three times; the third meets the ball. */
function Drill({ progress }: { progress: number }) {
  const now = Math.min(2, Math.floor(progress * 3))
  const height = must(tries[now], 'a try')
  const share = progress * 3 - now
  const path = (top: number): readonly Frame[] => [
    [0, 60, 297],
    [0.3, 180, 296, -4],
    [0.65, 320, (296 + top) / 2 + 14, -24],
    [1, 424, top, -30],
  ]
  const isHit = now === 2 && share > 0.97
  return (
    <g>
      {tries.slice(0, now + 1).map((top) => (
        <path
          key={top}
          d={`M60 297H180C250 296 340 ${top + 60} 424 ${top}`}
          fill="none"
          stroke="var(--color-signal)"
          strokeWidth="3"
          strokeDasharray="2 10"
          strokeLinecap="round"
          opacity={top === height ? 1 : 0.4}
        />
      ))}
      {tries.map((top, index) => (
        <rect
          key={top}
          x={80 + index * 34}
          y="30"
          width="24"
          height={8 + index * 6}
          fill={index < now || isHit ? 'var(--color-signal)' : 'var(--color-line)'}
        />
      ))}
      <Racer progress={share} frames={path(height)} />
      <Shot
        progress={share}
        frames={
          now === 2
            ? [
                [0, 486, 92],
                [0.9, 486, 92],
                [1, 560, 150, 120],
              ]
            : [[0, 486, 92]]
        }
      />
    </g>
  )
}

/** The mate challenges, we come from the back post, and the ball goes in. */
function Rotation({ progress }: { progress: number }) {
  return (
    <g>
      <Racer
        isMate
        progress={progress}
        frames={[
          [0, 260, 297],
          [0.3, 440, 270, -16],
          [0.6, 500, 180, -60],
          [1, 420, 90, -170],
        ]}
      />
      <Racer
        progress={progress}
        frames={[
          [0, 180, 297],
          [0.35, 110, 297],
          [0.5, 130, 297],
          [0.75, 330, 250, -22],
          [1, 420, 224, -10],
        ]}
      />
      <Shot
        progress={progress}
        frames={[
          [0, 500, 200],
          [0.3, 490, 240, -60],
          [0.55, 420, 90, -220],
          [0.75, 394, 222, -320],
          [0.92, 616, 262, 0],
        ]}
      />
      <Stroke d="M560 170 580 146M600 160V130M640 170l-14-24" share={part(progress, 0.92, 1)} />
    </g>
  )
}
