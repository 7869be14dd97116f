import fs from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from './chromium.ts'

const widths = [320, 390, 768, 1440]

const [baseUrl, outDir, ...paths] = process.argv.slice(2)
if (!baseUrl || !outDir || !paths.length) {
  console.error('Usage: node tests/support/browser/screenshots.ts BASE_URL OUT_DIR PATH…')
  process.exit(2)
}
await takeScreenshots(baseUrl, outDir, paths)

/** Saves a full-page picture of each path at the widths of phones, tablets and desktops. */
async function takeScreenshots(baseUrl: string, outDir: string, paths: string[]) {
  fs.mkdirSync(outDir, { recursive: true })
  const browser = await chromium.launch(await findChromium())
  for (const width of widths) {
    const viewport = { width, height: width < 800 ? 844 : 900 }
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce', hasTouch: width < 800 })
    for (const each of paths) {
      await page.goto(new URL(each, baseUrl).href, { waitUntil: 'networkidle' })
      await wakeLazyParts(page)
      const name = each.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
      const file = path.join(outDir, `${name}-${width}.png`)
      await page.screenshot({ path: file, fullPage: true })
      console.log(file)
    }
    await page.close()
  }
  await browser.close()
}

/** Scrolls once through the page, so that parts which load when they come near are in the picture. */
async function wakeLazyParts(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
}
