import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast, dismissToast, subscribeToToast, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('shows one message at a time: the newest', () => {
  const told = vi.fn()
  const unsubscribe = subscribeToToast(told)
  toast({ title: 'First' })
  toast({ title: 'Second', variant: 'destructive' })
  expect(currentToast()).toMatchObject({ title: 'Second', variant: 'destructive', open: true })
  expect(told).toHaveBeenCalledTimes(2)
  unsubscribe()
})

test('a dismissed message is removed after 1,000,000 ms, and a new one is not', () => {
  toast({ title: 'Old' })
  dismissToast()
  expect(currentToast()).toMatchObject({ title: 'Old', open: false })
  vi.advanceTimersByTime(999_999)
  expect(currentToast()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(currentToast()).toBeNull()

  toast({ title: 'Dismissed' })
  dismissToast()
  toast({ title: 'New' })
  vi.advanceTimersByTime(2_000_000)
  expect(currentToast()).toMatchObject({ title: 'New', open: true })
})
