import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

type Row = { label: string } & Record<string, string | number>

type OverTimeProps = {
  /** One per step, with its `label` under the axis. */
  rows: Row[]
  /** What to draw of each row: `key` is the value's name in it. */
  lines: { key: string; name: string; color: string }[]
  /** How a value reads. */
  show?: (value: number) => string
  stacked?: boolean
}

/** Bars over time, one group a step. */
export function OverTime({ rows, lines, show = String, stacked }: OverTimeProps) {
  return (
    <ResponsiveContainer width="100%" height={260}>
      <BarChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} barGap={1}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis dataKey="label" tick={axisText} tickLine={false} axisLine={false} minTickGap={24} />
        <YAxis
          tick={axisText}
          tickLine={false}
          axisLine={false}
          width="auto"
          allowDecimals={false}
          tickFormatter={show}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-raised)' }}
          formatter={(value) => show(Number(value))}
          contentStyle={tooltipStyle}
          itemStyle={{ color: 'var(--color-strong)' }}
        />
        {lines.length > 1 && <Legend itemSorter={null} formatter={legendText} iconType="square" iconSize={10} />}
        {lines.map((line) => (
          <Bar
            key={line.key}
            dataKey={line.key}
            name={line.name}
            fill={line.color}
            stackId={stacked ? 'all' : undefined}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

export const axisText = { fill: 'var(--color-soft)', fontSize: 12 }

export const tooltipStyle = {
  background: 'var(--color-ink)',
  border: '1px solid var(--color-edge)',
  borderRadius: 8,
}

/** Legends in the text's colour: a bar's own would be too dim to read. */
function legendText(name: unknown) {
  return <span className="text-soft text-sm">{String(name)}</span>
}
