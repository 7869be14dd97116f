import { chromium, type Locator, type Page } from '@playwright/test'
import { callsTo } from '#tests/journeys/by-call.ts'
import { findChromium } from '#tests/support/browser/chromium.ts'
import { startFreshApp } from '#tests/support/fresh-app.ts'

/**
 * `npm run bench:presses [word]`: how soon people see that something happens, on a cheap phone with a slow line. A missed
 * floor fails the command. With a word only what has it in its name is measured.
 */
const slowCpu = 4
/** A long way, 400 ms, on a line as wide as that of Lighthouse's phone, 1.6 Mb/s. */
const slowNet = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** The line for the booking dialog, as a phone has it at the edge of its network: 400 kb/s. */
const narrowNet = { ...slowNet, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const floors = { firstChange: 150, layoutShift: 0.05, interaction: 200, coachsRoom: 4_000, dialog: 1_000 }

type Role = 'visitor' | 'player' | 'coach' | 'owner'
/** What is pressed on a page that has come to rest; `before` brings it into sight. */
type Press = { as: Role; path: string; press(page: Page): Locator; before?(page: Page): Promise<unknown> }

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const tab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name })

const presses: Record<string, Press> = {
  'Book Now: Pro': { as: 'visitor', path: '/', press: button('Book Now: Pro') },
  'a coach’s Book Session': { as: 'visitor', path: '/', press: button(/^Book Session/) },
  'Book on a coach’s page': { as: 'visitor', path: '/coaches/vexflip', press: button(/^Book/) },
  'My Sessions, Move': { as: 'player', path: '/sessions', press: button(/^Move/) },
  'My Sessions, Cancel': { as: 'player', path: '/sessions', press: button(/^Cancel/) },
  'My Sessions, Chat': { as: 'player', path: '/sessions', press: button(/^Chat about/) },
  'My Sessions, four stars': {
    as: 'player',
    path: '/sessions',
    press: (page) => page.getByRole('radio', { name: '4 stars' }),
  },
  'coach, Agenda': { as: 'coach', path: '/coach-dashboard', press: tab(/^Agenda/) },
  'coach, Availability': { as: 'coach', path: '/coach-dashboard', press: tab(/^Availability/) },
  'coach, a chat': {
    as: 'coach',
    path: '/coach-dashboard',
    press: (page) => page.getByRole('list', { name: 'Client Sessions' }).getByRole('button').first(),
  },
  'owner, Ratings': { as: 'owner', path: '/owner', press: tab(/^Ratings/) },
  'owner, Stories': { as: 'owner', path: '/owner', press: tab(/^Stories/) },
  'owner, Money': { as: 'owner', path: '/owner', press: (page) => page.getByRole('link', { name: 'Money' }) },
  'owner, Approve a rating': { as: 'owner', path: '/owner?tab=ratings', press: button(/^Approve/) },
  'owner, Reject a story': { as: 'owner', path: '/owner?tab=stories', press: button(/^Reject/) },
  'owner, Insights': { as: 'owner', path: '/owner', press: (page) => page.getByRole('link', { name: 'Insights' }) },
  'insights, Last 90 days': { as: 'owner', path: '/owner/insights', press: button('Last 90 days') },
}

const rooms: { as: Role; path: string }[] = [
  { as: 'player', path: '/sessions' },
  { as: 'player', path: '/account' },
  { as: 'coach', path: '/coach-dashboard' },
  ...['', '?tab=contacts', '?tab=ratings', '?tab=stories', '/insights'].map((rest) => ({
    as: 'owner' as const,
    path: `/owner${rest}`,
  })),
]

const word = process.argv[2] ?? ''
const app = await startFreshApp()
const outside = callsTo(app.url)
const browser = await chromium.launch(await findChromium())
try {
  await measurePresses()
  await measureRooms()
  if ('dialog'.includes(word)) await measureDialog()
  if ('chat'.includes(word)) await measureChat()
  if ('insights'.includes(word)) await measureInsights()
} finally {
  await browser.close()
  await app.stop()
}

