import { useEffect } from 'react'
import type { OpenedOffer } from './choice.ts'

const key = 'pendingBooking'

/** Keeps what a signed-out player has chosen until they come back from signing in. */
export function keepPendingBooking(offer: OpenedOffer): void {
  sessionStorage.setItem(key, JSON.stringify(offer))
}

/** Opens the booking dialog again, with the choices made before signing in. For the page the dialog belongs to. */
export function usePendingBooking(open: (offer: OpenedOffer) => void): void {
  useEffect(() => {
    const text = sessionStorage.getItem(key)
    if (!text || !localStorage.getItem('auth_token')) return
    sessionStorage.removeItem(key)
    open(JSON.parse(text))
  }, [open])
}
