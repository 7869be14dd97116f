import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { hydrated } from '../hydrated.ts'
import { findLayoutFaults, lengthenTexts } from '../layout-faults.ts'

const publicPages = [
  '/',
  '/coaches',
  '/login',
  '/signup',
  '/apply-coach',
  '/about',
  '/stories',
  '/privacy',
  '/terms',
  '/imprint',
  '/withdraw',
]

test('the pages to read are accessible', { tag: '@gate' }, async ({ page }) => {
  for (const path of ['/about', '/privacy', '/terms', '/imprint', '/withdraw']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
  // On paper: dark on white, without what one would press.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expectAccessible(page)
})

test('on paper the page is light', async ({ page }) => {
  await page.goto('/terms')
  await page.emulateMedia({ media: 'print' })
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await expect.poll(background).toBe('rgba(0, 0, 0, 0)')
})

test('every link of the public pages leads somewhere', async ({ page }) => {
  const links = new Set<string>()
  for (const path of publicPages) {
    await page.goto(path)
    const found = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const link of found) links.add(link)
  }
  for (const link of links) {
    const { origin, hash } = new URL(link)
    if (origin !== new URL(page.url()).origin) continue
    const answer = await page.request.get(link)
    expect(answer.status(), link).toBe(200)
    if (hash) expect(await answer.text(), link).toContain(`id="${hash.slice(1)}"`)
  }
  expect([...links].map((link) => new URL(link).pathname)).toContain('/terms')
})

// The first is a phone's, enlarged to 200 %: our own texts fit there.
for (const width of [195, 320, 390, 768, 1280, 1440, 2560])
  test(`nothing overflows, is cut off or overlaps at ${width} px, and no other host is asked`, {
    tag: '@wide',
  }, async ({ page, baseURL }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL!) && /^https?:/.test(request.url())) foreign.push(request.url())
    })
    await page.setViewportSize({ width, height: 900 })
    for (const path of [...publicPages, ...(await someCoachPage(page))]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      expect.soft(await page.evaluate(findLayoutFaults), path).toEqual([])
      if (width < 320) continue
      await hydrated(page)
      await page.evaluate(lengthenTexts)
      expect.soft(await page.evaluate(findLayoutFaults), `${path} with long texts`).toEqual([])
    }
    expect(foreign).toEqual([])
  })

async function someCoachPage(page: Page): Promise<string[]> {
  const [coach] = await (await page.request.get('/api/coaches')).json()
  const path = `/coaches/${coach.slug}`
  return (await page.request.get(path)).ok() ? [path] : []
}
