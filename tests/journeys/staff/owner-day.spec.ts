import type { Page } from '@playwright/test'
import { showDollars } from '#src/shared/money.ts'
import { pro } from '../../support/prices.ts'
import { cards, chooseFreeHour, logInAsOwner, openPackage, pay, proceed } from '../book.ts'
import { expect, expectAccessible, setWidth, signUp, test } from '../fixtures.ts'

/** Opens one of the owner's tabs, or a room of the rail, and looks at it at both widths. */
async function open(page: Page, name: string, role: 'tab' | 'link' = 'tab') {
  await page.getByRole(role, { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('main').getByText(/^Loading/)).toHaveCount(0)
  await setWidth(page, 390)
  await expectAccessible(page)
  await setWidth(page, 1440)
  await expectAccessible(page)
}

const titleOf = (page: Page, text: string) => page.getByText(text, { exact: true })

test('an owner’s day: story, inquiry, message, and a booking cancelled with its refund', async ({
  page,
  openSecondPage,
}) => {
  test.slow()
  const playerPage = await openSecondPage()
  const tag = `Climber${Date.now() % 1_000_000}`
  const player = await signUp(playerPage, tag)
  const headers = { authorization: `Bearer ${player.token}` }
  const story = {
    coachName: 'VexFlip',
    game: 'rocket-league',
    beforeRank: 'Gold I',
    afterRank: 'Diamond II',
    story: `I, ${tag}, stopped chasing the ball.`,
    sessionsCount: 3,
  }
  const inquiry = { name: tag, email: player.email, game: 'both', message: 'Do you coach on Sundays?' }
  for (const [path, data] of Object.entries({ '/api/success-stories': story, '/api/contacts': inquiry }))
    expect((await playerPage.request.post(path, { data, headers })).status()).toBe(200)
  await playerPage.goto('/')
  const dialog = await openPackage(playerPage)
  await chooseFreeHour(playerPage, { daysAhead: 5 })
  await proceed(playerPage)
  await expect(dialog).toBeVisible()
  await pay(playerPage, cards.pays, pro.shown)
  await expect(playerPage.getByText('Your session is booked', { exact: true }).first()).toBeVisible()

  await logInAsOwner(page)

  await open(page, 'Ratings')

  await open(page, 'Stories')
  await page.getByRole('button', { name: `Feature: story of ${tag}` }).click()
  await expect(titleOf(page, 'Story featured')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Featured stories' })).toContainText(tag)
  await playerPage.goto('/')
  await expect(playerPage.getByText(story.story)).toBeVisible()

  await open(page, 'Contacts')
  const contact = page.getByRole('listitem').filter({ hasText: player.email })
  await expect(contact).toContainText('Not specified')
  await expect(contact).toContainText(/23 h \d+ min left/)
  await expect(contact.getByRole('link', { name: `Reply to ${tag}` })).toHaveAttribute('href', /tab=messages&inquiry=/)
  await contact.getByRole('button', { name: `Answered: ${tag}` }).click()
  await expect(contact).toContainText(/Answered [A-Z][a-z]{2} \d/)

  await open(page, 'Messages')
  await page
    .getByRole('tabpanel', { name: /^Messages/ })
    .getByRole('button', { name: new RegExp(tag) })
    .click()
  const thread = page.getByRole('region', { name: `Messages with ${tag}` })
  const send = thread.getByRole('button', { name: 'Send Message' })
  await expect(send).toBeDisabled()
  await thread.getByRole('textbox').fill('See you then')
  await send.click()
  await expect(titleOf(page, 'Message sent')).toBeVisible()
  await expect(thread.getByRole('log')).toContainText('See you then')
  await expectAccessible(page)

  await open(page, 'Admin Bookings')
  await page.getByLabel('Search').fill(player.email)
  // By keyboard: the booking, its dialog, the cancellation.
  const opener = page.getByRole('row').getByRole('button', { name: tag })
  await expect(opener).toBeVisible()
  await opener.press('Enter')
  const details = page.getByRole('dialog')
  await expect(details.getByRole('log')).toContainText('See you then')
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  const give = page.getByRole('dialog', { name: 'Refund', exact: true })
  await give.getByLabel('Amount in dollars').fill('5000')
  await give.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  await expect(give.getByText(`Enter an amount such as 5 or 14.50, at most ${pro.shown}.`)).toBeVisible()
  await expect(give.getByText('Please say why: the player reads it.')).toBeVisible()
  await expectAccessible(page)
  await give.getByLabel('Amount in dollars').fill('5,00')
  await give.getByLabel('Why?').fill('We answered late.')
  await give.getByRole('button', { name: 'Refund $5' }).press('Enter')
  await expect(titleOf(page, 'Refund on its way')).toBeVisible()
  await expect(details).toContainText(/\$5\.00 (refunded|on its way)/)

  const rest = showDollars(pro.cents - 500)
  await details.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText(rest)
  await expectAccessible(page)
  await page.getByRole('radio', { name: /^We cancel/ }).press('Space')
  await page.getByRole('button', { name: `Cancel booking, refund ${rest}` }).press('Enter')
  await expect(titleOf(page, 'Booking cancelled')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('Cancelled')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: player.email })).toContainText('Cancelled')

  await playerPage.goto('/sessions')
  await expect(playerPage.getByRole('main')).toContainText('Cancelled')
})

test('coaches are edited and deactivated, roles are granted and taken, and sessions ended', async ({
  page,
  openSecondPage,
  expectProblem,
}) => {
  expectProblem(/status of 40[49]/)
  const playerPage = await openSecondPage()
  const player = await signUp(playerPage, 'Helping Hand')
  await logInAsOwner(page)

  await open(page, 'Coaches', 'link')
  await page.getByRole('button', { name: 'Edit QuietPump' }).click()
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Please enter a title')
  await page.getByLabel('Title').fill('Aim and combat coach')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(titleOf(page, 'Coach saved')).toBeVisible()

  await open(page, 'Roles', 'link')
  await page.getByLabel('E-mail', { exact: true }).fill(player.email)
  await page.getByRole('button', { name: 'Grant admin role' }).click()
  await expect(page.getByText('This e-mail is not verified yet.')).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).fill('quietstorm@demo.test')
  await page.getByRole('button', { name: 'Grant admin role' }).click()
  await expect(titleOf(page, 'QuietStorm is an admin from their next login.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove admin role from QuietStorm' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove admin role' }).click()
  await expect(titleOf(page, 'QuietStorm is no longer an admin and has been logged out.')).toBeVisible()

  await page.getByLabel('E-mail of the account').fill('nobody-at-all@demo.test')
  const endAll = page.getByRole('button', { name: 'End all sessions', exact: true })
  await endAll.click()
  await expect(page.getByText('There is no account with this e-mail.')).toBeVisible()
  await page.getByLabel('E-mail of the account').fill(player.email)
  await endAll.click()
  await expect(titleOf(page, '1 session of Helping Hand ended. They are notified by e-mail.')).toBeVisible()
  const headers = { authorization: `Bearer ${player.token}` }
  expect((await playerPage.request.get('/api/auth/me', { headers })).status()).toBe(401)
})
