import type { Page } from '@playwright/test'
import { startFreshApp } from '../../support/fresh-app.ts'
import { aNewcomer } from '../by-call.ts'
import { test as base, expect } from '../fixtures.ts'

type App = Awaited<ReturnType<typeof startFreshApp>>

/** An app of the test's own, for whose visitors this machine's network is a crowded one. */
const test = base.extend<{ app: App }>({
  app: async ({ browserName: _ }, use) => {
    const app = await startFreshApp({ RATE_LIMITS: 'on' })
    // What is refused counts, too, and costs nothing.
    const signUp = () => fetch(`${app.url}/api/auth/signup`, { method: 'POST' }).then(({ status }) => status)
    while ((await signUp()) !== 429);
    await use(app)
    await app.stop()
  },
  baseURL: ({ app }, use) => use(app.url),
})
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Fills in the sign-up and sends it. */
async function signUpByForm(page: Page) {
  const { name, email, password } = aNewcomer()
  await page.goto('/signup')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

test('a newcomer in a crowded network is checked without a puzzle and then has an account', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 429/)
  const sent: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/signup')) sent.push(request.headers()['challenge-solution'])
  })
  const isRead = Promise.withResolvers<void>()
  await page.route('**/challenge-worker*', (route) => isRead.promise.then(() => route.continue()))
  await signUpByForm(page)
  const notice = page.getByText('One moment: we check that you are no bot. No puzzle.', { exact: true })
  await expect(notice).toBeVisible()
  isRead.resolve()
  await expect(page).not.toHaveURL(/signup/)
  await expect(notice).toBeHidden()
  expect(sent).toEqual([undefined, expect.any(String)])
})

test('whose browser cannot do the check reads when to try again and where to write, and keeps what was typed', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 429|challenge-worker|ERR_FAILED/)
  await page.route('**/challenge-worker*', (route) => route.abort())
  await signUpByForm(page)
  await expect(
    page.getByText(/^This device could not finish the check\. Try again at .+ \(New York\), or write to .+@.+\.$/),
  ).toBeVisible()
  await expect(page.getByLabel('Full name')).not.toHaveValue('')
})
