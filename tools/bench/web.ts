import http from 'node:http'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '#tests/support/chromium.ts'
import { freePort, startFreshApp } from '#tests/support/fresh-app.ts'

const pages = ['/', '/coaches/vexflip']

/** What a first visit to a page may load, in compressed bytes. Sizes are exact, so they fail the run. */
const budgets = { 'HTML+JS+CSS': 130_000, JS: 102_000 }

const categories = ['performance', 'accessibility', 'best-practices', 'seo']

type Run = { figures: Record<string, number>; sizes: Record<string, number> }

const rounds = Number(process.argv[2] ?? 5)
const app = await startFreshApp()
try {
  for (const page of pages) {
    const runs: Run[] = []
    for (let round = 0; round < rounds; round++) runs.push(await measure(app.url + page))
    report(page, runs)
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

function report(page: string, runs: Run[]) {
  console.log(`Lighthouse, phone, ${page}, median of ${runs.length}`)
  for (const name of Object.keys(runs[0]!.figures)) {
    console.log(`${name.padEnd(16)} ${median(runs.map((run) => run.figures[name]!))}`)
  }
  for (const name of Object.keys(runs[0]!.sizes)) {
    const size = median(runs.map((run) => run.sizes[name]!))
    const budget = budgets[name as keyof typeof budgets]
    const verdict = budget === undefined ? '' : `of ${budget / 1000} kB${size > budget ? ': OVER BUDGET' : ''}`
    console.log(`${name.padEnd(16)} ${(size / 1000).toFixed(1)} kB ${verdict}`)
    if (budget !== undefined && size > budget) process.exitCode = 1
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
