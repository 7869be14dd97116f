import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type DialogProps = {
  title: ReactNode
  description?: ReactNode
  /** The close button, and unless it is sticky Escape or a press beside the dialog. */
  onClose(): void
  /** Only its buttons close it: for forms with work in them. */
  sticky?: boolean
  className?: string
  children: ReactNode
}

/**
 * A modal dialog, open as long as it is rendered; a sheet over the whole screen on phones. Load it lazily.
 *
 * The backdrop is a plain element instead of Radix's overlay, which would inject a stylesheet that the security policy
 * forbids; theme.css locks scrolling instead.
 */
export function Dialog({ title, description, onClose, sticky, className, children }: DialogProps) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 animate-appear bg-ink/80" />
        <Radix.Content
          data-modal
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={(event) => sticky && event.preventDefault()}
          onEscapeKeyDown={(event) => sticky && event.preventDefault()}
          className={cx(
            'fixed inset-0 z-50 flex animate-rise flex-col bg-panel outline-none',
            'sm:inset-x-0 sm:top-[max(1rem,8vh)] sm:bottom-auto sm:mx-auto sm:max-h-[min(52rem,84vh)] sm:max-w-xl sm:rounded-lg sm:border sm:border-line sm:shadow-float',
            className,
          )}
        >
          <header className="flex items-start gap-4 border-line border-b p-5 sm:px-6">
            <div className="min-w-0 flex-1">
              <Radix.Title className="display text-lg">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-soft">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-m-2 grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-raised hover:text-strong"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </header>
          <div className="flex-1 overflow-y-auto overscroll-contain p-5 sm:px-6">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
