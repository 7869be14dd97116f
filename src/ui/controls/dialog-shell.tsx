import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { missingWords } from '#src/ui/loading/missing-code.ts'
import { Spinner } from '#src/ui/loading/spinner.tsx'
import { Button } from './button.tsx'
import { useBack } from './use-back.ts'

type DialogShellProps = {
  ref: RefObject<HTMLDialogElement | null>
  /** The code did not come. */
  isMissing: boolean
  onReload(): void
  onClose(): void
}

/** What stands where a dialog will, while its code loads. The browser's own dialog: it needs no code of ours. */
export function DialogShell({ ref, isMissing, onReload, onClose }: DialogShellProps) {
  useBack(onClose)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // An element that just goes takes the focus along; after an effect's end it would be gone.
    return () => dialog?.close()
  }, [ref])
  return (
    <dialog
      ref={ref}
      aria-label="Loading"
      data-modal
      data-state="open"
      onCancel={onClose}
      className="fixed inset-0 m-0 h-full max-h-none w-full max-w-none animate-appear bg-panel p-0 text-inherit backdrop:bg-ink/80 sm:top-[max(1rem,8vh)] sm:mx-auto sm:h-fit sm:min-h-80 sm:max-w-xl sm:rounded-lg sm:border sm:border-line sm:shadow-float"
    >
      <div className="flex justify-end border-line border-b p-5 sm:px-6">
        <button
          type="button"
          aria-label="Close"
          className="-m-2 grid size-11 place-items-center rounded-md text-soft hover:bg-raised hover:text-strong"
          onClick={onClose}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div className="p-5 sm:px-6">
        {isMissing ? (
          <Alert tone="warn" title={missingWords.title}>
            <p>{missingWords.text}</p>
            <Button size="sm" className="mt-3" onClick={onReload}>
              Reload
            </Button>
          </Alert>
        ) : (
          <p className="grid min-h-40 place-items-center text-xl text-signal">
            <Spinner label="Loading" />
          </p>
        )}
      </div>
    </dialog>
  )
}
