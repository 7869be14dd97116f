import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToast, subscribeToToast } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** Loads the toaster with the first toast. */
export function LazyToaster() {
  const needed = useSyncExternalStore(
    subscribeToToast,
    () => currentToast() !== null,
    () => false,
  )
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
