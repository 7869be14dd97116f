import { useEffect, useState } from 'react'
import { holdMinutes } from '#src/bookings/catalogue.ts'

/**
 * Whole seconds until a hold ends, 0 when it has ended; counts down by itself. A clock that is so wrong that the hold
 * would be over already, or longer than holds are, is not believed: the time then counts from now.
 */
export function useCountdown(heldUntil: string): number {
  const [end] = useState(() => {
    const longest = holdMinutes * 60_000
    const left = Date.parse(heldUntil) - Date.now()
    return Date.now() + (left > 0 && left <= longest ? left : longest)
  })
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
