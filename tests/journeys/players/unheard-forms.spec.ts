import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { hydrated } from '../hydrated.ts'

/** Pages whose form stands in the HTML itself: somebody can press its button before, or without, our scripts. */
const forVisitors = [
  ...['/', '/coaches/vexflip', '/login', '/forgot-password', '/signup'],
  ...['/admin', '/apply-coach', '/applicant-chat'],
]
const withForm = ['/admin-booking', '/owner/insights', ...forVisitors]
const addresses = [...readFileSync('src/web/pages.tsx', 'utf8').matchAll(/\bpath: '([^'*]+)'/g)].map(([, path]) =>
  path!.replace(':slug', 'vexflip'),
)
const typed = 'Sesame7731'
const samples: Record<string, string> = { email: `${typed}@example.test`, date: '2026-01-05' }
const helps = 'Nothing was sent'

test.describe('without our scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('no form of any page tells the address bar what was typed, and each gets a page that helps', async ({
    page,
    expectProblem,
  }) => {
    // Playwright calls a script that may not run a failed request.
    expectProblem(/status of 40[45]|^csp .*\.js$/)
    const found: string[] = []
    for (const path of addresses) {
      await page.goto(path)
      if (await page.locator('form').count()) found.push(path)
    }
    expect(found.sort()).toEqual([...withForm].sort())
    for (const path of withForm) {
      await page.goto(path)
      await sendUnheard(page, path)
    }
    await page.getByRole('link', { name: 'Load the page again' }).click()
    await expect(page).toHaveURL(withForm.at(-1)!)
    await expect(page.locator('form')).toBeVisible()
  })

  test('no page waits for ever, each says why something is missing, and its sections can be reached', async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/status of 404|^csp .*\.js$/)
    for (const path of [...addresses, '/nowhere']) {
      await page.goto(path)
      // Playwright finds no text inside a noscript.
      await expect(page.locator('noscript p'), path).toBeVisible()
      // What waits says so to screen readers, or is a grey shape that moves.
      expect(await page.locator('[aria-busy=true]:visible, .animate-pulse:visible').count(), path).toBe(0)
      await expect(page.getByRole('button', { name: 'Open menu' }), path).toHaveCount(0)
    }
    await page.goto('/about')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/#pricing')
  })
})

test('with our scripts blocked no form tells the address bar what was typed', async ({ page, expectProblem }) => {
  expectProblem(/status of 405|ERR_FAILED|ERR_BLOCKED/)
  await page.route('**/*.js', (route) => route.abort())
  for (const path of withForm) {
    await page.goto(path)
    await sendUnheard(page, path)
  }
})

test('with our scripts late no form tells the address bar what was typed, and Back leads to it', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 405/)
  let held: Route[] | null = null
  await page.route('**/*.js', (route) => (held ? void held.push(route) : route.continue()))
  for (const path of withForm) {
    held = []
    await page.goto(path, { waitUntil: 'commit' })
    await sendUnheard(page, path)
    if (!forVisitors.includes(path)) continue
    held = null
    await page.goBack()
    // Restored by the browser, and left alone by React.
    await hydrated(page)
    const fields = await fieldsOf(page)
    expect(fields).not.toHaveLength(0)
    for (const field of fields)
      if ((await field.getAttribute('type')) !== 'password' && (await field.getAttribute('autocomplete')) !== 'off')
        expect(await field.inputValue(), `${path}: ${await field.getAttribute('name')}`).toContain(typed)
  }
})

const fieldsOf = (page: Page) =>
  page.locator('form input:not([type=radio], [type=checkbox]):enabled:visible, form textarea:visible').all()

/** Fills the page's form and presses its button; nothing typed may be in any address the browser asks for. */
async function sendUnheard(page: Page, path: string): Promise<void> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const submit = page.locator('form [type=submit]:visible')
  await expect(submit).toBeVisible()
  for (const field of await fieldsOf(page)) await field.fill(samples[(await field.getAttribute('type')) ?? ''] ?? typed)
  for (const choice of await page.locator('form select:enabled').all())
    await choice.selectOption((await choice.locator('option:enabled').last().getAttribute('value'))!)
  await submit.click()
  await expect(page.getByRole('heading', { name: helps })).toBeVisible()
  await expect(page).toHaveURL(path)
  expect(asked.filter((url) => url.includes(typed))).toEqual([])
  expect(await page.content()).not.toContain(typed)
}
