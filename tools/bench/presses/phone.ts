import type { Browser, BrowserContextOptions, Page, Request } from '@playwright/test'

const slowCpu = 4
/** A long way, 400 ms, on a line as wide as that of Lighthouse's phone, 1.6 Mb/s. */
const slowNet = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** As a phone has it at the edge of its network: 400 kb/s. */
export const narrowNet = { ...slowNet, downloadThroughput: 50_000, uploadThroughput: 50_000 }

export type Phone = {
  page: Page
  /** Makes the phone cheap and its line slow from now on. */
  slow(net?: typeof slowNet): Promise<void>
  /** Waits until nothing is to come. */
  rest(): Promise<void>
}

/** A new phone with an empty cache, and what its browser keeps of somebody. */
export async function withPhone(
  browser: Browser,
  baseURL: string,
  storageState: BrowserContextOptions['storageState'],
  use: (phone: Phone) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    ...{ baseURL, storageState },
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  // A press that cannot be made is a finding, not a reason to wait.
  context.setDefaultTimeout(15_000)
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    const rest = watchRest(page)
    const slow = async (net = slowNet) => {
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
      await devTools.send('Network.emulateNetworkConditions', net)
    }
    await use({ page, slow, rest })
  } finally {
    await context.close()
  }
}

/**
 * Waits until no skeleton is left, which a cheap phone still works on while its network rests, and no request is under
 * way for half a second. Streams never end: they do not count.
 */
function watchRest(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = Date.now()
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    open.add(request)
    changedAt = Date.now()
  })
  const end = (request: Request) => {
    if (open.delete(request)) changedAt = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    const deadline = Date.now() + 60_000
    for (;;) {
      await page.waitForFunction(() => !document.querySelector('main .animate-pulse'), undefined, { timeout: 60_000 })
      if (open.size === 0 && Date.now() - changedAt > 500) return
      if (Date.now() > deadline) throw new Error(`Still under way: ${[...open].map((each) => each.url()).join(' ')}`)
      await page.waitForTimeout(50)
    }
  }
}
