import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

const tones = {
  neutral: 'bg-raised text-soft',
  signal: 'bg-signal text-ink',
  good: 'bg-good-deep text-good',
  warn: 'bg-warn-deep text-warn',
  bad: 'bg-bad-deep text-bad',
  rl: 'bg-rl-deep text-rl-text',
  fn: 'bg-fn-deep text-fn-text',
}

/** A short label: status (`good`, `warn`, `bad`), game (`rl`, `fn`), a chip (`neutral`) or a shout (`signal`). */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: keyof typeof tones
  className?: string
  children: ReactNode
}) {
  return (
    <span className={cx('tag figures inline-flex items-center gap-1 rounded-sm px-2 py-1', tones[tone], className)}>
      {children}
    </span>
  )
}
