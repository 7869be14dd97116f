import { type ComponentType, useEffect, useState } from 'react'
import { reloadOnce } from './missing-code.ts'
import { toast } from './toast.ts'

/**
 * A dialog whose code loads when it opens. When that fails the page loads afresh once, or else a toast says so and
 * `onClose` is called: the page behind it stays as it is.
 */
export function lazyDialog<Props extends { onClose(): void }>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return function LazyDialog(props: Props) {
    const [Content, setContent] = useState<ComponentType<Props> | null>(null)
    const { onClose } = props
    useEffect(() => {
      if (Content) return
      let isOpen = true
      load()
        .then((module) => isOpen && setContent(() => module.default))
        .catch(async (error) => {
          if (!isOpen || (await reloadOnce(error))) return
          // Browsers remember of a file of code that it could not be loaded: only a new page asks again.
          const description = 'Please check your connection and reload the page.'
          toast({ title: 'That did not open', description, variant: 'destructive' })
          onClose()
        })
      return () => {
        isOpen = false
      }
    }, [Content, onClose])
    return Content && <Content {...props} />
  }
}
