import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { aNewcomer, type Player } from './by-call.ts'

type Fixtures = {
  /**
   * Announces a problem this test provokes on purpose, such as `/status of 409/`; every other console error, page
   * error, CSP violation, failed request or 5xx answer of ours fails the test.
   */
  expectProblem: (pattern: RegExp) => void
  /** A page of a second person: a browser context of its own, watched like the first. */
  openSecondPage: () => Promise<Page>
}

type Watch = { problems: string[]; expected: RegExp[] }

export const test = base.extend<Fixtures & { watch: Watch }>({
  watch: async ({ context, baseURL }, use) => {
    const watch: Watch = { problems: [], expected: [] }
    watchContext(context, baseURL!, watch)
    await use(watch)
    const unexpected = watch.problems.filter((problem) => !watch.expected.some((pattern) => pattern.test(problem)))
    expect(unexpected, 'problems in the browser').toEqual([])
  },
  // The context is watched before it has a page.
  page: async ({ watch: _, page }, use) => use(page),
  expectProblem: async ({ watch }, use) => use((pattern) => void watch.expected.push(pattern)),
  openSecondPage: async ({ browser, baseURL, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      watchContext(context, baseURL!, watch)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

function watchContext(context: BrowserContext, baseURL: string, { problems }: Watch) {
  context.on('page', leaveLikeAPerson)
  const isOurs = (url: string) => url.startsWith(baseURL)
  // Chromium reports CSP violations here, too.
  context.on('console', (message) => {
    // Another journey's coach took the photo away while this page still named it.
    if (/\/photos\/[\w-]+\.webp$/.test(message.location().url) && message.text().includes('404')) return
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (thrown) => {
    const error = thrown.error()
    problems.push(`page: ${error.stack || String(error)} on ${thrown.page()?.url()}`)
  })
  context.on('response', (response) => {
    if (isOurs(response.url()) && response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Leaving a page aborts what it still loads.
    if (isOurs(request.url()) && reason !== 'net::ERR_ABORTED') problems.push(`${reason} ${request.url()}`)
  })
}

/**
 * A dialog or menu that has just closed takes its step of the history back (`useBack`), which breaks off a way that a test goes
 * in the same moment, sooner than anybody else could: `goto` and `reload` wait for it.
 */
function leaveLikeAPerson(page: Page) {
  const stepTaken = () =>
    page.waitForFunction(
      () => !history.state?.over || document.querySelector('[role$=dialog], :popover-open, #mobile-menu'),
    )
  const { goto, reload } = page
  page.goto = async (...how) => {
    await stepTaken()
    return goto.apply(page, how)
  }
  page.reload = async (...how) => {
    await stepTaken()
    return reload.apply(page, how)
  }
}

/** Makes the page that wide, and waits for a whole frame: the browser does not apply the rules for that width at once. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: page.viewportSize()!.height })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Fails with a readable list unless the page, as it stands now, meets WCAG 2.2 AA as far as axe can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  // A dialog that fades in or has just closed leaves the page behind it hidden from readers for a moment.
  await page.waitForFunction(() => {
    const dialog = document.querySelector('[role$=dialog]')
    return dialog ? getComputedStyle(dialog).opacity === '1' : document.querySelector('#root:not([aria-hidden])')
  })
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // Otherwise axe opens a page more each time to put its findings together, which only frames of other hosts need: we have none.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze()
  const found: string[] = []
  for (const { id, nodes } of violations)
    for (const { target, failureSummary } of nodes) {
      const place = target.join(' ')
      if (id === 'target-size' && (await isScrolledAway(page, place))) continue
      found.push(`${id}: ${place}: ${failureSummary}`)
    }
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Whether the list that something scrolls in cuts it off for now: scrolled to, it is whole. */
function isScrolledAway(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    for (let list = element.parentElement; list; list = list.parentElement)
      if (/auto|scroll/.test(getComputedStyle(list).overflowY)) {
        const frame = list.getBoundingClientRect()
        return top < frame.top || bottom > frame.bottom
      }
    return false
  })
}

/** Opens a page without a session that counts: the toast, then the login page that leads back to it. */
export async function expectSentToLogIn(page: Page, path: string): Promise<void> {
  // The toast stands for half a second, too short to be looked for: a 204 leaves the browser where it is, and we go on
  // once the toast was seen.
  let isHeld = true
  await page.route('**/api/login?*', (route) => (isHeld ? route.fulfill({ status: 204 }) : route.fallback()))
  const leaving = page.waitForRequest('**/api/login?*')
  await page.goto(path)
  await expect(page.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible()
  const wanted = (await leaving).url()
  isHeld = false
  await page.goto(wanted)
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
}

/** Creates an account with an address of its own and signs this page's browser in; opens nothing yet. */
export async function signUp(page: Page, name?: string): Promise<Player> {
  const newcomer = aNewcomer(name)
  return { ...newcomer, token: await enter(page, '/api/auth/signup', newcomer) }
}

/** Signs this page's browser in as somebody who has an account, one of the demo's people without a password, and opens a path. */
export async function logIn(page: Page, email: string, path: string, password = 'levelup-demo'): Promise<void> {
  await enter(page, '/api/auth/login', { email, password })
  await page.goto(path)
}

/** What the forms to sign up and to log in do: asks, and keeps the answer where the site looks for it. Gives the token. */
async function enter(page: Page, path: string, data: object): Promise<string> {
  const answer = await page.request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  const { token, user } = (await answer.json()) as { token: string; user: object }
  // The site's storage is open on any of its addresses; this one is quick.
  await page.goto('/robots.txt')
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('auth_token', token!)
      localStorage.setItem('user', user!)
    },
    [token, JSON.stringify(user)],
  )
  return token
}
