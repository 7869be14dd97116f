import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { openBooks } from '#tools/drills/books.ts'
import { startFreshApp } from '../../support/fresh-app.ts'
import { basic } from '../../support/prices.ts'
import { proceed } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { test as base, expect, expectAccessible, signUp } from '../fixtures.ts'

type App = Awaited<ReturnType<typeof startFreshApp>>

/** An app of the test's own that counts what comes from one network. */
const test = base.extend<{ app: App }>({
  app: async ({ browserName: _ }, use) => {
    const app = await startFreshApp({ RATE_LIMITS: 'on' })
    await use(app)
    await app.stop()
  },
  baseURL: ({ app }, use) => use(app.url),
})
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

type Free = { days: { hours: { date: string; time: string; state: string }[] }[] }

/** The free hours of one coach, and newcomers of this machine's network who hold them. */
async function newcomersOf(baseURL: string) {
  const outside = callsTo(baseURL)
  const coaches = await outside.call<{ id: string; name: string }[]>('GET', '/api/coaches')
  const coachId = coaches.find(({ name }) => name === 'VexFlip')!.id
  const path = `/api/free-hours?serviceId=1on1-basic&coachId=${coachId}`
  const { days } = await outside.call<Free>('GET', path)
  const free = days.flatMap(({ hours }) => hours.filter(({ state }) => state === 'free'))
  const holdOne = async ({ date, time }: { date: string; time: string }) => {
    const { token } = await outside.signUp()
    const metadata = { coachId, serviceId: '1on1-basic', selectedDate: date, selectedTime: time }
    return outside.call('POST', '/api/create-payment-intent', token, { amount: basic.decimal, metadata })
  }
  return { free, holdOne }
}

/** Opens the booking dialog of that coach at the first hour of the page. */
async function bookFirst(page: Page) {
  await page.goto('/coaches/vexflip')
  await page
    .getByRole('button', { name: /^Book \d+:00/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /1-on-1 Basic/ }).check()
  return dialog
}

test('a newcomer whose network holds many hours of a coach reads why, when one gets free, and which other hours and coaches there are', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  expectProblem(/status of 429/)
  const { free, holdOne } = await newcomersOf(baseURL!)
  const holdAll = async () => {
    for (const hour of free) await holdOne(hour)
  }
  await expect(holdAll()).rejects.toThrow('429')

  await signUp(page)
  const dialog = await bookFirst(page)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  const refusal = dialog.getByRole('alert')
  await expect(refusal).toContainText(
    /^Your network \(school, dorm, mobile\?\) holds several unpaid hours of VexFlip\. One gets free in [45] min; others are open now\./,
  )
  await expect(refusal).toBeInViewport()
  await expectAccessible(page)
  const nearest = refusal.getByRole('button')
  await expect(nearest).toHaveCount(3)
  const when = (await nearest.first().textContent())!
  await nearest.first().click()
  await expect(dialog.getByRole('status')).toContainText(when.replace(',', ', ').split(', ').at(-1)!)

  await refusal.getByRole('link', { name: 'Other coaches' }).click()
  await expect(page).toHaveURL(/\/coaches$/)
})

test('whose hour goes to another newcomer of the network reads so beside the card form, with other hours', async ({
  page,
  app,
}) => {
  const { free, holdOne } = await newcomersOf(app.url)
  await signUp(page)
  const dialog = await bookFirst(page)
  const asked = page.waitForRequest('**/api/create-payment-intent')
  await proceed(page)
  const { selectedDate: date, selectedTime: time } = (await asked).postDataJSON().metadata
  const others = free.filter((hour) => hour.date !== date || hour.time !== time)
  const next = () => holdOne(others.shift()!)
  const fill = async () => {
    while (others.length > 2) await next()
  }
  await expect(fill()).rejects.toThrow('429')

  const books = openBooks(app.dataDir)
  await books.db.execute(sql`update orders set created_at = created_at - interval '6 minutes' where status = 'open'`)
  await books.close()
  await next()
  await holdOne({ date, time })
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const gone = dialog.getByRole('alert').filter({ hasText: 'Another player got this hour' })
  await expect(gone).toContainText(
    /^Another player got this hour: your network held several unpaid\.No money was taken\. .* is gone; nearest:/,
  )
  await expect(gone.getByRole('button')).toHaveCount(3)
})
