/**
 * Whether a path is of a page that visitors read before they do anything: the home page, the directory and the coaches'
 * own. Its code waits for the first sign of use; that of any other page is loaded beside its HTML.
 */
export function isShopWindow(pathname: string): boolean {
  return /^\/(coaches(\/[^/]+)?)?$/.test(pathname)
}
