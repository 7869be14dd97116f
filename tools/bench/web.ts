import http from 'node:http'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '#tests/support/browser/chromium.ts'
import { freePort, startFreshApp } from '#tests/support/fresh-app.ts'

/** Each page, and the bytes of JavaScript that a first visit to it may load, compressed. */
const pages = { '/': 90_000, '/coaches': 102_000, '/coaches/vexflip': 102_000 }

/**
 * `npm run bench:web [rounds]`: what a phone shows and loads. The median round is judged, as Lighthouse's own guide to its
 * variability asks, and a missed floor fails the command: what a first visit to a page may load, in compressed bytes, each
 * score of Lighthouse, and its largest paint.
 */
const wholeBudget = 130_000
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const slowestPaint = 1_500

type Run = { figures: Record<string, number>; sizes: Record<string, number> }

const rounds = Number(process.argv[2] ?? 3)
const app = await startFreshApp()
try {
  for (const [page, scriptBudget] of Object.entries(pages)) {
    // Nobody but the first visitor after a start meets an app that has not drawn the page yet.
    await fetch(app.url + page)
    const runs: Run[] = []
    for (let round = 0; round < rounds; round++) runs.push(await measure(app.url + page))
    report(page, runs, { 'HTML+JS+CSS': wholeBudget, JS: scriptBudget })
  }
} finally {
  await app.stop()
}

/** One Lighthouse run as a phone, in a new browser. */
async function measure(url: string): Promise<Run> {
  const { executablePath, env, args } = await findChromium()
  const port = await freePort()
  const browser = await chromium.launch({ executablePath, env, args: [...args, `--remote-debugging-port=${port}`] })
  try {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
    })
    const { audits, runtimeError } = result!.lhr
    if (runtimeError) throw new Error(runtimeError.message)
    const scores = Object.entries(result!.lhr.categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)])
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
    return {
      figures: {
        ...Object.fromEntries(scores),
        'FCP ms': Math.round(value('first-contentful-paint')),
        'LCP ms': Math.round(value('largest-contentful-paint')),
        'TBT ms': Math.round(value('total-blocking-time')),
        CLS: Number(value('cumulative-layout-shift').toFixed(3)),
      },
      sizes: await sizesOf(audits['network-requests']?.details),
    }
  } finally {
    await browser.close()
  }
}

/** Bytes of the bodies as a browser gets them (brotli), by kind of file; headers are not counted. */
async function sizesOf(requests: unknown): Promise<Record<string, number>> {
  const { items } = requests as { items: { resourceType: string; url: string }[] }
  async function sum(type: string) {
    const urls = items.filter((item) => item.resourceType === type).map((item) => item.url)
    const sizes = await Promise.all(urls.map(compressedSize))
    return sizes.reduce((total, size) => total + size, 0)
  }
  const sizes = {
    HTML: await sum('Document'),
    JS: await sum('Script'),
    CSS: await sum('Stylesheet'),
    Fonts: await sum('Font'),
  }
  return { ...sizes, 'HTML+JS+CSS': sizes.HTML + sizes.JS + sizes.CSS }
}

/** The size of an answer before it is decompressed, which `fetch` would hide. */
function compressedSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
        })
        answer.on('end', () => resolve(size))
        answer.on('error', reject)
      })
      .on('error', reject)
  })
}

function report(page: string, runs: Run[], budgets: Record<string, number>) {
  console.log(`Lighthouse, phone, ${page}, median (and worst) of ${runs.length}`)
  for (const name of Object.keys(runs[0]!.figures)) {
    const isScore = categories.includes(name)
    const best = runs.map((run) => run.figures[name]!).sort((a, b) => (isScore ? b - a : a - b))
    const median = best[Math.floor(best.length / 2)]!
    const isReached = isScore ? median === 100 : name !== 'LCP ms' || median <= slowestPaint
    print(name, `${median} (${best.at(-1)})`, isReached)
  }
  for (const name of Object.keys(runs[0]!.sizes)) {
    const size = Math.max(...runs.map((run) => run.sizes[name]!))
    print(`${name} bytes`, String(size), size <= (budgets[name] ?? Number.POSITIVE_INFINITY))
  }
}

function print(name: string, value: string, isReached: boolean) {
  console.log(`${name.padEnd(20)} ${value}${isReached ? '' : ' MISSED'}`)
  if (!isReached) process.exitCode = 1
}
