import { useSyncExternalStore } from 'react'
import type { saveZone } from '#src/features/accounts/profile-contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { deviceZone, isKnownZone, ownZone } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'

/*
 * The time zone that players and coaches read times in: the one they chose, kept in the profile and here as `zone` in
 * localStorage, else the browser's. Every page loads this file.
 */

const listeners = new Set<() => void>()
let readText: string | null | undefined
let readZone = ''

/** The IANA name of the reader's zone. The server's HTML says no times, so it does not matter that it cannot know it. */
export function useReaderZone(): string {
  return useSyncExternalStore(onClockChange, readerZone, ownZone)
}

/** Shows all times in a zone from now on; null: in the browser's. */
export function keepZone(zone: string | null): void {
  if (zone) localStorage.setItem('zone', zone)
  else localStorage.removeItem('zone')
  tellClocks()
}

/** Shows all times in a zone, and saves it in the profile of whoever is signed in. Throws when that fails. */
export async function chooseZone(zone: string): Promise<void> {
  keepZone(zone)
  if (localStorage.getItem('auth_token')) await callApi<typeof saveZone>(firstCalls.saveZone, { body: { zone } })
}

/** Takes over the zone of the profile of whoever is signed in, or gives it this browser's when it has none. */
export function settleZone(kept: string | null): void {
  if (kept) keepZone(kept)
  // The next page load tries again.
  else if (!isZoneUnknown()) chooseZone(readerZone()).catch(() => {})
}

/** The same for code that is no component. */
export function readerZone(): string {
  const text = localStorage.getItem('zone')
  if (text !== readText) {
    readText = text
    readZone = [text, ownZone()].find(isKnownZone) ?? 'UTC'
  }
  return readZone
}

/** Neither has the reader chosen a zone, nor can this device tell its own: times are the business's. */
export function isZoneUnknown(): boolean {
  return deviceZone() === null && !isKnownZone(localStorage.getItem('zone'))
}

/** Whether this device's own clock shows a zone. */
export function isDeviceZone(zone: string): boolean {
  return zone === deviceZone()
}

/** Lets all that show times look again at what this browser keeps. */
export function tellClocks(): void {
  for (const listener of listeners) listener()
}

/** Calls when that changes, here or in another tab, until what it returns is called. */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
