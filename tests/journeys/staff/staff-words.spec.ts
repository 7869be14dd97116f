import type { Page } from '@playwright/test'
import type { Application } from '#src/features/applications/contract.ts'
import { letters } from '#tests/support/letters.ts'
import { basic } from '../../support/prices.ts'
import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, logIn, signUp, test } from '../fixtures.ts'
import { routeUntil } from '../route-until.ts'

// What staff's screens say when something does not get through, in fixed words (SCREEN-1).

const admin = { email: 'admin@demo.test', name: 'Demo Admin' }

/** The toast of these words. */
async function expectToast(page: Page, title: string, description: string) {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await expect(page.getByText(description, { exact: true })).toBeVisible()
}

/** Keeps what is asked of an address waiting; gives what breaks the line. */
async function hold(page: Page, url: string): Promise<() => void> {
  let breakOff = () => {}
  const broken = new Promise<void>((resolve) => {
    breakOff = resolve
  })
  const letThrough = await routeUntil(page, url, async (route) => {
    await broken
    await route.abort()
  })
  return () => {
    breakOff()
    letThrough()
  }
}

test('the owner reads which decision and which message did not get through', async ({
  page,
  baseURL,
  openSecondPage,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED/)
  const outside = callsTo(baseURL!)
  const playerPage = await openSecondPage()
  const tag = `Climber-${letters()}`
  const { token } = await signUp(playerPage, tag)
  const bookingId = await outside.book(token, 'VexFlip')
  await outside.call('POST', '/api/messages', token, { bookingId, content: 'Which map first?' })
  await outside.call('POST', '/api/success-stories', token, {
    coachName: 'VexFlip',
    game: 'rocket-league',
    beforeRank: 'Gold I',
    afterRank: 'Diamond II',
    story: 'I stopped chasing the ball.',
    sessionsCount: 3,
  })
  const rating = {
    id: crypto.randomUUID(),
    bookingId,
    coachName: 'VexFlip',
    rating: 4,
    review: null,
    game: 'both',
    isApproved: false,
    rejectReason: null,
    session: { customerName: 'Rimshot', playerId: null, number: 'LU-4KQ2X' },
    decisionId: null,
    createdAt: '2026-01-05T15:00:00.000Z',
  }
  await page.route('**/api/admin/ratings/pending*', (route) => route.fulfill({ json: [rating] }))
  await logInAsOwner(page)
  const lost = ['**/api/admin/ratings/*/approve', '**/api/admin/success-stories/*/approve', '**/feature']
  for (const url of lost) await page.route(url, (route) => route.abort())

  await page.getByRole('tab', { name: /^Ratings/ }).click()
  await page.getByRole('button', { name: 'Approve: rating of VexFlip' }).click()
  await expectToast(page, 'Failed to approve rating.', 'Please try again.')

  await page.getByRole('tab', { name: /^Stories/ }).click()
  await page.getByRole('button', { name: `Approve: story of ${tag}` }).click()
  await expectToast(page, 'Failed to approve story.', 'Please try again.')
  await page.getByRole('button', { name: `Feature: story of ${tag}` }).click()
  await expectToast(page, 'Failed to feature story.', 'Please try again.')
  for (const url of lost) await page.unroute(url)
  await page.getByRole('button', { name: `Approve: story of ${tag}` }).click()
  await expectToast(page, 'Story approved', 'The success story is now public.')
  await expect(page.getByRole('button', { name: `Approve: story of ${tag}` })).toHaveCount(0)

  await page.getByRole('tab', { name: /^Messages/ }).click()
  await page
    .getByRole('tabpanel', { name: /^Messages/ })
    .getByRole('button', { name: new RegExp(tag) })
    .first()
    .click()
  const thread = page.getByRole('region', { name: `Messages with ${tag}` })
  const send = thread.getByRole('button', { name: 'Send Message' })
  await thread.getByRole('textbox').fill('Champions Field.')
  await send.click()
  const [theirs, own] = ['Which map first?', 'Champions Field.'].map((hasText) =>
    thread.getByRole('article').filter({ hasText }),
  )
  await expect(own!).toBeVisible()
  expect((await own!.boundingBox())!.x).toBeGreaterThan((await theirs!.boundingBox())!.x)
  const colourOf = (bubble: typeof own) => bubble!.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await colourOf(own)).not.toBe(await colourOf(theirs))

  const breakOff = await hold(page, '**/api/messages')
  await thread.getByRole('textbox').fill('And then?')
  await send.click()
  await thread.getByRole('textbox').fill('Something more')
  await expect(send).toBeDisabled()
  breakOff()
  await expectToast(page, 'Error', 'Failed to send message. Please try again.')
  await expect(send).toBeEnabled()
})

