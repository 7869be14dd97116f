import { useSyncExternalStore } from 'react'
import { businessZone } from '#src/shared/times.ts'
import { onClockChange, tellClocks, useReaderZone } from './reader-zone.ts'

/*
 * The clock of the team's rooms (TIME-1): the business's, or the reader's own where this browser was told so. Only what is
 * shown changes, and which day is Today: that of money, figures and bookings is always the business's.
 */

/** The IANA name of the zone in which the team's rooms show instants. */
export function useRoomZone(): string {
  const { zone } = useRoomClock()
  return zone
}

/** The same, with what can be chosen: IANA names, equal where there is nothing to choose. */
export function useRoomClock(): { zone: string; business: string; own: string } {
  const own = useReaderZone()
  const isOwn = useSyncExternalStore(onClockChange, isOwnClock, () => false)
  const business = businessZone()
  return { zone: isOwn ? own : business, business, own }
}

/** Shows the team's rooms in this browser on the reader's own clock from now on, or on the business's. */
export function chooseRoomClock(isOwn: boolean): void {
  if (isOwn) localStorage.setItem('clock', 'own')
  else localStorage.removeItem('clock')
  tellClocks()
}

const isOwnClock = () => localStorage.getItem('clock') === 'own'
