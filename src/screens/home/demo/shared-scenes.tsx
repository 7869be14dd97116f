import { part, place } from './motion.ts'

/** A line that draws itself; `share` is how much of it is there, 0 to 1. */
export function Stroke({ d, share, color = 'var(--color-signal)' }: { d: string; share: number; color?: string }) {
  return (
    <path
      d={d}
      pathLength={1}
      strokeDasharray="1 1"
      strokeDashoffset={1 - share}
      fill="none"
      stroke={color}
      strokeWidth="5"
      strokeLinejoin="round"
      // A line of no length would show its round ends.
      opacity={share ? 1 : 0}
    />
  )
}

const steps = [
  { x: 0, top: 300 },
  { x: 160, top: 236 },
  { x: 320, top: 172 },
  { x: 480, top: 108 },
]

/** The ladder: the way from today's rank to the goal, planned at first and climbed at last. */
export function LadderScene({ progress, hasClimbed, color }: { progress: number; hasClimbed: boolean; color: string }) {
  const stand = hasClimbed
    ? place(progress, [
        [0, 400, 150],
        [0.4, 470, 70],
        [0.7, 560, 90],
      ])
    : place(progress, [
        [0, 80, 278],
        [0.3, 240, 214],
      ])
  return (
    <g>
      {steps.map(({ x, top }, index) => (
        <g key={x}>
          <rect x={x} y={top} width="160.5" height={360 - top} fill={color} opacity={0.2 + index * 0.16} />
          <rect x={x} y={top} width="160" height="5" fill="var(--color-signal)" opacity={index === 3 ? 1 : 0.5} />
        </g>
      ))}
      <text x="240" y="340" textAnchor="middle" fill="var(--color-strong)" className="tag" style={{ fontSize: 24 }}>
        Today
      </text>
      <text x="560" y="340" textAnchor="middle" fill="var(--color-strong)" className="tag" style={{ fontSize: 24 }}>
        Goal
      </text>
      {!hasClimbed && (
        <>
          <Stroke d="M264 196C330 176 350 130 396 126S500 106 536 84" share={part(progress, 0.4, 0.9)} />
          <path d="M560 108V34l40 15-40 15" fill="var(--color-signal)" stroke="var(--color-signal)" strokeWidth="5" />
        </>
      )}
      {hasClimbed && <Stroke d="M500 56 482 40M560 20V-4M620 56l18-16" share={part(progress, 0.7, 0.9)} />}
      <g fill="none" stroke="var(--color-strong)" strokeWidth="11" transform={stand}>
        <path d="M-24 8 0-12 24 8M-24-14 0-34 24-14" />
      </g>
    </g>
  )
}

/** Three tasks on the coach's note, ticked off one after the other. */
export function TasksScene({ progress, tasks, color }: { progress: number; tasks: string[]; color: string }) {
  return (
    <g>
      <rect x="60" y="40" width="520" height="280" rx="14" fill="var(--color-ink)" />
      <rect x="60" y="40" width="520" height="6" fill={color} />
      {tasks.map((task, index) => {
        const y = 104 + index * 80
        const share = part(progress, index * 0.3, index * 0.3 + 0.2)
        return (
          <g key={task}>
            <rect x="94" y={y - 20} width="40" height="40" rx="6" fill="none" stroke={color} strokeWidth="3" />
            <Stroke d={`M102 ${y}l10 11 16-22`} share={share} />
            <text x="160" y={y + 9} fill="var(--color-strong)" className="tag" style={{ fontSize: 26 }}>
              {task}
            </text>
          </g>
        )
      })}
    </g>
  )
}
