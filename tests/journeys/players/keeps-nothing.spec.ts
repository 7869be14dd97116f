import { chooseFreeHour, openPackage, proceed } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

// As Chrome with all cookies blocked, and apps that open pages in a browser of their own: no cookie, and storage that throws.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await page.route('**/*', (route) => {
    const { cookie: _, ...headers } = route.request().headers()
    return route.continue({ headers })
  })
})

test('a browser that keeps nothing shows the public pages and their dialogs', async ({ page }) => {
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.goto('/coaches')
  await page.getByLabel('Search').fill('vexflip')
  await page
    .getByRole('link', { name: /VexFlip/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('VexFlip')
})

test('where people log in it is said that their browser keeps nothing; until the page is left they can book', async ({
  page,
  baseURL,
}) => {
  const { email, password } = await callsTo(baseURL!).signUp()
  for (const path of ['/signup', '/forgot-password', '/login']) {
    await page.goto(path)
    await expect(
      page.getByText(/^Your browser keeps nothing for this site, so you cannot stay logged in\./),
    ).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/')
  await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await expect(page.getByRole('dialog').getByText(/Held for you: 1[34]:\d\d/)).toBeVisible()
})
