import { games } from '#src/shared/games.ts'

const { colours: rl } = games['rocket-league']
const { colours: fn } = games.fortnite

/** Parts of the pictures, drawn around their own origin. All of it is decoration inside an SVG. */

/** A wedge of a car heading right, 200 wide, with its boost behind it. */
export function Car() {
  return (
    <g>
      <path d="M-98-12-300-4-98 4Z" fill={rl.main} />
      <path d="M-98-2-236 7-98 12Z" fill="var(--color-strong)" />
      <path d="M-98 10-270 22-98 18Z" fill={rl.main} />
      <path d="M-100-34h42l10 16h-46Z" fill={rl.main} />
      <path d="M-98 20-92-10-48-18-20-42 36-40 66-14 98-4l4 22-26 8H-82Z" fill="var(--color-strong)" />
      <path d="M-30-16-12-34 10-33 8-15ZM18-33l15 1 18 18-34-1Z" fill="var(--color-ink)" />
      <path d="M-88 6H96" stroke="var(--color-ink)" strokeWidth="3" />
      {[-54, 58].map((x) => (
        <g key={x}>
          <circle cx={x} cy="22" r="23" fill="var(--color-ink)" />
          <circle cx={x} cy="22" r="10" fill="none" stroke="var(--color-strong)" strokeWidth="5" />
        </g>
      ))}
    </g>
  )
}

/** The corners of a regular hexagon. */
const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
  const angle = (corner * Math.PI) / 3 - 0.3
  return [Math.cos(angle), Math.sin(angle)] as const
})

/** Text of a point at a distance along a corner's direction; rounded, so that server and browser write the same. */
function along([x, y]: readonly [number, number], distance: number): string {
  return `${(x * distance).toFixed(1)} ${(y * distance).toFixed(1)}`
}

/** A ball of hexagonal panels. */
export function Ball({ radius }: { radius: number }) {
  const panel = corners.map((corner) => along(corner, radius * 0.42)).join('L')
  const seams = corners.map((corner) => `M${along(corner, radius * 0.42)}L${along(corner, radius * 0.74)}`).join('')
  const outer = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner
    const middle = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2] as const
    return `M${along(corner, radius * 0.74)}L${along(middle, radius * 1.02)}L${along(next, radius * 0.74)}`
  })
  return (
    <g>
      <circle r={radius} fill={rl.main} />
      <path d={`M${panel}Z`} fill="var(--color-ink)" />
      <path
        d={seams + outer.join('')}
        fill="none"
        stroke="var(--color-ink)"
        strokeWidth={radius * 0.06}
        strokeLinejoin="round"
      />
    </g>
  )
}

/** Wall pieces with their braces, from the top left corner. */
export function BuildGrid({
  x,
  y,
  columns,
  rows,
  size,
}: {
  x: number
  y: number
  columns: number
  rows: number
  size: number
}) {
  const cells = Array.from(
    { length: columns * rows },
    (_, index) => [index % columns, Math.floor(index / columns)] as const,
  )
  const braces = cells.map(([column, row]) => {
    const left = x + column * size
    const top = y + row * size
    return (column + row) % 2 ? `M${left} ${top + size}l${size}-${size}` : `M${left} ${top}l${size} ${size}`
  })
  const lines = [
    ...Array.from({ length: columns }, (_, column) => `M${x + column * size} ${y}v${rows * size}`),
    ...Array.from({ length: rows }, (_, row) => `M${x} ${y + row * size}h${columns * size}`),
  ]
  return (
    <g fill="none" stroke={fn.main}>
      <path d={lines.join('')} strokeWidth="3" opacity="0.8" />
      <path d={braces.join('')} strokeWidth="2" opacity="0.35" />
    </g>
  )
}
