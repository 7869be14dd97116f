import type { Page } from '@playwright/test'
import { letters } from '#tests/support/letters.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'

test('a visitor reads the stories but has to log in to share one', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/')
  const stories = page.getByRole('region', { name: 'Success stories' })
  await expect(stories.getByRole('article').first()).toContainText(/Before.+After/)
  await expect(stories.getByRole('button', { name: 'Login to Share Your Story' })).toBeDisabled()
})

test('a shared story is reviewed, then stands on the home page', async ({ page, openSecondPage }) => {
  const tag = `Climber-${letters()}`
  await signUp(page, tag)
  await page.goto('/')
  const stories = page.getByRole('region', { name: 'Success stories' })
  await stories.scrollIntoViewIfNeeded()
  await stories.getByRole('button', { name: 'Share Your Story' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Your Story' })
  await expect(dialog.getByText('Your story will be reviewed and published later')).toBeVisible()

  await dialog.getByRole('button', { name: 'Submit Story' }).click()
  for (const message of [
    'Coach name is required',
    'Please select a game',
    'Before rank is required',
    'After rank is required',
    'Story must be at least 10 characters',
  ])
    await expect(dialog.getByText(message)).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Coach', { exact: true }).selectOption('VexFlip')
  await dialog.getByLabel('Game').selectOption('Rocket League')
  await dialog.getByLabel('Rank before').fill('Silver III')
  await dialog.getByLabel('Rank after').fill('Diamond I')
  await dialog.getByLabel('Your story').fill('Six weeks, one habit at a time.')
  await dialog.getByLabel('Sessions with this coach').fill('6')
  const answered = page.waitForResponse('**/api/success-stories')
  const listed = page.waitForResponse('**/api/success-stories/featured')
  await dialog.getByRole('button', { name: 'Submit Story' }).click()
  const { id } = await (await answered).json()
  await expect(page.getByText('Success story submitted!', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await listed
  await expect(stories.getByText(tag)).toBeHidden()

  const visitor = await openSecondPage()
  const token = await ownerToken(visitor)
  const headers = { authorization: `Bearer ${token}` }
  const featured = await visitor.request.post(`/api/admin/success-stories/${id}/feature`, { headers })
  expect(featured.status()).toBe(200)
  const card = visitor.getByRole('article').filter({ hasText: tag })
  // The kept page is dropped a moment after the answer.
  await expect(async () => {
    await visitor.goto('/')
    await expect(card).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(card).toContainText('BeforeSilver IIIAfterDiamond I')
  await expect(card).toContainText('6 sessions with VexFlip')
  await expectAccessible(visitor)
})

test('an approved story that is not featured is among all stories, and not on the home page', async ({
  page,
  baseURL,
}) => {
  const { call, signUp, logIn } = callsTo(baseURL!)
  const tag = `Quiet-${letters()}`
  const { token } = await signUp(tag)
  const { id } = await call<{ id: string }>('POST', '/api/success-stories', token, {
    coachName: 'VexFlip',
    game: 'fortnite',
    beforeRank: 'Gold I',
    afterRank: 'Elite',
    story: 'I stopped running into the storm.',
  })
  await call('POST', `/api/admin/success-stories/${id}/approve`, await logIn('owner@demo.test'))
  const card = page.getByRole('article').filter({ hasText: tag })
  // The kept page is dropped a moment after the answer.
  await expect(async () => {
    await page.goto('/stories')
    await expect(card).toContainText('I stopped running into the storm.', { timeout: 5_000 })
  }).toPass()
  // Also for readers without scripts, such as search engines.
  expect(await (await page.request.get('/stories')).text()).toContain('I stopped running into the storm.')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Success stories' }).getByRole('article').first()).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('a story that is refused stays in the form', async ({ page, expectProblem }) => {
  expectProblem(/status of 503/)
  expectProblem(/^503 /)
  await signUp(page)
  await page.goto('/')
  await page.getByRole('region', { name: 'Success stories' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Share Your Story' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Coach', { exact: true }).selectOption({ index: 1 })
  await dialog.getByLabel('Game').selectOption('Fortnite')
  await dialog.getByLabel('Rank before').fill('Gold I')
  await dialog.getByLabel('Rank after').fill('Elite')
  await dialog.getByLabel('Your story').fill('I stopped running into the storm.')
  await dialog.getByLabel('Sessions with this coach').fill('6')
  await page.route('**/api/success-stories', (route) => route.fulfill({ status: 503, body: '' }))
  await dialog.getByRole('button', { name: 'Submit Story' }).click()
  await expect(page.getByText('Error submitting story', { exact: true })).toBeVisible()
  await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Share Your Story' }).click()
  await expect(dialog.getByLabel('Your story')).toHaveValue('I stopped running into the storm.')
  await expect(dialog.getByLabel('Game')).toHaveValue('fortnite')
  await expect(dialog.getByLabel('Sessions with this coach')).toHaveValue('6')
})

async function ownerToken(page: Page): Promise<string> {
  const answer = await page.request.post('/api/auth/login', {
    data: { email: 'owner@demo.test', password: 'levelup-demo' },
  })
  return (await answer.json()).token
}