async function measurePresses() {
  for (const [name, { as, path, press, before }] of Object.entries(presses)) {
    if (!name.includes(word)) continue
    await withPage(as, async (page, slow) => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await before?.(page)
      const target = press(page)
      await target.scrollIntoViewIfNeeded()
      // Code is fetched when the button comes near, before the line gets slow: a thumb needs that long, too.
      await page.waitForLoadState('networkidle')
      await slow()
      await page.evaluate(watchFirstChange)
      await target.click({ noWaitAfter: true })
      const waited = await page.evaluate(() => (window as unknown as { firstChange: Promise<number> }).firstChange)
      judge(`first change: ${name}`, Math.round(waited), floors.firstChange, 'ms')
    })
  }
}

async function measureRooms() {
  for (const { as, path } of [...rooms, { as: 'player' as const, path: await paidPath() }]) {
    if (!path.includes(word)) continue
    await withPage(as, async (page, slow) => {
      await slow()
      await page.addInitScript(watchShifts)
      await page.goto(path, { timeout: 90_000 })
      // The network rests while a cheap phone still works: what is to come is there when no skeleton is left.
      await page.waitForFunction(() => !document.querySelector('main .animate-pulse'), undefined, { timeout: 90_000 })
      await page.waitForLoadState('networkidle')
      const { shift, tabsAt, listAt } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
      judge(`layout shift: ${path.split('&')[0]}`, Number(shift.toFixed(3)), floors.layoutShift)
      if (as !== 'coach') return
      judge('a coach’s room stands, cold', Math.round(tabsAt), floors.coachsRoom, 'ms')
      judge('and its sessions are there', Math.round(listAt), floors.coachsRoom, 'ms')
    })
  }
}

/** From the press to the offers, of somebody who has looked at the package for two seconds: its code has come by then. */
async function measureDialog() {
  await withPage('visitor', async (page, slow) => {
    await page.addInitScript(watchInteractions)
    await page.goto('/', { waitUntil: 'networkidle' })
    const target = button('Book Now: Pro')(page)
    await target.scrollIntoViewIfNeeded()
    await page.waitForTimeout(2_000)
    await slow(narrowNet)
    const pressedAt = Date.now()
    await target.tap()
    // By its tag: to look for a role in each frame would cost the phone more than the dialog does.
    await page.locator('[role=dialog] input[type=radio]').first().waitFor()
    judge('the dialog stands with its offers', Date.now() - pressedAt, floors.dialog, 'ms')
    await page.waitForTimeout(500)
    judge('interaction: opening the dialog', await slowestInteraction(page), floors.interaction, 'ms')
  })
}

async function measureChat() {
  const player = await outside.logIn('player@demo.test')
  const bookingId = await outside.book(player, 'VexFlip')
  const coach = await outside.logIn('coach@demo.test')
  for (let n = 1; n <= 400; n++)
    await outside.call('POST', '/api/messages', n % 2 ? player : coach, { bookingId, content: `Message ${n}.` })
  await withPage('player', async (page, slow) => {
    await page.addInitScript(watchInteractions)
    // A chat listens to a stream: its network never rests.
    await page.goto(`/sessions?thread=${bookingId}`)
    const field = page.getByLabel('Your message')
    // The list beside it shows the latest one, too.
    await page.getByRole('log').getByText('Message 400.').waitFor()
    await slow()
    for (const text of ['Ok', 'Yes']) {
      await field.pressSequentially(text)
      await field.press('Enter')
      await page.getByText(text, { exact: true }).waitFor()
    }
    await page
      .getByText('Seen')
      .or(page.getByText('Sent', { exact: true }))
      .first()
      .waitFor()
    while (await page.getByRole('button', { name: 'Show earlier' }).count())
      await page.getByRole('button', { name: 'Show earlier' }).click()
    await field.pressSequentially('Bye')
    await field.press('Enter')
    await page.getByText('Bye', { exact: true }).waitFor()
    judge('interaction: a chat of 400 messages', await slowestInteraction(page), floors.interaction, 'ms')
  })
}

