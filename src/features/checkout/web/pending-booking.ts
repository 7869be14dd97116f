import { useEffect } from 'react'
import type { OpenedOffer } from './choice.ts'

/*
 * Session storage: a booking belongs to its tab, and comes back with it after a reload, and when the phone threw the tab
 * away or its owner closed and reopened it. Local storage would open one checkout in every tab, and leave a name and a
 * phone number behind on a shared computer.
 */
const key = 'pendingBooking'
const keptForMs = 60 * 60_000

export type PendingBooking = OpenedOffer & {
  /** The player went to log in: nothing opens until they have. */
  awaitsLogin?: boolean
}

/** Keeps what a player has chosen and typed while the page is away: reloaded, or left for signing in. */
export function keepPendingBooking(booking: PendingBooking): void {
  sessionStorage.setItem(key, JSON.stringify({ ...booking, keptAt: Date.now() }))
}

/** The player is done with it: closed, or paid. */
export function dropPendingBooking(): void {
  sessionStorage.removeItem(key)
}

/** Opens the booking dialog again where the player was. For the page the dialog belongs to. */
export function usePendingBooking(open: (offer: OpenedOffer) => void): void {
  useEffect(() => {
    const text = sessionStorage.getItem(key)
    if (!text) return
    const { awaitsLogin, keptAt, ...offer }: PendingBooking & { keptAt: number } = JSON.parse(text)
    if (Date.now() - keptAt > keptForMs) return dropPendingBooking()
    if ((awaitsLogin || offer.session) && !localStorage.getItem('auth_token')) return
    open(offer)
  }, [open])
}
