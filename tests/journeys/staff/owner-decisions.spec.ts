import { randomBytes } from 'node:crypto'
import type { Application } from '#src/features/applications/contract.ts'
import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { holdSession } from '../hold-session.ts'

const newTag = (kind: string) => `${kind}-${randomBytes(3).toString('hex')}`

test('the owner turns a rating down, and its player reads why', async ({ page, baseURL, openSecondPage }) => {
  test.skip(!process.env.E2E_DATA_DIR, 'the session must be over, which takes the database of an app of our own')
  const outside = callsTo(baseURL!)
  const playerPage = await openSecondPage()
  const { token } = await signUp(playerPage)
  const bookingId = await outside.book(token, 'VexFlip')
  await holdSession(bookingId)
  await outside.call('POST', `/api/bookings/${bookingId}/complete`, await outside.logIn('coach@demo.test'), {})
  const review = newTag('Review')
  await outside.call('POST', '/api/ratings', token, { bookingId, rating: 2, review })

  await logInAsOwner(page)
  await page.goto('/owner?tab=ratings')
  const rating = page.getByRole('listitem').filter({ hasText: review })
  await rating.getByRole('button', { name: /^Reject/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('It names another player.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Rating rejected', { exact: true })).toBeVisible()
  await expect(rating).toHaveCount(0)

  await playerPage.goto('/sessions')
  await expect(playerPage.getByText('Not published: It names another player.')).toBeVisible()
})

test('the owner turns a story down, and takes another off the home page', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const [rejected, featured] = [newTag('Loud'), newTag('Calm')]
  for (const name of [rejected, featured]) {
    const { token } = await outside.signUp(name)
    await outside.call('POST', '/api/success-stories', token, {
      coachName: 'VexFlip',
      game: 'rocket-league',
      beforeRank: 'Gold I',
      afterRank: 'Diamond II',
      story: `${name} stopped chasing the ball.`,
      sessionsCount: 3,
    })
  }
  await logInAsOwner(page)
  await page.goto('/owner?tab=stories')
  await page.getByRole('button', { name: `Reject: story of ${rejected}` }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('No story in it.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Story rejected', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: rejected })).toHaveCount(0)

  await page.getByRole('button', { name: `Feature: story of ${featured}` }).click()
  const onHome = page.getByRole('list', { name: 'Featured stories' })
  await expect(onHome).toContainText(featured)
  await page.getByRole('button', { name: `Remove from homepage: story of ${featured}` }).click()
  await expect(page.getByText('Story removed', { exact: true })).toBeVisible()
  await expect(onHome).not.toContainText(featured)
  await expect(page.getByRole('list', { name: 'Approved stories' })).toContainText(featured)
})

test('the owner edits a new coach, publishes and deactivates them', async ({ page, baseURL, openSecondPage }) => {
  const outside = callsTo(baseURL!)
  const name = newTag('Wingman')
  const { id } = await outside.call<Application>('POST', '/api/coach-applications', '', {
    applicantName: name,
    applicantEmail: `${name.toLowerCase()}@e2e.test`,
    gameExpertise: 'rocket-league',
    currentRank: 'Champion III',
    coachingExperience: 'My club.',
    whyCoach: 'I like it.',
    availability: 'Evenings',
  })
  const headers = { authorization: `Bearer ${await outside.logIn('admin@demo.test')}` }
  const data = { status: 'approved' }
  expect((await page.request.patch(`/api/coach-applications/${id}`, { data, headers })).status()).toBe(200)

  await logInAsOwner(page)
  await page.goto('/owner?tab=coaches')
  await page.getByLabel('Find a coach').fill(name)
  const coach = page.getByRole('listitem').filter({ hasText: name })
  await coach.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(`${name} II`)
  await dialog.getByLabel('Title').fill('Passing plays coach')
  await dialog.getByLabel('Students before').fill('1,120')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Say where these figures come from.')).toBeVisible()
  await dialog.getByLabel('Source').fill('Own log')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Coach saved', { exact: true })).toBeVisible()
  await expect(coach.getByRole('heading')).toHaveText(`${name} II`)
  await expect(coach.getByText('Hours not confirmed yet')).toBeVisible()
  await coach.getByRole('button', { name: /^Publish/ }).click()
  const publish = page.getByRole('dialog', { name: `Publish ${name} II?` })
  await expect(publish.getByText('There is no account')).toBeVisible()
  await publish.getByLabel('Why now?').fill('We tell them of each booking by phone.')
  await expectAccessible(page)
  await publish.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText('Coach published', { exact: true })).toBeVisible()
  const visitor = await openSecondPage()
  await expect(async () => {
    await visitor.goto(`/coaches/${name.toLowerCase()}`)
    await expect(visitor.getByText('Passing plays coach')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(visitor.getByText('1120+')).toBeVisible()
  await expect(visitor.getByText('Of these, 1120 students from before Level Up. Source: Own log')).toBeVisible()
  // What it still asks for would be gone.
  await visitor.close()

  await coach.getByRole('button', { name: /^Deactivate/ }).click()
  await expect(page.getByText('Coach deactivated', { exact: true })).toBeVisible()
  await expect(coach.getByRole('button', { name: /^Publish/ })).toBeVisible()
  expect((await page.request.get(`/coaches/${name.toLowerCase()}`)).status()).toBe(404)
})
