import type { Locator } from '@playwright/test'
import { packages } from '#src/features/bookings/services.ts'
import { priceOf } from '../../support/prices.ts'
import { cards } from '../book.ts'
import { aNewcomer } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const starter = priceOf(packages[0].id)

test('a newcomer comes from the home page to a paid hour in at most nine presses', {
  tag: ['@gate', '@both-widths'],
}, async ({ page }) => {
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  await page.goto('/')
  await press(page.getByRole('link', { name: 'Start Fortnite Coaching' }))
  await expect(page.getByRole('region', { name: 'Book a Session' }).getByLabel('Game')).toHaveValue('fortnite')
  const hours = page.getByRole('region', { name: 'Play sooner: book an hour now' })
  const hour = hours
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
    .last()
  await expect(hour).toContainText(/[A-Z]\w\w, [A-Z]\w\w \d+, \d+:00 [AP]M .*, .* · from \$15/)
  await press(hour.getByRole('button', { name: /^Book this hour/ }))

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /^Starter Session/ })).toBeChecked()
  const proceed = dialog.getByRole('button', { name: 'Proceed to Payment', disabled: false })
  // Somebody else may have been quicker: the next hours are one press away.
  const taken = dialog.getByText('Just taken. Next:')
  await expect(proceed.or(taken)).toBeVisible()
  while (await taken.isVisible()) {
    await press(dialog.getByRole('alert').getByRole('button').last())
    await expect(proceed.or(taken)).toBeVisible()
  }
  await press(proceed)
  await expect(page.getByText('Login Required', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login?next=%2F')
  const waiting = page.getByText(/^Your hour: .+ with \w+, \$15\.$/)
  await expect(waiting).toBeVisible()
  await expectAccessible(page)
  await press(page.getByRole('link', { name: 'Create an account' }))
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible()
  await expect(waiting).toBeVisible()
  const { email, password } = aNewcomer()
  await page.getByLabel('Full name').fill('New Climber')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await press(page.getByRole('button', { name: 'Create account' }))

  // Held already: nothing is chosen twice.
  await expect(dialog.getByRole('heading', { name: 'Complete Payment' })).toBeVisible()
  await expect(
    dialog.getByText(
      /^If you cancel: .*\$7\.50 back until .+, then nothing\. .*within 7 days\. Under 18\? .* agree first\. We ask you once .+\.$/,
    ),
  ).toBeVisible()
  await press(dialog.getByRole('button', { name: `Use test card ${cards.pays}` }))
  await press(dialog.getByRole('button', { name: `Pay ${starter.shown}` }))
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
  expect(presses).toBeLessThanOrEqual(9)
})

test('the hours of the contact section are of the wanted game, and without any it says whom to write to', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start RL Coaching' }).click()
  const hours = page.getByRole('region', { name: 'Play sooner: book an hour now' })
  const buttons = hours.getByRole('button', { name: /^Book this hour/ })
  await expect(buttons).toHaveCount(3)
  const coaches: { name: string; gameExpertise: string }[] = await (await page.request.get('/api/coaches')).json()
  for (const label of await buttons.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel!))) {
    const coach = coaches.find(({ name }) => label.endsWith(` ${name}`))
    expect(['rocket-league', 'both']).toContain(coach?.gameExpertise)
  }
  await expect(hours.getByRole('link', { name: 'All coaches and hours' })).toHaveAttribute('href', '/coaches')

  await page.route('**/api/next-free-hours', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { ...json, coaches: [], soonest: {} } })
  })
  await page.reload()
  await page.getByRole('link', { name: 'Start RL Coaching' }).click()
  await expect(hours).toContainText(
    'No free Rocket League hour in the next 14 days. Write to us: we answer within 24 hours.',
  )
})

test('a button that books and has been in view asks the network for no code when it is pressed', async ({ page }) => {
  await page.goto('/')
  const loaded = page.waitForResponse('**/assets/booking-dialog*.js')
  const book = page.getByRole('button', { name: /^Book Session/ }).first()
  await book.scrollIntoViewIfNeeded()
  await loaded
  await page.waitForLoadState('networkidle')
  // The hours are asked for when a pointer comes.
  const hours = page.waitForRequest(/\/api\/free-hours\?.*coachId=/)
  await book.hover()
  await hours
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(request.url()))
  await book.click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  expect(asked).toEqual([])
})
