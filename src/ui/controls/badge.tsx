import type { CSSProperties, ReactNode } from 'react'
import { cx } from '#src/ui/class-names.ts'

const tones = {
  neutral: 'bg-raised text-soft',
  signal: 'bg-signal text-ink',
  good: 'bg-good-deep text-good',
  warn: 'bg-warn-deep text-warn',
  bad: 'bg-bad-deep text-bad',
}

/** A short label: status (`good`, `warn`, `bad`), a chip (`neutral`) or a shout (`signal`). */
export function Badge({
  tone = 'neutral',
  className,
  style,
  children,
}: {
  tone?: keyof typeof tones
  className?: string
  style?: CSSProperties
  children: ReactNode
}) {
  return (
    <span
      style={style}
      className={cx('tag figures inline-flex items-center gap-1 rounded-sm px-2 py-1', tones[tone], className)}
    >
      {children}
    </span>
  )
}
