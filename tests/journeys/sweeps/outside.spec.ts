import { writeFileSync } from 'node:fs'
import type { Page, TestInfo } from '@playwright/test'
import sharp from 'sharp'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, setWidth, signUp, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'
import { signUpAdmin } from '../staff.ts'

/** What others see of us without opening the site: each is opened, and a picture of it is kept. */

test('every listed page has a head to share, and its picture and icons are there', async ({ page }, testInfo) => {
  test.slow()
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
  expect(listed).toContain('/terms')
  const icons = new Set(['/favicon.ico', '/manifest.webmanifest'])
  const titles = new Set<string>()
  for (const path of [...listed, '/login', '/signup']) {
    await page.goto(path)
    const head = await headOf(page)
    expect(head, path).toMatchObject({
      description: expect.stringMatching(/^.{50,160}$/),
      canonical: expect.stringMatching(new RegExp(`${path}$`)),
      'og:title': await page.title(),
      'og:url': head.canonical,
    })
    titles.add(await page.title())
    await keepPicture(page, new URL(head['og:image']!).pathname, [1200, 630], testInfo)
    for (const icon of head.icons) icons.add(new URL(icon).pathname)
  }
  expect(titles.size).toBe(listed.length + 2)

  const { icons: installed } = await (await page.request.get('/manifest.webmanifest')).json()
  for (const { src, sizes } of installed) await keepPicture(page, src, sizes.split('x').map(Number), testInfo)
  for (const icon of icons) expect((await page.request.get(icon)).status(), icon).toBe(200)
})

test('Terms, each version of them, Privacy notice and receipt can be read and printed', async ({
  page,
  baseURL,
}, testInfo) => {
  test.slow()
  const { token } = await signUp(page)
  const booking = await callsTo(baseURL!).book(token, 'VexFlip')
  for (const [path, title] of [
    ['/terms', 'Terms'],
    ['/terms?version=1', 'Terms'],
    ['/privacy', 'Privacy'],
    [`/receipt?booking=${booking}`, 'Receipt'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    if (path.includes('version=')) {
      await expect(page.getByText(/^Version 1, .*\. Read the newest version$/)).toBeVisible()
      await expect(page.getByText('hello@').first()).toBeVisible()
    }
    if (title === 'Receipt') await expect(page.getByRole('link', { name: /^Terms \(/ })).toBeVisible()
    const name = path.replace(/=[\da-f-]{36}$/, '').replace(/\W+/g, '-')
    for (const width of [320, 600]) await keepLook(page, width, `${name}-${width}`, testInfo)
    await expectAccessible(page)

    await page.emulateMedia({ media: 'print' })
    // As wide as a sheet is.
    await keepLook(page, 794, `${name}-print`, testInfo)
    const pdf = await page.pdf({ format: 'A4', path: testInfo.outputPath(`${name}.pdf`) })
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    if (title === 'Receipt') expect(sheets).toHaveLength(1)
    await page.emulateMedia({ media: 'screen' })
  }
})

test('a copy of one’s data can be read at 320 and 600 px, light and dark', async ({ page, baseURL }, testInfo) => {
  const { token } = await signUp(page, 'Rimshot')
  await callsTo(baseURL!).book(token, 'VexFlip')
  const headers = { authorization: `Bearer ${token}` }
  const html = await (await page.request.get('/api/privacy/export.html', { headers })).text()
  writeFileSync(testInfo.outputPath('data.html'), html)
  expect(html, 'a field without a value').not.toContain('<dl></dl>')
  await page.goto('about:blank')
  await page.setContent(html)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [320, 600]) await keepLook(page, width, `data-${width}-${colorScheme}`, testInfo)
  }
})

test('the bookings as a file have their numbers, and columns that spreadsheets read', async ({ page }, testInfo) => {
  const { token } = await signUpAdmin(page, 'CSV Owner', { isOwner: true })
  const answer = await page.request.get('/api/bookings/export.csv', { headers: { authorization: `Bearer ${token}` } })
  const csv = await answer.text()
  writeFileSync(testInfo.outputPath('bookings.csv'), csv)
  const [head, ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  expect(head).toMatch(/^Created \(New York\),Customer,.*,Payment id,Booking,Receipt$/)
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect(line).toMatch(/,LU-[2-9A-HJ-NP-Z]{5},(\d{4}-\d{6})?$/)
})

/** What the page's head says to those who share it. */
async function headOf(page: Page): Promise<Record<string, string> & { icons: string[] }> {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll('meta[name=description], meta[property]')]
    const links = (rel: string) => [...document.querySelectorAll<HTMLLinkElement>(`link[rel~="${rel}"]`)]
    return {
      ...Object.fromEntries(
        metas.map((meta) => [meta.getAttribute('property') ?? meta.getAttribute('name'), meta.getAttribute('content')]),
      ),
      canonical: links('canonical')[0]?.href,
      icons: ['icon', 'apple-touch-icon', 'manifest'].flatMap((rel) => links(rel).map(({ href }) => href)),
    }
  })
}

/** Opens a picture of ours and keeps it. */
async function keepPicture(page: Page, path: string, [width, height]: readonly number[], testInfo: TestInfo) {
  const answer = await page.request.get(path)
  expect(answer.status(), path).toBe(200)
  const body = await answer.body()
  expect(await sharp(body).metadata(), path).toMatchObject({ width, height })
  writeFileSync(testInfo.outputPath(path.replace(/[^\w.]+/g, '-').replace(/^-/, '')), body)
}

async function keepLook(page: Page, width: number, name: string, testInfo: TestInfo) {
  await setWidth(page, width)
  expect(await page.evaluate(findLayoutFaults), name).toEqual([])
  await page.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true })
}
