import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadCode, patience, reloadOnce } from '#src/ui/loading/missing-code.ts'
import { DialogShell } from './dialog-shell.tsx'

/**
 * A dialog whose code loads when it opens. A shell opens at once and says when the code does not come: late, it may still
 * arrive; failed, the page loads afresh once. Before any new load `keep` keeps what the dialog was opened for.
 */
export function lazyDialog<Props extends { onClose(): void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  keep: (props: Props) => void = () => {},
) {
  let loaded: ComponentType<Props> | null = null
  return function LazyDialog(props: Props) {
    const [Content, setContent] = useState(() => loaded)
    const [isMissing, setMissing] = useState(false)
    const shell = useRef<HTMLDialogElement>(null)
    const keepThis = useEffectEvent(() => keep(props))
    useEffect(() => {
      if (Content) return
      let isOpen = true
      const late = setTimeout(() => setMissing(true), patience)
      loadCode(load)
        .then((module) => {
          loaded = module.default
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
    return <DialogShell ref={shell} isMissing={isMissing} onReload={reload} onClose={props.onClose} />
  }
}
