import { useEffect, useState } from 'react'
import { onServerClock, serverNow } from './server-clock.ts'

/** The present in epoch milliseconds by the server's clock, moving on twice a minute, or after so many milliseconds. Only for what renders in the browser alone. */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const tick = () => setNow(serverNow())
    // An answer may have come before this effect.
    tick()
    const timer = setInterval(tick, every)
    const forget = onServerClock(tick)
    return () => {
      clearInterval(timer)
      forget()
    }
  }, [every])
  return now
}
