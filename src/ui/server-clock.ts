/** How many milliseconds the server's clock is ahead of the device's, as its last answer showed; 0 until one came. */
let ahead = 0
/** The `Date` header counts whole seconds, and an answer takes its time. */
const tolerance = 2_000
const listeners = new Set<() => void>()

/** Compares the clocks by an answer of the server; one that the browser may have kept is too old for that. */
export function readServerClock({ headers }: Response): void {
  if (!headers.get('cache-control')?.includes('no-store')) return
  const found = Date.parse(headers.get('date') ?? '') - Date.now()
  if (!(Math.abs(found - ahead) > tolerance)) return
  ahead = Math.abs(found) > tolerance ? found : 0
  for (const tell of listeners) tell()
}

/** The present in epoch milliseconds by the server's clock: the device's can be hours off. Only for what renders in the browser alone. */
export function serverNow(): number {
  return Date.now() + ahead
}

/** Calls `tell` whenever the clocks turn out to differ otherwise than believed; returns how to end that. */
export function onServerClock(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
