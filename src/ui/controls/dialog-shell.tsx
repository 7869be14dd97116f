import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
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

/**
 * What stands where a dialog will, while its code loads. Not by `showModal`: that takes all of the page out of use, which costs
 * a cheap phone 0.1 s. The backdrop has the presses, and Tab stays in it.
 */
export function DialogShell({ ref, words, isMissing, onReload, onClose }: DialogShellProps) {
  useBack(onClose)
  const isOnline = useOnline()
  // A dialog that it opens from would take the focus back from outside.
  const [place] = useState(() => document.activeElement?.closest('[data-modal]') ?? document.body)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.show()
    // An element that just goes takes the focus along; after an effect's end it would be gone.
    return () => dialog?.close()
  }, [ref])
  const closeOnEscape = useEffectEvent(({ key }: { key: string }) => {
    if (key === 'Escape') onClose()
  })
  useEffect(() => {
    const listener = (event: { key: string }) => closeOnEscape(event)
    // On the document: a button that went took the focus along.
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return createPortal(
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same */}
      <div
        data-backdrop
        className="fixed inset-0 z-50 animate-appear bg-ink/80"
        // The focus stays in the dialog, which gives it back when it closes.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClose}
      />
      <dialog
        ref={ref}
        aria-label={words.title}
        aria-modal
        data-modal
        data-state="open"
        onKeyDown={keepTab}
        className={cx(
          'fixed inset-0 z-50 m-0 h-full max-h-none w-full animate-appear bg-panel p-0 text-inherit sm:top-[max(1rem,8vh)] sm:bottom-auto sm:mx-auto sm:h-fit sm:rounded-lg sm:border sm:border-line sm:shadow-float',
          words.isWide
            ? 'max-w-none sm:min-h-[min(52rem,calc(92vh-8vh))] sm:max-w-xl lg:max-w-6xl'
            : 'max-w-none sm:max-w-xl',
        )}
      >
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
      </dialog>
    </>,
    place,
  )
}

/** From its last button Tab goes to its first, and back. */
function keepTab(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const next = buttons.indexOf(document.activeElement as HTMLButtonElement) + (event.shiftKey ? -1 : 1)
  event.preventDefault()
  buttons.at(next % buttons.length)?.focus()
}
