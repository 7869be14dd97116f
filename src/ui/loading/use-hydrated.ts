import { useSyncExternalStore } from 'react'

/** False on the server and while React takes the server's HTML over: then what only the browser knows may not show yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
