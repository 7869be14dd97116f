import { cx } from '#src/ui/class-names.ts'

/** The ladder of eight ranks, lit up to a rung. Decoration: say the rank in words beside it. */
export function RankRungs({ rung, className }: { rung: number; className?: string }) {
  return (
    <svg viewBox="0 0 196 48" aria-hidden="true" className={cx('h-12', className)}>
      {Array.from({ length: 8 }, (_, i) => {
        const height = 6 + i * 6
        const fill = i < rung ? 'var(--color-signal)' : 'var(--color-line)'
        return <rect key={height} x={i * 25} y={48 - height} width="21" height={height} fill={fill} />
      })}
    </svg>
  )
}
