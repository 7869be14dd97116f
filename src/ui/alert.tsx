import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

const tones = {
  info: { Icon: Info, look: 'border-line bg-raised', icon: 'text-soft' },
  good: { Icon: CircleCheck, look: 'border-good/40 bg-good-deep', icon: 'text-good' },
  warn: { Icon: TriangleAlert, look: 'border-warn/40 bg-warn-deep', icon: 'text-warn' },
  bad: { Icon: CircleAlert, look: 'border-bad/40 bg-bad-deep', icon: 'text-bad' },
}

type AlertProps = { tone?: keyof typeof tones; title?: ReactNode; children?: ReactNode; className?: string }

/** A message in the flow of the page. A `bad` one is read out at once, the others when reached. */
export function Alert({ tone = 'info', title, children, className }: AlertProps) {
  const { Icon, look, icon } = tones[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
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
