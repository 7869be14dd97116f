import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'
import { holdSession } from '../../hold-session.ts'
import { verifyEmail } from '../../mailed-code.ts'

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
  const card = page.getByRole('region', { name: 'How was DualShift?' })
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

test('beside the stars of a first paid session stands its guarantee; one press asks no more', async ({
  page,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const player = await signUp(page)
  await verifyEmail(page, player)
  const { token } = player
  const id = await outside.book(token, 'DualShift')
  await holdSession(id, 4)
  await page.goto(`/sessions?rate=${id}`)
  const card = page.getByRole('region', { name: 'How was DualShift?' })
  await expect(card).toContainText(/Not right\? Your guarantee runs until .+\(New York\)\./)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Claim it' }).click()
  const claim = page.getByRole('dialog', { name: 'Claim the guarantee' })
  await page.keyboard.press('Escape')
  await expect(claim).toBeHidden()

  await card.getByRole('button', { name: 'Switch it off' }).click()
  await expect(page.getByText('Switched off', { exact: true })).toBeVisible()
  await expect(card).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Rate session: / })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Rate session: / })).toBeVisible()
  await expect(card).toBeHidden()

  await page.goto('/account')
  await page.getByLabel('One mail after a session that asks how it was').check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto('/sessions')
  await card.getByRole('button', { name: 'Claim it' }).click()
  await claim.getByRole('radio', { name: /money back/i }).check()
  await claim.getByLabel('What was missing?').fill('It ended after twenty minutes.')
  await claim.getByRole('button', { name: /^Claim/ }).click()
  await expect(page.getByText('Guarantee claimed', { exact: true })).toBeVisible()
  await expect(card, 'whoever wants their money back is not asked for stars').toBeHidden()
})
