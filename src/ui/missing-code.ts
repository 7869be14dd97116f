/** Remembers, for as long as the tab lives, for which missing file the page was loaded afresh. */
const reloadKey = 'reloadedFor'

/** The words of Chromium, Firefox and Safari for a module that could not be loaded. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)
}

/**
 * Loads the page afresh for code that is gone, most likely after a new release: once for each file, and only when the
 * server can be reached, or it would end on the browser's own error page. Gives whether it does.
 */
export async function reloadOnce(missing: unknown): Promise<boolean> {
  const reason = String(missing)
  if (sessionStorage.getItem(reloadKey) === reason) return false
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return false
  sessionStorage.setItem(reloadKey, reason)
  location.reload()
  return true
}
