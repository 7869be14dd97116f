import { useEffect, useState } from 'react'
import { holdMinutes, longerHoldMinutes } from '#src/features/bookings/rules.ts'

/**
 * When a hold ends by this browser's clock, in epoch milliseconds. A clock that is so wrong that the hold would be over
 * already, or longer than holds are, is not believed: the time then counts from now.
 */
export function holdEnd(heldUntil: string): number {
  const usual = holdMinutes * 60_000
  const left = Date.parse(heldUntil) - Date.now()
  return Date.now() + (left > 0 && left <= usual + longerHoldMinutes * 60_000 ? left : usual)
}

/** Whole seconds until `end`, 0 when it has come; counts down by itself. */
export function useCountdown(end: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((end - now) / 1000))
}

/** Seconds as minutes and seconds: 872 → `'14:32'`. */
export function showCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
