/** Runs it once the browser has nothing else to do, after two seconds in any case. Returns what calls it off. */
export function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(id)
}
