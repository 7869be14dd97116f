import type { Page } from '@playwright/test'
import type { Application } from '#src/features/applications/contract.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { openBooks } from '#tools/drills/books.ts'
import { startFreshApp } from '../../support/fresh-app.ts'
import { callsTo } from '../by-call.ts'
import { expect, setWidth, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'
import { fillWithLongestWords } from '../longest-words.ts'

test('long names, words, addresses and sums widen no screen of players, staff and coaches', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const outside = callsTo(baseURL!)
  const player = await outside.signUp(`Unbroken${'y'.repeat(71)}`)
  const { token } = player
  const bookingId = await outside.book(token, 'VexFlip')
  await outside.book(token, 'VexFlip')
  for (const content of [`https://clips.test/${'a'.repeat(110)}`, 'Which map first? '.repeat(7)])
    await outside.call('POST', '/api/messages', token, { bookingId, content })
  const application = await outside.call<Application>('POST', '/api/coach-applications', '', {
    applicantName: `Unbroken${'z'.repeat(71)}`,
    applicantEmail: `${'w'.repeat(50)}-${crypto.randomUUID().slice(0, 8)}@e2e.test`,
    applicantPhone: '+12125550177',
    gameExpertise: 'both',
    currentRank: 'Champion',
    coachingExperience: 'Two seasons of replay reviews.',
    whyCoach: 'x'.repeat(110),
    availability: 'Evenings',
  })
  await outside.call('POST', '/api/contacts', token, {
    name: `Unbroken${'v'.repeat(71)}`,
    email: `${'w'.repeat(50)}@e2e.test`,
    game: 'both',
    message: 'x'.repeat(110),
  })
  const screens = {
    [player.email]: ['/sessions'],
    'coach@demo.test': ['', `?thread=${bookingId}`, '?section=agenda'].map((query) => `/coach-dashboard${query}`),
    'owner@demo.test': ['', '?tab=messages', `?tab=messages&booking=${bookingId}`, '?tab=money', '?tab=contacts'].map(
      (query) => `/owner${query}`,
    ),
    'admin@demo.test': [
      ...['/admin-sms', '/admin-sms?tab=applications'],
      ...['message', 'sms'].map((mode) => `/admin-sms?booking=${bookingId}&mode=${mode}`),
      ...['', '&mode=message', '&mode=sms'].map((mode) => `/admin-sms?application=${application.id}${mode}`),
    ],
  }
  await page.route('**/api/money-desk*', async (route) => {
    const answer = await route.fetch()
    const sums = { booked: '104120.50', paid: '104120.50', refunded: '11114.50', refundedByProvider: '11114.50' }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...sums } })
  })
  await page.route('**/api/bookings/mine', async (route) => {
    const answer = await route.fetch()
    const sessions: MySession[] = await answer.json()
    const coachName = `Unbroken${'u'.repeat(40)}`
    await route.fulfill({ response: answer, json: sessions.map((session) => ({ ...session, coachName })) })
  })
  const faults: string[] = []
  for (const [email, paths] of Object.entries(screens)) {
    await enter(page, email, email === player.email ? player.password : undefined)
    for (const path of paths) {
      await page.goto(path)
      await expect(
        page
          .getByText(/^Unbroken/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      for (const width of [320, 390, 1440]) {
        await setWidth(page, width)
        // An opened chat scrolls into view, and the header lies over what scrolled past.
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        const found = await page.evaluate(findLayoutFaults)
        faults.push(...found.map((fault) => `${path} at ${width}: ${fault}`))
        for (const log of await page.getByRole('log').all())
          expect(await log.evaluate((each) => each.scrollWidth - each.clientWidth), path).toBe(0)
      }
    }
  }
  expect(faults).toEqual([])
})

test('a coach with the longest words widens no public page, and cuts none of them off', async ({ page }) => {
  test.slow()
  const app = await startFreshApp()
  const books = openBooks(app.dataDir)
  try {
    await fillWithLongestWords(app.url, books)
    const faults: string[] = []
    for (const path of ['/', '/coaches', '/coaches/vexflip', '/stories']) {
      await page.goto(app.url + path)
      await expect(
        page
          .getByText(/^Unbroken/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      for (const width of [320, 390, 768, 1440]) {
        await setWidth(page, width)
        const found = await page.evaluate(findLayoutFaults)
        faults.push(...found.map((fault) => `${path} at ${width}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  } finally {
    await page.goto('about:blank')
    await books.close()
    await app.stop()
  }
})

/** Signs somebody in, in this page's browser. */
async function enter(page: Page, email: string, password = 'levelup-demo') {
  await page.goto('/robots.txt')
  const session = await page.request.post('/api/auth/login', { data: { email, password } })
  await page.evaluate(
    ({ token, user }) => {
      localStorage.setItem('auth_token', token)
      localStorage.setItem('user', JSON.stringify(user))
    },
    await session.json(),
  )
}
