import type { MySession } from '#src/features/bookings/contract.ts'
import type { MyRating } from '#src/features/ratings/contract.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('a player rates a completed session by keyboard', async ({ page }) => {
  await page.goto('/login?next=/sessions')
  await page.getByLabel('Email').fill('player@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.keyboard.press('Enter')
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await expect(past).toBeVisible()

  const buttons = page.getByRole('button', { name: /^Rate / })
  await expect(buttons.first()).toBeVisible()
  const row = past.getByRole('listitem').filter({ has: buttons })
  const session = row.first()
  await session.getByRole('button', { name: /^Rate / }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rate session' })
  await dialog.getByRole('button', { name: 'Send rating' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose 1 to 5 stars')
  await dialog.getByRole('radio', { name: '1 star' }).focus()
  for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
  const review = `One new habit ${crypto.randomUUID().slice(0, 8)}`
  await dialog.getByLabel('Review').fill(review)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText('Rating sent', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()

  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth_token'))}` }
  const ratings: MyRating[] = await (await page.request.get('/api/ratings/mine', { headers })).json()
  const mine = ratings.find((rating) => rating.review === review)
  expect(mine).toMatchObject({ rating: 4, isApproved: false })
  const sessions: MySession[] = await (await page.request.get('/api/bookings/mine', { headers })).json()
  const { coachName } = sessions.find(({ id }) => id === mine!.bookingId)!
  await expect(
    past.getByRole('listitem').filter({ hasText: 'Waiting for review' }).filter({ hasText: coachName }),
  ).not.toHaveCount(0)
})
