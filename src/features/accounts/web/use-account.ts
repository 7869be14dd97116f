import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { logout, me, User } from '#src/features/accounts/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { keepZone, settleZone } from './reader-zone.ts'

/*
 * Who is signed in, as this browser knows it: `auth_token` and `user` in localStorage. Every page loads this file, so
 * it takes only types from the contract, whose schemas weigh more than all of this.
 */

const listeners = new Set<() => void>()
let readText: string | null = null
let readUser: User | null = null
let refreshed = false
let leftByChoice = false
let isLeaving = false
let isInRoom = false
let departures = 0

/** Who is signed in: nobody on the server and during hydration, the stored user right after. Follows other tabs. */
export function useAccount(): { user: User | null; isSignedIn: boolean } {
  const user = useSyncExternalStore(subscribe, currentUser, () => null)
  return { user, isSignedIn: user !== null }
}

/** How often somebody logged out on this page: the key of a form that starts afresh for the next person. */
export function useDepartures(): number {
  return useSyncExternalStore(
    subscribe,
    () => departures,
    () => 0,
  )
}

/** For pages only signed-in people have: sends everybody else to the login page, and back here afterwards. */
export function useRequireLogin(): User | null {
  const { user } = useAccount()
  // Without a stored user nothing else here changes when the token goes.
  useSyncExternalStore(
    subscribe,
    () => localStorage.getItem('auth_token'),
    () => null,
  )
  const [, navigate] = useLocation()
  const wasSignedIn = useRef(false)
  useEffect(() => {
    isInRoom = true
    return () => {
      isInRoom = false
    }
  }, [])
  useEffect(() => {
    // Not `user`: that is null during hydration, and absent until the first refresh when only the token is stored.
    if (localStorage.getItem('auth_token')) wasSignedIn.current = true
    else if (wasSignedIn.current && leftByChoice) navigate('/')
    else expireLogin()
  })
  return user
}

/** Keeps what signing in or signing up answered. */
export function storeLogin(token: string, user: User): void {
  leftByChoice = false
  keepTabOf(user)
  localStorage.setItem('auth_token', token)
  localStorage.setItem('user', JSON.stringify(user))
  announce()
}

/** What somebody else typed in this tab, whose log-in ended by itself, is not for the next person. */
function keepTabOf({ id }: User): void {
  const before = sessionStorage.getItem('person')
  if (before && before !== id) sessionStorage.clear()
  sessionStorage.setItem('person', id)
}

/** Keeps what a change of the account answered. */
export function updateUser(user: User): void {
  localStorage.setItem('user', JSON.stringify(user))
  announce()
}

/** Ends the session here at once, and on the server when it can be reached. What was typed goes, too. */
export function logOut(): void {
  void callApi<typeof logout>(firstCalls.logout, {}, { keepalive: true }).catch(() => {})
  leftByChoice = true
  departures += 1
  sessionStorage.clear()
  // The server ends the admin area of this browser with it.
  localStorage.removeItem('adminEmail')
  localStorage.removeItem('adminName')
  forgetSession()
  toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
}

/** Whether they logged out on this page, and nobody logged in since: what was asked before may be refused after it. */
export function hasLeft(): boolean {
  return leftByChoice
}

const sessionEnded = { title: 'Unauthorized', description: 'You are logged out. Logging in again...', delay: 500 }

/**
 * Says that the session has ended and leads to the login page after `delay` milliseconds, and from there back to this
 * one, or to `next`. The words are fixed (ACC-5); a page that has words of its own gives them.
 */
export function expireLogin(words: Partial<typeof sessionEnded & { next: string }> = {}): void {
  if (isLeaving) return
  isLeaving = true
  const { delay, next, ...message } = { ...sessionEnded, ...words }
  forgetSession()
  toast({ ...message, variant: 'destructive' })
  setTimeout(() => {
    isLeaving = false
    const back = next ?? location.pathname + location.search + location.hash
    const login = callUrl(firstCalls.loginPage, { query: { next: back } })
    // Back to a page that only signed-in people have would lead to the login again.
    if (isInRoom) location.replace(login)
    else location.assign(login)
  }, delay)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  if (!refreshed) {
    refreshed = true
    const user = currentUser()
    if (user) keepTabOf(user)
    void refreshUser()
  }
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The stored user; the same object as long as the stored text is the same. */
function currentUser(): User | null {
  const text = localStorage.getItem('auth_token') && localStorage.getItem('user')
  if (text !== readText) {
    readText = text
    readUser = text ? parseUser(text) : null
  }
  return readUser
}

function parseUser(text: string): User | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Once per page load and log-in: brings user and time zone up to date, or quietly forgets a session the server does not know. */
export async function refreshUser() {
  const token = localStorage.getItem('auth_token')
  if (!token) return
  // Meanwhile somebody else may have signed in, here or in another tab.
  const isSameSession = () => localStorage.getItem('auth_token') === token
  try {
    const { user, zone } = await callApi<typeof me>(firstCalls.me)
    if (!isSameSession()) return
    storeLogin(token, user)
    settleZone(zone)
  } catch (error) {
    // Being offline, or a server in trouble, does not end a session.
    if (error instanceof HttpError && error.status === 401 && isSameSession()) forgetSession()
  }
}

/** For a page that was left and is shown again as it was: who is signed in now, in this browser and on the server. */
export function readLoginAgain(): void {
  announce()
  void refreshUser()
}

function forgetSession() {
  localStorage.removeItem('auth_token')
  localStorage.removeItem('user')
  keepZone(null)
  announce()
}

function announce() {
  for (const listener of listeners) listener()
}
