import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#src/ui/class-names.ts'

type EmptyStateProps = {
  icon?: LucideIcon
  title: string
  /** What to do next. */
  children?: ReactNode
  /** A button or link. */
  action?: ReactNode
  className?: string
}

/** What a list or a pane shows when there is nothing in it. */
export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed border-line px-6 py-12 text-center',
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-8 text-faint" />}
      <h3 className="display text-lg">{title}</h3>
      {children && <div className="max-w-prose text-soft">{children}</div>}
      {action}
    </div>
  )
}
