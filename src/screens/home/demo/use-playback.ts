import { useEffect, useState } from 'react'
import { chapterMinutes, lastMinute } from './chapters.ts'

/** How long each chapter stands when nothing may move. */
const stepMs = 6000

/**
 * The session's clock, in minutes from 0 to `lastMinute`: one minute passes in a second. For people who asked for less motion it
 * goes from chapter to chapter instead. It starts by itself and stops at the end.
 */
export function usePlayback() {
  const [minute, setMinute] = useState(0)
  const [wantsToPlay, setWantsToPlay] = useState(true)
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const isOver = minute >= lastMinute
  const isPlaying = wantsToPlay && !isOver

  useEffect(() => {
    if (!isPlaying) return
    const goOn = (minutes: number) => setMinute((now) => Math.min(lastMinute, now + minutes))
    if (isStill) {
      const timer = setInterval(() => goOn(chapterMinutes), stepMs)
      return () => clearInterval(timer)
    }
    let last = performance.now()
    let frame = requestAnimationFrame(function tick(now) {
      goOn(Math.max(0, now - last) / 1000)
      last = now
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, isStill])

  function toggle() {
    if (isOver) setMinute(0)
    setWantsToPlay(!isPlaying)
  }
  return { minute, seek: setMinute, isPlaying, isOver, isStill, toggle }
}
