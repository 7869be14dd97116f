import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#src/ui/class-names.ts'

const tones = {
  info: { Icon: Info, look: 'border-line bg-raised', icon: 'text-soft' },
  good: { Icon: CircleCheck, look: 'border-good/40 bg-good-deep', icon: 'text-good' },
  warn: { Icon: TriangleAlert, look: 'border-warn/40 bg-warn-deep', icon: 'text-warn' },
  bad: { Icon: CircleAlert, look: 'border-bad/40 bg-bad-deep', icon: 'text-bad' },
}

type AlertProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  children?: ReactNode
  /** Read out at once, as a `bad` one is in any case; others are read when reached. */
  urgent?: boolean
  className?: string
}

/** A message in the flow of the page. */
export function Alert({ tone = 'info', title, children, urgent = tone === 'bad', className }: AlertProps) {
  const { Icon, look, icon } = tones[tone]
  return (
    <div
      role={urgent ? 'alert' : undefined}
      className={cx('flex gap-3 rounded-md border p-4 text-soft', look, className)}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', icon)} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold text-strong">{title}</p>}
        {children}
      </div>
    </div>
  )
}