async function measureInsights() {
  await withPage('owner', async (page, slow) => {
    await page.addInitScript(watchInteractions)
    await page.goto('/owner/insights', { waitUntil: 'networkidle' })
    await slow()
    for (const name of ['Last 90 days', 'This year', 'Last 7 days']) {
      await page.getByRole('button', { name }).click()
      await page.locator('[aria-busy=false] [role=img]').first().waitFor()
    }
    await page.getByRole('region', { name: 'Bookings made' }).getByRole('button').click()
    await page.getByRole('table').waitFor()
    judge('interaction: insights', await slowestInteraction(page), floors.interaction, 'ms')
  })
}

/** A new browser profile of somebody who is signed in; `slow` makes their phone cheap and their line slow from then on. */
async function withPage(as: Role, use: (page: Page, slow: (net?: typeof slowNet) => Promise<void>) => Promise<void>) {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: { cookies: [], origins: [{ origin: app.url, localStorage: await loginOf(as) }] },
  })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await use(page, async (net = slowNet) => {
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
      await devTools.send('Network.emulateNetworkConditions', net)
    })
  } finally {
    await context.close()
  }
}

async function loginOf(as: Role): Promise<{ name: string; value: string }[]> {
  if (as === 'visitor') return []
  const body = { email: `${as}@demo.test`, password: 'levelup-demo' }
  const { token, user } = await outside.call<{ token: string; user: object }>('POST', '/api/auth/login', '', body)
  return [
    { name: 'auth_token', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ]
}

/** Where a player lands who has just paid. */
async function paidPath(): Promise<string> {
  const payment = await outside.pay(await outside.logIn('player@demo.test'), 'VexFlip')
  return `/payment-success?redirect_status=succeeded&payment_intent=${payment}`
}

/** Runs in the page: how long after a press something visible changes. A page on its way shows by a bar that grows. */
function watchFirstChange() {
  const page = window as unknown as { firstChange: Promise<number> }
  const isSeen = () =>
    !('going' in document.documentElement.dataset) ||
    new DOMMatrix(getComputedStyle(document.documentElement, '::before').transform).a > 0
  page.firstChange = new Promise((resolve) => {
    const listen = ({ timeStamp }: Event) => {
      const observer = new MutationObserver(() => {
        observer.disconnect()
        const paint = () => {
          if (!isSeen()) return requestAnimationFrame(paint)
          // After this frame's painting.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - timeStamp)
          port2.postMessage(null)
        }
        requestAnimationFrame(paint)
      })
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    }
    addEventListener('pointerup', listen, { capture: true, once: true })
  })
}

type Seen = { shift: number; tabsAt: number; listAt: number }

/** Runs in the page from its start: how much moves that nobody touched, and when its tabs and what they list are there. */
function watchShifts() {
  const seen: Seen = { shift: 0, tabsAt: Number.NaN, listAt: Number.NaN }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const note = (what: 'tabsAt' | 'listAt', selector: string) => {
    if (Number.isNaN(seen[what]) && document.querySelector(selector))
      requestAnimationFrame(() => {
        seen[what] = performance.now()
      })
  }
  const observer = new MutationObserver(() => {
    note('tabsAt', '[role=tab]')
    note('listAt', '[role=tabpanel] li')
  })
  observer.observe(document, { subtree: true, childList: true })
}

/** Runs in the page from its start: notes how long each key and press took until the next painting. */
function watchInteractions() {
  const durations: number[] = []
  Object.assign(window, { durations })
  const options = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { duration: number; interactionId: number }[])
      if (entry.interactionId) durations.push(entry.duration)
  }).observe(options)
}

function slowestInteraction(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(16, ...(window as unknown as { durations: number[] }).durations))
}

function judge(name: string, value: number, most: number, unit = '') {
  const isReached = value <= most
  console.log(`${name.padEnd(44)} ${value} ${unit}${isReached ? '' : ` MISSED, at most ${most}`}`)
  if (!isReached) process.exitCode = 1
}