test('an admin reads which message, SMS or decision did not get through, and which customer left no number', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED/)
  const { call, signUp, book } = callsTo(baseURL!)
  const { token } = await signUp()
  const bookingId = await book(token, 'VexFlip')
  const apply = (change: object) =>
    call<Application>('POST', '/api/coach-applications', '', {
      applicantName: 'Rimshot',
      applicantEmail: `coach-${crypto.randomUUID()}@e2e.test`,
      gameExpertise: 'both',
      currentRank: 'Champion II',
      coachingExperience: 'Two seasons with my club.',
      whyCoach: 'I like to explain.',
      availability: 'Weekends',
      ...change,
    })
  const { id } = await apply({ applicantPhone: '+12125550123' })
  const { id: withoutPhone } = await apply({})

  await logIn(page, admin.email, `/admin-sms?application=${id}&mode=message`)
  await page.route('**/api/admin/send-*', (route) => route.abort())
  await page.getByLabel('Message', { exact: true }).fill('This week.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectToast(page, 'Message failed', 'Failed to send internal message. Please try again.')

  async function sms(to: string) {
    await page.goto(`/admin-sms?${to}&mode=sms`)
    await page.getByLabel('SMS', { exact: true }).fill('See you at six.')
    await page.getByRole('button', { name: 'Send SMS' }).click()
  }
  await sms(`application=${id}`)
  await expectToast(page, 'SMS failed', 'Failed to send SMS. Please check the phone number and try again.')
  await expect(page.getByLabel('SMS', { exact: true })).toHaveValue('See you at six.')
  await sms(`booking=${bookingId}`)
  await expectToast(page, 'No phone number', "This customer doesn't have a phone number on file.")
  await sms(`application=${withoutPhone}`)
  await expectToast(page, 'No phone number', "This coach applicant doesn't have a phone number on file.")
  await page.goto(`/admin-sms?booking=${bookingId}&mode=message`)
  await page.getByLabel('Message', { exact: true }).fill('This week.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectToast(page, 'No phone number', "This customer doesn't have a phone number on file.")
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('This week.')

  await page.goto(`/admin-sms?application=${id}`)
  const [approve, reject] = ['Approve', 'Reject'].map((name) => page.getByRole('button', { name, exact: true }))
  const breakOff = await hold(page, `**/api/coach-applications/${id}`)
  await reject!.click()
  await expect(approve!).toBeDisabled()
  await expect(reject!).toBeDisabled()
  breakOff()
  await expectToast(page, 'Failed to update application', 'An error occurred while updating the application.')
  await reject!.click()
  await expect(page.getByText('Notes: Rejected by admin')).toBeVisible()
  await expect(reject!).toBeDisabled()
  await expect(approve!).toBeEnabled()

  await page.getByRole('button', { name: 'Close Review' }).click()
  for (const name of [/^Customer Bookings \(\d+\)$/, /^Coach Applications \(\d+\)$/])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Coach Applications/ })).toHaveAttribute('aria-pressed', 'true')
})

test('the admin area shows a booking beside the list, and names its admin in every call', async ({
  page,
  baseURL,
  isMobile,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED/)
  const outside = callsTo(baseURL!)
  const player = await outside.signUp()
  const bookingId = await outside.book(player.token, 'VexFlip')
  // The signed-in admin's name and e-mail are enough, without a code.
  await logIn(page, admin.email, '/sessions')
  await page.goto(`/admin?booking=${bookingId}`)
  await expect(page.getByLabel('Admin email')).toHaveValue(admin.email)
  const listed = page.waitForRequest(/\/api\/admin\/bookings\?adminEmail=admin%40demo\.test/)
  const read = page.waitForRequest(new RegExp(`/booking/${bookingId}/messages\\?adminEmail=admin%40demo\\.test`))
  await page.getByRole('button', { name: 'Continue' }).click()
  await listed
  await read
  const booking = page.getByRole('region', { name: 'Booking of Test Player' })
  for (const detail of [player.email, '1-on-1 Basic Session', 'VexFlip', `$${basic.decimal}`, 'Confirmed', /pi_/])
    await expect(booking).toContainText(detail)
  const entry = page.getByRole('list', { name: 'Recent bookings' }).getByRole('button').first()
  if (isMobile) await expect(entry).toBeHidden()
  else expect((await entry.boundingBox())!.x).toBeLessThan((await booking.boundingBox())!.x)

  // About 24rem high, and it scrolls.
  const log = booking.getByRole('log')
  const { height } = (await log.boundingBox())!
  expect(height / 16).toBeGreaterThan(22)
  expect(height / 16).toBeLessThan(26)
  await expect(log).toHaveCSS('overflow-y', 'auto')

  const message = `**/api/admin/booking/${bookingId}/message?adminEmail=*`
  await page.route(message, (route) => route.abort())
  await booking.getByLabel('Your message').fill('We moved the server.')
  await booking.getByRole('button', { name: 'Send' }).click()
  await expectToast(page, 'Failed to Send Message', 'Please try again.')
  await page.unroute(message)
  await booking.getByRole('button', { name: 'Send again' }).click()
  await expect(log.getByRole('article').filter({ hasText: 'We moved the server.' })).toBeVisible()
  const again = page.waitForResponse(new RegExp(`/booking/${bookingId}/messages\\?adminEmail=.*&after=1`))
  expect((await again).status()).toBe(200)
})
