import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#src/features/accounts/contract.ts'
import { currentToast } from '#src/ui/feedback/toast.ts'
import { expireLogin, logOut, storeLogin } from './use-account.ts'

const stored = new Map<string, string>()
const assign = vi.fn()
const fetched = vi.fn(async () => Response.json({ ok: true }))
const user = { id: '1', name: 'Rimshot', email: 'rimshot@else.test', isOwner: false, isAdmin: true } as User

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('sessionStorage', tabStorage({ 'draft:story': '{}', 'unsent:b': '[]', pendingBooking: '{}' }))
  vi.stubGlobal('location', { pathname: '/owner', search: '?tab=2', hash: '#money', assign })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  assign.mockReset()
})

test('the browser keeps the token and the user, under their fixed names', () => {
  storeLogin('secret', user)
  expect(stored.get('auth_token')).toBe('secret')
  expect(JSON.parse(stored.get('user')!)).toMatchObject(user)
})

test('logging out forgets both and what was typed, ends the session on the server, and says so', () => {
  storeLogin('secret', user)
  logOut()
  expect([...stored.keys()]).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(fetched).toHaveBeenCalledWith('/api/auth/logout', expect.objectContaining({ method: 'POST' }))
  expect(currentToast()).toMatchObject({
    title: 'Logged out',
    description: 'You have been successfully logged out.',
  })
})

test('an ended session is said, keeps what was typed, and leads to /api/login after 0.5 s, and back here from there', () => {
  storeLogin('secret', user)
  expireLogin()
  expect([...stored.keys()]).toEqual([])
  expect(Object.keys(sessionStorage)).toContain('draft:story')
  expect(currentToast()).toMatchObject({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  })
  vi.advanceTimersByTime(499)
  expect(assign).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?next=%2Fowner%3Ftab%3D2%23money')
})

test('what was typed before a session ended is there for the same person, and for nobody else', () => {
  storeLogin('secret', user)
  expireLogin()
  vi.advanceTimersByTime(500)
  storeLogin('secret', user)
  expect(sessionStorage.getItem('draft:story')).toBe('{}')
  expireLogin()
  vi.advanceTimersByTime(500)
  storeLogin('secret', { ...user, id: '2' })
  expect(sessionStorage.getItem('draft:story')).toBeNull()
})

test('a page may say it in words of its own and wait 1.5 s', () => {
  expireLogin({ title: 'Session expired', delay: 1500 })
  expect(currentToast()).toMatchObject({ title: 'Session expired' })
  vi.advanceTimersByTime(1499)
  expect(assign).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(assign).toHaveBeenCalledOnce()
})

/** Entries and `clear`, as a browser's storage has them. */
function tabStorage(entries: Record<string, string>) {
  return Object.defineProperties(entries, {
    getItem: { value: (key: string) => entries[key] ?? null },
    setItem: { value: (key: string, value: string) => Object.assign(entries, { [key]: value }) },
    clear: {
      value: () => {
        for (const key of Object.keys(entries)) delete entries[key]
      },
    },
  })
}
