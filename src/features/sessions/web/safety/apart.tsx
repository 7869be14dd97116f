import { blockedText } from '#src/features/coaches/blocks.ts'
import { cx } from '#src/ui/class-names.ts'

/** Said above the chat of two of whom one blocked the other. */
export function Apart({ className }: { className?: string }) {
  return (
    <p className={cx('border-line border-b bg-raised py-2 text-sm text-warn', className)}>
      {blockedText} Who did takes it back under “Report or block”.
    </p>
  )
}
