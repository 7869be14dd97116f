import { useEffect } from 'react'
import type { ChosenSession, OpenedOffer } from './choice.ts'

/*
 * Session storage: a booking belongs to its tab, and comes back with it after a reload, and when the phone threw the tab
 * away or its owner closed and reopened it. Local storage would open one checkout in every tab, and leave a name and a
 * phone number behind on a shared computer.
 */
const key = 'pendingBooking'
const keptForMs = 60 * 60_000
/** So long after Proceed the hour is held as soon as the player is in; later they press again. */
const holdsForMs = 30 * 60_000

export type PendingBooking = OpenedOffer & {
  /** The player went to log in: nothing opens until they have. */
  awaitsLogin?: boolean
}

/** Keeps what a player has chosen and typed while the page is away: reloaded, or left for signing in. */
export function keepPendingBooking(booking: PendingBooking): void {
  sessionStorage.setItem(key, JSON.stringify({ ...booking, keptAt: Date.now(), keptOn: location.pathname }))
}

/** The player is done with it: closed, or paid. */
export function dropPendingBooking(): void {
  sessionStorage.removeItem(key)
}

/** What is kept; null for nothing, or nothing of the last hour. */
function readPendingBooking(): (PendingBooking & { keptAt: number; keptOn: string }) | null {
  const booking = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  return booking && Date.now() - booking.keptAt < keptForMs ? booking : null
}

/** The session of somebody who is about to log in for it; null when there is none. */
export function readWaitingSession(): ChosenSession | null {
  const pending = readPendingBooking()
  return (pending?.awaitsLogin && (pending.proceedsTo ?? pending.session)) || null
}

/** Opens the booking dialog again on the page where the player was; on another one after logging in for it alone. */
export function usePendingBooking(open: (offer: OpenedOffer) => void): void {
  useEffect(() => {
    const pending = readPendingBooking()
    if (!pending) return dropPendingBooking()
    const { awaitsLogin, keptAt, keptOn, ...offer } = pending
    if (!awaitsLogin && keptOn !== location.pathname) return
    if (localStorage.getItem('auth_token') || !(awaitsLogin || offer.session)) {
      // Without `proceedsTo` and `session` the choice is back, and nothing is held.
      return onceSeen(() =>
        open(Date.now() - keptAt < holdsForMs ? offer : { ...offer, proceedsTo: undefined, session: undefined }),
      )
    }
    // Back without having logged in: the choice waits for a later login, but that one holds nothing by itself.
    sessionStorage.setItem(key, JSON.stringify({ ...pending, proceedsTo: undefined }))
  }, [open])
}

/** Calls at once, or when the tab is looked at: nothing is held that its player does not see. Gives what stops waiting. */
function onceSeen(act: () => void): () => void {
  const look = () => {
    if (document.visibilityState !== 'visible') return
    stop()
    act()
  }
  const stop = () => document.removeEventListener('visibilitychange', look)
  document.addEventListener('visibilitychange', look)
  look()
  return stop
}
