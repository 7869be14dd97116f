import { useId } from 'react'
import { cx } from '#src/ui/class-names.ts'

type Row = { label: string } & Record<string, string | number>

type OverTimeProps = {
  /** One per step, with its `label` under the axis. */
  rows: Row[]
  /** What to draw of each row: `key` is the value's name in it, `look` the class of its text colour. */
  lines: { key: string; name: string; look: string }[]
  /** How a value reads. */
  show?: (value: number) => string
  stacked?: boolean
}

/** Bars over time, one group a step. They differ by pattern, too: not everybody tells colours apart. */
export function OverTime({ rows, lines, show = String, stacked }: OverTimeProps) {
  const id = useId()
  const value = (row: Row, key: string) => Number(row[key])
  const highest = rows.map((row) => {
    const values = lines.map(({ key }) => value(row, key))
    return stacked ? values.reduce((sum, each) => sum + each, 0) : Math.max(...values)
  })
  const ticks = ticksTo(Math.max(...highest))
  const height = (amount: number) => (100 * amount) / Math.max(...ticks)
  const fill = (line: number) => (line === 0 ? 'currentColor' : `url(#${id}${line})`)
  const looks = lines.map(({ look }) => `${look} forced-colors:text-[CanvasText]`)

  // In percent of the picture, so that nothing is measured. Few bars do not get fat.
  const step = 100 / rows.length
  const group = step * Math.min(0.75, rows.length / 20)
  const width = stacked ? group : group / lines.length
  /** As many labels as fit: on phones half of them. */
  const labelEvery = Math.ceil(rows.length / 8)
  return (
    <>
      <div className="figures flex text-sm">
        <div className="mr-2 flex h-52 flex-col-reverse justify-between">
          {ticks.map((tick) => (
            <span key={tick} className="flex h-0 items-center justify-end">
              {show(tick)}
            </span>
          ))}
        </div>
        <svg aria-hidden="true" className="h-52 min-w-0 flex-1 overflow-visible">
          <defs>
            {lines.map(({ key }, i) => (
              <pattern
                key={key}
                id={`${id}${i}`}
                className={looks[i]}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
              >
                <path d={patterns[i]} stroke="currentColor" strokeWidth="2" />
              </pattern>
            ))}
          </defs>
          {ticks.map((tick) => (
            <line
              key={tick}
              x2="100%"
              y1={`${100 - height(tick)}%`}
              y2={`${100 - height(tick)}%`}
              className="stroke-line forced-colors:stroke-[GrayText]"
            />
          ))}
          {rows.map((row, at) => {
            let below = 0
            return (
              <g key={row.label}>
                <title>
                  {`${row.label}: ${lines.map(({ key, name }) => `${name} ${show(value(row, key))}`).join(', ')}`}
                </title>
                <rect
                  x={`${at * step}%`}
                  width={`${step}%`}
                  height="100%"
                  className="fill-transparent hover:fill-hover/50"
                />
                {lines.map(({ key }, i) => {
                  const tall = height(value(row, key))
                  if (stacked) below += tall
                  return (
                    tall > 0 && (
                      <rect
                        key={key}
                        x={`${(at + 0.5) * step - group / 2 + (stacked ? 0 : i * width)}%`}
                        y={`${100 - (stacked ? below : tall)}%`}
                        width={`${width}%`}
                        height={`${tall}%`}
                        fill={fill(i)}
                        stroke="currentColor"
                        className={cx(looks[i], 'pointer-events-none')}
                      />
                    )
                  )
                })}
              </g>
            )
          })}
          {rows.map(
            ({ label }, at) =>
              at % labelEvery === 0 && (
                <text
                  key={label}
                  x={`${(at + 0.5) * step}%`}
                  y="100%"
                  dy="1.4em"
                  textAnchor="middle"
                  className={cx(
                    'fill-soft forced-colors:fill-[CanvasText]',
                    at % (2 * labelEvery) > 0 && 'max-sm:hidden',
                  )}
                >
                  {label}
                </text>
              ),
          )}
        </svg>
      </div>
      <div className="mt-8 flex min-h-5 flex-wrap justify-center gap-x-5 text-sm">
        {lines.length > 1 &&
          lines.map(({ key, name }, i) => (
            <span key={key} className="flex items-center gap-2">
              <svg aria-hidden="true" className={cx(looks[i], 'size-3.5')}>
                <rect width="100%" height="100%" fill={fill(i)} stroke="currentColor" strokeWidth="2" />
              </svg>
              {name}
            </span>
          ))}
      </div>
    </>
  )
}

/** Lines in a tile of 6 by 6: the first bar is filled, the second striped, the third checked. */
const patterns = ['', 'M-1 1 1 -1 M0 6 6 0 M5 7 7 5', 'M0 3H6 M3 0V6']

/** Round values from 0 to `highest` or a little above, about four steps: 7 → 0, 2, 4, 6, 8. Whole ones only. */
export function ticksTo(highest: number): number[] {
  const rough = Math.max(highest / 4, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((each) => each * power >= rough) ?? 10)
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, i) => i * step)
}
