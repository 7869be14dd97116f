import { games } from '#src/shared/games.ts'
import { BuildGrid } from '../game-art.tsx'
import { type Frame, part, place } from './motion.ts'
import { LadderScene, Stroke, TasksScene } from './shared-scenes.tsx'

const { main: color, deep } = games.fortnite.colours
const tasks = ['Wall before you look', 'Wall, ramp, ten times', 'High ground in the last ten']

/** What is on the shared screen in a chapter; `progress` is how much of the chapter has passed, 0 to 1. */
export function FortniteScene({ chapter, progress }: { chapter: number; progress: number }) {
  if (chapter === 0 || chapter === 6)
    return <LadderScene progress={progress} hasClimbed={chapter === 6} color={color} />
  if (chapter === 5) return <TasksScene progress={progress} tasks={tasks} color={color} />
  return (
    <g>
      <g opacity="0.45">
        <BuildGrid x={0} y={0} columns={8} rows={4} size={80} />
      </g>
      <path d="M0 320H640" stroke={color} strokeWidth="4" />
      {chapter === 1 && <Match progress={progress} />}
      {chapter === 2 && <Frozen progress={progress} />}
      {chapter === 3 && <Climb progress={progress} />}
      {chapter === 4 && <Fight progress={progress} />}
    </g>
  )
}

/** A player from the side, standing at the place. */
function Player({ progress = 0, frames, isRival }: { progress?: number; frames: readonly Frame[]; isRival?: boolean }) {
  const fill = isRival ? 'var(--color-warn)' : 'var(--color-strong)'
  return (
    <g transform={place(progress, frames)}>
      <path d="M-15 0-12-30 12-30 15 0H5L0-14-5 0Z" fill={fill} />
      <path d="M-14-34v-18l8-8H8l8 8v18Z" fill={fill} />
      <path d="M0-52h16v8H0Z" fill="var(--color-ink)" />
      <path d="M2-26h30v7H2Z" fill="var(--color-ink)" stroke={fill} strokeWidth="2" />
    </g>
  )
}

/** The rival's tower on the right. */
function Tower() {
  return (
    <g>
      <path d="M480 160H560V320H480Z" fill={color} opacity="0.55" />
      <path d="M480 240H560M480 160l80 80M480 240l80 80" stroke={deep} strokeWidth="4" />
      <path d="M476 160H564" stroke="var(--color-strong)" strokeWidth="5" />
    </g>
  )
}

/** We run over the open field and are shot at from above. */
function Match({ progress }: { progress: number }) {
  return (
    <g>
      <Tower />
      <Player isRival frames={[[0, 520, 158]]} />
      <Player
        progress={progress}
        frames={[
          [0, 50, 320],
          [0.6, 250, 320],
          [1, 330, 320],
        ]}
      />
      {[0.35, 0.5, 0.65, 0.8].map((from) => (
        <Stroke
          key={from}
          d={`M496 140 ${60 + from * 330} ${280 + from * 20}`}
          share={part(progress, from, from + 0.1)}
          color="var(--color-warn)"
        />
      ))}
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
      <Stroke d="M296 296a58 58 0 1 1-6-22" share={part(progress, 0.05, 0.3)} color="var(--color-warn)" />
      <Stroke d="M320 320V240" share={part(progress, 0.4, 0.6)} />
      <Stroke d="M240 320 320 240" share={part(progress, 0.6, 0.75)} />
      <Stroke d="M262 250 350 150M350 150 346 176M350 150 324 156" share={part(progress, 0.8, 1)} />
    </g>
  )
}

/** Three pairs of wall and ramp, from the ground up, each a piece higher. */
const pieces = [0, 1, 2].flatMap((level) => {
  const x = 120 + level * 80
  const y = 320 - level * 80
  return [
    { key: `wall ${level}`, d: `M${x + 80} ${y}V${y - 80}h14V${y}Z`, opacity: 1 },
    { key: `ramp ${level}`, d: `M${x} ${y}l80-80v80Z`, opacity: 0.6 },
  ]
})

/** The way up over the ramps; every level takes a third of the time between `from` and `to`. */
function wayUp(from: number, to: number): readonly Frame[] {
  return [
    [0, 60, 320],
    [from, 120, 320],
    [to, 344, 96],
  ]
}

function Build({ progress, from, to }: { progress: number; from: number; to: number }) {
  const built = Math.ceil(part(progress, from, to) * pieces.length)
  return pieces.slice(0, built).map(({ key, d, opacity }) => <path key={key} d={d} fill={color} opacity={opacity} />)
}

/** Wall, ramp, and again, without anybody shooting. */
function Climb({ progress }: { progress: number }) {
  return (
    <g>
      <Build progress={progress} from={0} to={0.8} />
      <Player progress={progress} frames={wayUp(0.15, 0.95)} />
    </g>
  )
}

/** The same under fire: the walls take the shots, and in the end we stand higher. */
function Fight({ progress }: { progress: number }) {
  return (
    <g>
      <Tower />
      <Player isRival frames={[[0, 520, 158]]} />
      <Build progress={progress} from={0} to={0.5} />
      <Player progress={progress} frames={wayUp(0.1, 0.65)} />
      {[0.15, 0.3, 0.45].map((from, level) => (
        <Stroke
          key={from}
          d={`M496 140 ${216 + level * 80} ${284 - level * 80}`}
          share={progress > from + 0.14 ? 0 : part(progress, from, from + 0.08)}
          color="var(--color-warn)"
        />
      ))}
      <Stroke d="M376 74 504 124" share={part(progress, 0.75, 0.85)} />
      <Stroke d="M506 84 490 66M530 76V52M552 88 570 72" share={part(progress, 0.85, 0.95)} />
    </g>
  )
}
