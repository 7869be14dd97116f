import type { Page } from '@playwright/test'

/**
 * From now on a test moves the page's clock (`page.clock.fastForward`), and the server's as far as the page can tell:
 * answers carry the page's own time. The server itself knows nothing of it. With `fixed` the clock stands there. The
 * returned function lets the page hear the server's own time again.
 */
export async function installClock(page: Page, fixed?: string): Promise<() => Promise<void>> {
  await (fixed ? page.clock.setFixedTime(fixed) : page.clock.install())
  const date = () => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      const isOwn = name === 'date' && !('hearsServer' in window)
      return isOwn ? new Date().toUTCString() : get.call(this, name)
    }
  }
  await page.addInitScript(date)
  await page.evaluate(date)
  return () => page.evaluate(() => void Object.assign(window, { hearsServer: true }))
}
