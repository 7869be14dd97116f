import { randomBytes } from 'node:crypto'
import type { Message } from '#src/features/messages/contract.ts'
import { letters } from '#tests/support/letters.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, logIn, signUp, test } from '../../fixtures.ts'
import { holdSession } from '../../hold-session.ts'
import { byStreamAlone } from '../../live-messages.ts'

test('visitors and players are refused, each with the way in', async ({ page }) => {
  await page.goto('/coach-dashboard')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/login?next=%2Fcoach-dashboard')

  await signUp(page)
  await page.goto('/coach-dashboard')
  await expect(page.getByRole('heading', { name: 'Coach Access Required' })).toBeVisible()
  await expect(page.getByText('This dashboard is only available to approved coaches.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Apply as a Coach' }).click()
  await expect(page).toHaveURL('/apply-coach')
})

test('a coach chats with a player and with the team', { tag: '@gate' }, async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token, name } = await outside.signUp(`Chatter ${letters()}`)
  const bookingId = await outside.book(token, 'VexFlip')
  const write = (content: string) => outside.call('POST', '/api/messages', token, { bookingId, content })
  await write('Which map first?')
  await logIn(page, 'coach@demo.test', '/coach-dashboard')
  await expect(page.getByRole('heading', { name: 'Coach Dashboard' })).toBeVisible()
  const entry = page.getByRole('list', { name: 'Client Sessions' }).getByRole('button', { name })
  await expect(entry).toContainText('1 new')
  await expect(entry).toContainText(`${name}: Which map first?`)
  await expectAccessible(page)

  // As the mail's link does.
  await page.goto(`/coach-dashboard?thread=${bookingId}`)
  const chat = page.getByRole('region', { name: `Chat with ${name}` })
  await expect(chat.getByRole('article').filter({ hasText: 'Which map first?' })).toContainText(name)
  const field = chat.getByLabel('Your message')
  await expect(field).toBeInViewport({ ratio: 1 })
  await field.fill('Champions Field.')
  await field.press('Enter')
  const own = chat.getByRole('article').filter({ hasText: 'Champions Field.' })
  await expect(own).toContainText('You')
  await byStreamAlone(page, async () => {
    await write('See you there.')
    await expect(chat.getByRole('article').filter({ hasText: 'See you there.' })).toContainText(name)
    const owner = await outside.logIn('owner@demo.test')
    await outside.call('POST', '/api/messages', owner, { bookingId, content: 'Have fun!' })
    await expect(chat.getByRole('article').filter({ hasText: 'Have fun!' })).toContainText('Team Admin')
  })
  await expect(chat.getByRole('article')).toHaveCount(4)
  // One's own at the right, everybody else's at the left.
  const [question, answer, , ownersMessage] = await chat
    .getByRole('article')
    .evaluateAll((articles) => articles.map((article) => article.getBoundingClientRect()))
  expect(answer!.right).toBeGreaterThan(question!.right)
  expect(answer!.left).toBeGreaterThan(question!.left)
  expect(ownersMessage!.left).toBe(question!.left)
  const heard = await outside.call<Message[]>('GET', `/api/messages/${bookingId}`, token)
  expect(heard[1]).toMatchObject({ senderName: 'VexFlip', isAdmin: false, content: 'Champions Field.' })
  await expectAccessible(page)

  await page.goto('/coach-dashboard')
  await expect(entry).toContainText('Team Admin: Have fun!')
  await expect(entry).not.toContainText('new')
  await page.getByRole('tab', { name: 'My Application' }).click()
  await expect(page.getByText('Approved', { exact: true })).toBeVisible()
  const team = page.getByRole('region', { name: 'Chat with our team' })
  const onSundays = `Can I coach on Sundays? ${randomBytes(4).toString('hex')}`
  await team.getByLabel('Your message').fill(onSundays)
  await team.getByLabel('Your message').press('Enter')
  await expect(team.getByRole('article').filter({ hasText: onSundays })).toContainText('You')
  await expectAccessible(page)
})

test('a coach without application reads how to reach the team without a session', async ({ page, expectProblem }) => {
  expectProblem(/status of 404/)
  const answer = { status: 404, json: { message: 'No application found with this email address.' } }
  await page.route('**/api/coach-applications/by-email*', (route) => route.fulfill(answer))
  await logIn(page, 'coach@demo.test', '/coach-dashboard')
  await page.getByRole('tab', { name: 'My Application' }).click()
  await expect(page.getByText('You became a coach without one.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Contact form' }).click()
  await expect(page).toHaveURL('/#contact-form')
})

test('a message that does not get through says so', async ({ page, baseURL, expectProblem }) => {
  expectProblem(/send-coach-booking|ERR_FAILED/)
  const outside = callsTo(baseURL!)
  const { token } = await outside.signUp()
  const bookingId = await outside.book(token, 'VexFlip')
  await logIn(page, 'coach@demo.test', `/coach-dashboard?thread=${bookingId}`)
  await page.route('**/send-coach-booking', (route) => route.abort())
  const field = page.getByLabel('Your message')
  await field.fill('Hello?')
  await field.press('Enter')
  await expect(page.getByText('Failed to send message', { exact: true })).toBeVisible()
  await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
})

test('a tab of the room pressed before its code is there opens when it is', async ({ page }) => {
  await logIn(page, 'coach@demo.test', '/coach-dashboard')
  const { promise: pressed, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/assets/entry-client*.js', async (route) => {
    await pressed
    await route.continue()
  })
  await page.reload()
  await page.getByRole('tab', { name: 'Profile' }).click()
  goOn()
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
})

test('a coach says how a session went and keeps a note', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { name, token } = await outside.signUp(`Tilt ${letters()}`)
  await holdSession(await outside.book(token, 'VexFlip'))
  await logIn(page, 'coach@demo.test', '/coach-dashboard?section=agenda')
  const toTell = page.getByRole('region', { name: 'How did it go?' }).getByRole('listitem').filter({ hasText: name })
  await expect(toTell).toHaveCount(1)
  await expectAccessible(page)
  await toTell.getByRole('button', { name: /^Mark completed/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('(New York)')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark completed' }).click()
  await expect(page.getByText('Session completed', { exact: true })).toBeVisible()
  await expect(toTell).toHaveCount(0)
  // The next row of its group, or, where none is left, a heading.
  await expect.poll(() => page.locator(':focus').evaluate(({ tagName }) => tagName)).toMatch(/^(LI|H\d)$/)

  // Its notes are owed yet, or overdue by now.
  const over = page
    .getByRole('region', { name: /^Notes (to write|overdue)$/ })
    .getByRole('listitem')
    .filter({ hasText: name })
  await expect(over).toContainText('Completed')
  await over.getByRole('button', { name: /note about/i }).click()
  await dialog.getByLabel('Note', { exact: true }).fill('Reads the ball late.')
  await expectAccessible(page)
  // What is typed survives a reload.
  await page.reload()
  await over.getByRole('button', { name: /note about/i }).click()
  await expect(dialog.getByLabel('Note', { exact: true })).toHaveValue('Reads the ball late.')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(over).toContainText('Your note: Reads the ball late.')
})
