import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { loadCode } from '#src/ui/loading/missing-code.ts'
import { currentToast, subscribeToToast } from './toast.ts'

/**
 * Loads the toaster with the first press or key, so that it is there when the server no longer is (rooms bring its code
 * before: `preloadRoom`); a load that failed
 * is tried again with the next toast.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const message = useSyncExternalStore(subscribeToToast, currentToast, () => null)
  useEffect(() => {
    if (Toaster) return
    const load = () =>
      void loadCode(() => import('./toaster.tsx'))
        .then((module) => setToaster(() => module.default))
        .catch(() => {})
    if (message) load()
    addEventListener('pointerdown', load, { once: true })
    addEventListener('keydown', load, { once: true })
    return () => {
      removeEventListener('pointerdown', load)
      removeEventListener('keydown', load)
    }
  }, [Toaster, message])
  return Toaster && <Toaster />
}
