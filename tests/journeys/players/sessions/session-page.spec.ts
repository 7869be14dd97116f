import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, expectSentToLogIn, signUp, test } from '../../fixtures.ts'

test('a player reads the story of their session, adds to it, and goes back', async ({
  page,
  openSecondPage,
  baseURL,
  expectProblem,
}) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  await page.goto('/sessions')
  await page.getByRole('link', { name: /^Booking LU-/ }).click()
  await expect(page.getByRole('heading', { name: '1-on-1 Basic Session with VexFlip' })).toBeVisible()
  await expect(page).toHaveURL(`/sessions/${bookingId}`)
  const story = page.getByRole('list', { name: 'What happened, oldest first' })
  await expect(story).toContainText('Paid $29 by Visa •••• 4242')
  await page.getByRole('button', { name: /^Prepare/ }).click()
  await page.getByLabel('What do you want to reach?').fill('Win one box fight in two')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(story).toContainText('Said what to work on')
  await expect(page.getByText('Goal: Win one box fight in two')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to My Sessions' }).click()
  await expect(page.getByRole('heading', { name: 'My Sessions' })).toBeVisible()

  const other = await openSecondPage()
  await expectSentToLogIn(other, `/sessions/${bookingId}`)
  await signUp(other)
  expectProblem(/status of 404/)
  await other.goto(`/sessions/${bookingId}`)
  await expect(other.getByRole('heading', { name: 'We could not find that session' })).toBeVisible()
  await expectAccessible(other)
})
