import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'
import { holdSession } from '../../hold-session.ts'

test.skip(!process.env.E2E_DATA_DIR, 'a session must be over, which takes the database of an app of our own')

test('a player rates a session by its stars in the page, by keyboard, books again, and is asked for the story of three', async ({
  page,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookings = []
  for (const hoursAgo of [4, 30, 54]) {
    const id = await outside.book(token, 'DualShift')
    await holdSession(id, hoursAgo)
    bookings.push(id)
  }
  // As the mail leads there.
  await page.goto(`/sessions?rate=${bookings[0]}`)
  await expect(page.getByText('3 sessions held')).toBeVisible()
  const card = page.getByRole('region', { name: 'How was your 1-on-1 Basic Session with DualShift?' })
  await expect(card).toBeInViewport()
  await expect(card.getByRole('button', { name: 'Send rating' })).toBeHidden()
  await card.getByRole('radio', { name: '1 star' }).focus()
  for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight')
  await expect(card.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await card.getByLabel('Review').fill('One new habit')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Send rating' }).press('Enter')
  await expect(page.getByText('Rating sent', { exact: true })).toBeVisible()

  const thanks = page.getByRole('region', { name: 'Thank you!' })
  await expect(thanks.getByRole('heading')).toBeFocused()
  await thanks.getByRole('button', { name: 'Share Your Story' }).click()
  const story = page.getByRole('dialog', { name: 'Share Your Story' })
  await story.getByRole('button', { name: 'Cancel' }).click()
  await expect(story).toBeHidden()
  await thanks.getByRole('button', { name: /^Book again/ }).click()
  const dialog = page.getByRole('dialog', { name: 'DualShift' })
  await expect(dialog.getByRole('radio', { name: /^1-on-1 Basic Session/ })).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // The others are rated in a dialog.
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await expect(past.getByRole('listitem').first()).toContainText('Waiting for review')
  const rate = past.getByRole('button', { name: /^Rate session: / })
  await expect(rate).toHaveCount(2)
  // Few stars are answered by what can be done, not by cheer: only the first paid session has the guarantee.
  await rate.last().press('Enter')
  const older = page.getByRole('dialog', { name: 'Rate session' })
  await older.getByRole('radio', { name: '2 stars' }).check()
  await older.getByRole('button', { name: 'Send rating' }).click()
  const sorry = page.getByRole('dialog', { name: 'Sorry that it was not better' })
  await expect(sorry).toContainText(/first paid session: until .+ you get your money back or another coach/)
  await expect(sorry).toContainText(/Press “Something went wrong\?” beside it, until .+\(New York\)/)
  await expect(sorry.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/#contact-form')
  await expectAccessible(page)
  await sorry.getByRole('button', { name: 'Got it' }).press('Enter')
  await expect(sorry).toBeHidden()
  await expect(rate).toHaveCount(1)
  await rate.press('Enter')
  await older.getByRole('button', { name: 'Send rating' }).click()
  await expect(older.getByRole('alert')).toHaveText('Please choose 1 to 5 stars')
  await older.getByRole('radio', { name: '5 stars' }).check()
  await older.getByRole('button', { name: 'Send rating' }).click()
  await expect(older).toBeHidden()
  await expect(rate).toHaveCount(0)
})
