import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { useOnline } from '#src/ui/feedback/use-online.ts'
import { missingWords } from '#src/ui/loading/missing-code.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Button } from './button.tsx'
import { CloseIcon } from './plain-icons.tsx'
import { useBack } from './use-back.ts'

/** What a dialog's head will say, as far as it is known before its code; `isWide`: it will be on wide screens. */
export type ShellWords = { title: string; text?: string; isWide?: boolean }

type DialogShellProps = {
  ref: RefObject<HTMLDialogElement | null>
  words: ShellWords
  /** The code did not come. */
  isMissing: boolean
  onReload(): void
  onClose(): void
}

/** What stands where a dialog will, while its code loads. The browser's own dialog: it needs no code of ours. */
export function DialogShell({ ref, words, isMissing, onReload, onClose }: DialogShellProps) {
  useBack(onClose)
  const isOnline = useOnline()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // An element that just goes takes the focus along; after an effect's end it would be gone.
    return () => dialog?.close()
  }, [ref])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={ref}
      aria-label={words.title}
      data-modal
      data-state="open"
      onCancel={onClose}
      // Beside it: nothing was typed yet.
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      className={cx(
        'fixed inset-0 m-0 h-full max-h-none w-full animate-appear bg-panel p-0 text-inherit backdrop:bg-ink/80 sm:top-[max(1rem,8vh)] sm:mx-auto sm:h-fit sm:rounded-lg sm:border sm:border-line sm:shadow-float',
        words.isWide ? 'max-w-none sm:max-w-xl lg:max-w-6xl' : 'max-w-none sm:max-w-xl',
      )}
    >
      {/* All of the sheet on a phone: none of it lies beside it. */}
      <div className="min-h-full">
        <div className="flex items-start gap-4 border-line border-b p-5 sm:px-6">
          <div className="min-w-0 flex-1">
            <p className="display text-lg">{words.title}</p>
            {words.text && <p className="mt-1 text-soft">{words.text}</p>}
          </div>
          <button
            type="button"
            aria-label="Close"
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-raised hover:text-strong"
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </div>
        <div className="p-5 sm:px-6">
          {!isOnline ? (
            <div role="alert">
              <p className="font-semibold text-warn">You are offline</p>
              <p>This opens by itself as soon as your connection is back.</p>
            </div>
          ) : isMissing ? (
            <div role="alert">
              <p className="font-semibold text-warn">{missingWords.title}</p>
              <p>{missingWords.text}</p>
              <Button size="sm" className="mt-3" onClick={onReload}>
                Reload
              </Button>
            </div>
          ) : (
            <>
              <span role="status" className="sr-only">
                Loading
              </span>
              <div className={cx('grid gap-4', words.isWide && 'min-h-[min(34rem,60vh)] content-start')}>
                <Skeleton className="h-6 w-32" />
                <Skeleton className="h-16" />
                <Skeleton className="h-16" />
                <Skeleton className="h-16" />
              </div>
            </>
          )}
        </div>
      </div>
    </dialog>
  )
}
