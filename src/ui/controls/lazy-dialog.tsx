import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadCode, loadTimeoutMs, reloadOnce } from '#src/ui/loading/missing-code.ts'
import { whenIdle } from '#src/ui/loading/when-idle.ts'
import { DialogShell, type ShellWords } from './dialog-shell.tsx'

type Options<Props> = {
  /** Keeps what the dialog was opened for, before the page loads afresh. */
  keep?(props: Props): void
  /** What the shell says already. */
  shell?(props: Props): ShellWords
}

/**
 * A dialog whose code loads when it opens, or before by `preload()`. A shell opens at once and says when the code does not
 * come: late, it may still arrive; failed, the page loads afresh once.
 */
export function lazyDialog<Props extends { onClose(): void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { keep = () => {}, shell: wordsOf = () => ({ title: 'Loading' }) }: Options<Props> = {},
) {
  let loaded: ComponentType<Props> | null = null
  async function preload() {
    loaded = (await load()).default
  }
  function LazyDialog(props: Props) {
    const [Content, setContent] = useState(() => loaded)
    const [isMissing, setMissing] = useState(false)
    const shell = useRef<HTMLDialogElement>(null)
    const keepThis = useEffectEvent(() => keep(props))
    useEffect(() => {
      if (Content) return
      let isOpen = true
      const late = setTimeout(() => setMissing(true), loadTimeoutMs)
      loadCode(preload)
        .then(() => {
          if (!isOpen) return
          // First, so that the focus is back where the dialog will return it to.
          shell.current?.close()
          setContent(() => loaded)
        })
        .catch(async (error) => {
          if (isOpen && !(await reloadOnce(error, keepThis))) setMissing(true)
        })
      return () => {
        isOpen = false
        clearTimeout(late)
      }
    }, [Content])

    function reload() {
      keep(props)
      location.reload()
    }
    if (Content) return <Content {...props} />
    return (
      <DialogShell ref={shell} words={wordsOf(props)} isMissing={isMissing} onReload={reload} onClose={props.onClose} />
    )
  }
  return Object.assign(LazyDialog, { preload })
}

/**
 * Loads the code of a room's dialogs when the room `isReady` and the browser has nothing else to do: before a thumb comes to
 * the button. `dialogs` is a constant.
 */
export function useEarlyDialogs(isReady: boolean, dialogs: { preload(): Promise<void> }[]): void {
  useEffect(() => {
    if (!isReady) return
    return whenIdle(() => {
      // A failure is no matter: the press tries again. Without a network it would be remembered as failed.
      if (navigator.onLine) for (const dialog of dialogs) dialog.preload().catch(() => {})
    })
  }, [isReady, dialogs])
}
