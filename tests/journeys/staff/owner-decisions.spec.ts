import type { Application } from '#src/features/applications/contract.ts'
import { letters } from '#tests/support/letters.ts'
import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { holdSession } from '../hold-session.ts'

const newTag = (kind: string) => `${kind}-${letters()}`

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
  await dialog.getByRole('radio', { name: 'It has private data in it' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Rating rejected', { exact: true })).toBeVisible()
  await expect(rating.getByRole('button')).toHaveText(['Undo'])

  await playerPage.goto('/sessions')
  await expect(playerPage.getByText('Not published: It has private data in it')).toBeVisible()
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
  const undo = page.getByRole('button', { name: `Undo: story of ${rejected}` })
  await expect(undo).toBeFocused()
  await expect(undo).toHaveAccessibleDescription('You can undo this for 10 seconds.')
  await expectAccessible(page)
  await undo.click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Approve: story of ${rejected}` })).toBeEnabled()

  await page.getByRole('button', { name: `Feature: story of ${featured}` }).click()
  const onHome = page.getByRole('list', { name: 'Featured stories' })
  await expect(onHome).toContainText(featured)
  await page.getByRole('button', { name: `Remove from homepage: story of ${featured}` }).click()
  await expect(page.getByText('Story removed', { exact: true })).toBeVisible()
  await expect(onHome).not.toContainText(featured)
  await expect(page.getByRole('list', { name: 'Approved stories' })).toContainText(featured)
})

test('a row that was decided on hands the focus to the next, and the last one to the panel', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const outside = callsTo(baseURL!)
  const [first, second] = [newTag('First'), newTag('Second')]
  for (const name of [second, first]) {
    const { token, email } = await outside.signUp(name)
    await outside.call('POST', '/api/success-stories', token, {
      coachName: 'VexFlip',
      game: 'rocket-league',
      beforeRank: 'Gold I',
      afterRank: 'Diamond II',
      story: 'I stopped chasing the ball.',
      sessionsCount: 3,
    })
    await outside.call('POST', '/api/contacts', token, { name, email, game: 'both', message: 'On Sundays, too?' })
  }
  // Other journeys add rows of their own meanwhile.
  for (const path of ['**/api/admin/success-stories/pending*', '**/api/contacts*'])
    await page.route(path, async (route) => {
      const rows = (await (await route.fetch()).json()) as { name: string; userName: string }[]
      await route.fulfill({ json: rows.filter(({ name, userName }) => [first, second].includes(name ?? userName)) })
    })
  await logInAsOwner(page)
  await page.goto('/owner?tab=stories')
  const list = page.getByRole('list', { name: 'Stories to review' })
  const pending = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await pending(first)
    .getByRole('button', { name: /^Approve/ })
    .press('Enter')
  // It stays for as long as it can be undone.
  await expect(pending(first).getByRole('button', { name: /^Undo/ })).toBeFocused()
  await expect(pending(second).getByRole('heading')).toBeFocused()
  await expect(pending(first)).toHaveCount(0)
  await pending(second)
    .getByRole('button', { name: /^Reject/ })
    .press('Enter')
  await page.getByRole('dialog').getByLabel('Reason').fill('No story in it.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(page.getByText('No stories to review')).toBeVisible()
  await expect(page.getByRole('tabpanel')).toBeFocused()

  await page.getByRole('tab', { name: /^Contacts/ }).click()
  await page.getByRole('button', { name: `Answered: ${first}`, exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: `Not answered: ${first}` })).toBeFocused()
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
    await expect(visitor.getByText('Passing plays coach')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(visitor.getByText('1120+')).toBeVisible()
  await expect(visitor.getByText('Of these, 1120 students from before Level Up. Source: Own log')).toBeVisible()
  // What it still asks for would be gone.
  await visitor.close()

  await coach.getByRole('button', { name: /^Deactivate/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Coach deactivated', { exact: true })).toBeVisible()
  await expect(coach.getByRole('button', { name: /^Publish/ })).toBeVisible()
  expect((await page.request.get(`/coaches/${name.toLowerCase()}`)).status()).toBe(404)
})

test('what the owner typed into a dialog or a note stays when another tab logs out, and goes when it is closed', async ({
  page,
  context,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const name = newTag('Typed')
  const { token } = await outside.signUp(name)
  const bookingId = await outside.book(token, 'VexFlip')
  await outside.call('POST', '/api/messages', token, { bookingId, content: 'Which map first?' })
  await outside.call('POST', '/api/success-stories', token, {
    ...{ coachName: 'VexFlip', game: 'fortnite', beforeRank: 'Gold I', afterRank: 'Elite' },
    ...{ story: `${name} learned to wait for the storm.`, sessionsCount: 2 },
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const refund = { path: `/owner?booking=${bookingId}`, opens: 'Refund', field: 'Why?', closes: 'Not now' }
  const reject = `Reject: story of ${name}`
  const story = { path: '/owner?tab=stories', opens: reject, field: 'Reason', closes: 'Not now' }
  const path = `/owner?tab=messages&booking=${bookingId}`
  const note = { path, opens: 'Notes', field: 'New note', closes: 'Notes' }
  for (const { path, opens, field, closes } of [refund, story, note]) {
    await logInAsOwner(page)
    await page.goto(path)
    await button(opens).click()
    await page.getByLabel(field).fill('We answered late.')

    const other = await context.newPage()
    await other.goto('/')
    await other.evaluate(() => localStorage.removeItem('auth_token'))
    await other.close()
    await expect(page).toHaveURL(/\/login\?next=/)

    await logInAsOwner(page)
    await page.goto(path)
    await button(opens).click()
    await expect(page.getByLabel(field)).toHaveValue('We answered late.')
    await button(closes).click()
    await button(opens).click()
    await expect(page.getByLabel(field)).toHaveValue('')
  }
})
