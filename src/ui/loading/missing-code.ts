/** Remembers, while the tab lives, which missing file caused a reload. */
const reloadKey = 'reloadedFor'

/** How long code may take to load before the person is told, in milliseconds. */
export const loadTimeoutMs = 8_000

/** The notice shown when code does not load. */
export const missingWords = {
  title: 'Part of this page did not arrive',
  text: 'The connection broke, or there is a newer version of this site. Reload the page; what you typed into longer forms is kept.',
}

/** The error messages of Chromium, Firefox and Safari for a module that failed to load. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)
}

/**
 * Loads code, as soon as there is a network: browsers remember of a file of code that it could not be loaded, and only a
 * new page asks again. A computer without any network can still reach a server of its own.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (!navigator.onLine)
    // Not at the 'online' event, which comes before the network does.
    while (!(await serverAnswers(location.href))) await new Promise((resolve) => setTimeout(resolve, 1_000))
  return load()
}

/** Fails when that takes longer than people wait (`loadTimeoutMs`). */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) => setTimeout(fail, loadTimeoutMs, new Error('Too late')))
  return Promise.race([promise, late])
}

/**
 * Loads the page afresh for code that is gone, most likely after a new release: once for each file, and only when the
 * server can be reached, or it would end on the browser's own error page. `before` is done first. Gives whether it does.
 */
export async function reloadOnce(missing: unknown, before = () => {}): Promise<boolean> {
  const reason = String(missing)
  if (sessionStorage.getItem(reloadKey) === reason) return false
  if (!(await serverAnswers(location.href))) return false
  sessionStorage.setItem(reloadKey, reason)
  before()
  location.reload()
  return true
}

/** Whether the server answers for an address, in time. */
export async function serverAnswers(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(loadTimeoutMs)
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null)
  return answer !== null && answer.status < 500
}
