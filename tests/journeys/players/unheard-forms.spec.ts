import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

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
    // That of a mail's link is heard by our server.
    expect(found.sort()).toEqual([...withForm, '/mail-preferences'].sort())
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

test('with our scripts blocked a sent form stays as it is, in the page only, and the page says what is missing', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|ERR_BLOCKED/)
  await page.route('**/*.js', (route) => route.abort())
  for (const path of withForm) {
    await page.goto(path)
    const asked = await fillAndSend(page)
    await expect(page.getByRole('alert')).toHaveText(/^Part of this page did not arrive.*Reload$/)
    await expect(page).toHaveURL(path)
    expect(asked.filter((url) => url.includes(typed))).toEqual([])
    for (const field of await fieldsOf(page)) expect(await field.inputValue()).not.toBe('')
  }
})

test('with our scripts late a form that was sent is sent once they are there', async ({ page, expectProblem }) => {
  expectProblem(/status of 401/)
  await page.route('**/*.js', () => {})
  await page.goto('/login', { waitUntil: 'commit' })
  const asked = await fillAndSend(page)
  await expect(page.locator('[data-heard]')).toHaveText('Log in')
  // Those that wait go on.
  await page.unroute('**/*.js')
  await expect(page.getByText('Invalid email or password', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(samples.email!)
  expect(asked.filter((url) => url.includes(typed))).toEqual([])
})

const fieldsOf = (page: Page) =>
  page.locator('form input:not([type=radio], [type=checkbox]):enabled:visible, form textarea:visible').all()

/** Fills the page's form and presses its button. Gives the addresses the browser asks for, also later ones. */
async function fillAndSend(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const submit = page.locator('form [type=submit]:visible')
  await expect(submit).toBeVisible()
  for (const field of await fieldsOf(page)) await field.fill(samples[(await field.getAttribute('type')) ?? ''] ?? typed)
  for (const choice of await page.locator('form select:enabled').all())
    await choice.selectOption((await choice.locator('option:enabled').last().getAttribute('value'))!)
  await submit.click()
  return asked
}

/** The browser posts the form itself, and nothing typed is in any address it asks for. */
async function sendUnheard(page: Page, path: string): Promise<void> {
  const asked = await fillAndSend(page)
  await expect(page.getByRole('heading', { name: helps })).toBeVisible()
  await expect(page).toHaveURL(path)
  expect(asked.filter((url) => url.includes(typed))).toEqual([])
  expect(await page.content()).not.toContain(typed)
}
