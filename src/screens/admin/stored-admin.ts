import { useSyncExternalStore } from 'react'

/**
 * Who logged in to the admin area in this browser (ADMIN-3); the e-mail alone is enough, the name may be
 * blank. It fills the form; the cookie is what counts.
 */
export type StoredAdmin = { email: string; name: string }

const listeners = new Set<() => void>()

/** The stored admin: nobody on the server and during hydration. Follows other tabs. */
export function useStoredAdmin(): StoredAdmin | null {
  const email = useSyncExternalStore(subscribe, () => localStorage.getItem('adminEmail'), nobody)
  const name = useSyncExternalStore(subscribe, () => localStorage.getItem('adminName'), nobody)
  return email ? { email, name: name ?? '' } : null
}

/** Keeps who logged in; null forgets them. */
export function storeAdmin(admin: StoredAdmin | null): void {
  if (admin) {
    localStorage.setItem('adminEmail', admin.email)
    localStorage.setItem('adminName', admin.name)
  } else {
    localStorage.removeItem('adminEmail')
    localStorage.removeItem('adminName')
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function nobody() {
  return null
}
