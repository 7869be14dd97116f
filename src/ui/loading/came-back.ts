import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `act` when the browser shows the page again as it had been left: by Back, from its back/forward cache, where nothing was loaded
 * again.
 */
export function onCameBack(act: () => void): () => void {
  const listen = ({ persisted }: PageTransitionEvent) => persisted && act()
  addEventListener('pageshow', listen)
  return () => removeEventListener('pageshow', listen)
}

/** The same while the caller is on the screen. */
export function useCameBack(act: () => void): void {
  const cameBack = useEffectEvent(act)
  useEffect(() => onCameBack(() => cameBack()), [])
}
