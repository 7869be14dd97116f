import type { Message } from '#src/features/messages/contract.ts'
import { announcements, recordAnnouncements } from '../announcements.ts'
import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { byStreamAlone, stream } from '../live-messages.ts'

test('player and coach chat about a session, live, each message once', { tag: '@gate' }, async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token, name } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  const coach = await outside.logIn('coach@demo.test')
  await page.goto('/sessions')
  await page.getByRole('button', { name: /^Chat about 1-on-1 Basic Session with VexFlip$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Chat with VexFlip' })
  await expect(dialog.getByText('Say hello')).toBeVisible()
  await expectAccessible(page)

  // Nothing but white space is never sent.
  const field = dialog.getByLabel('Your message')
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
  await field.fill('  \n ')
  await field.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()

  await field.fill('Which map first?')
  await field.press('Shift+Enter')
  await field.pressSequentially('I have <b>two</b> replays: https://clips.test/a?b=1.')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  const own = dialog.getByRole('article').filter({ hasText: 'Which map first?' })
  await expect(own).toContainText('You')
  await expect(own).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d/)
  await expect(own).toContainText('Sent')
  await expect(own.getByRole('link')).toHaveAttribute('href', 'https://clips.test/a?b=1')
  expect((await read(outside, bookingId, coach))[0]).toMatchObject({
    senderName: name,
    content: 'Which map first?\nI have <b>two</b> replays: https://clips.test/a?b=1.',
  })

  const team = dialog.getByRole('article').filter({ hasText: 'Have fun!' })
  await byStreamAlone(page, async () => {
    await writeAsCoach(outside, bookingId, coach, 'Champions Field.')
    await expect(dialog.getByRole('article').filter({ hasText: 'Champions Field.' })).toContainText('VexFlip')
    await outside.call('POST', '/api/messages/seen', coach, { bookingId, number: 1 })
    await expect(own).toContainText('Seen')
    const owner = await outside.logIn('owner@demo.test')
    await outside.call('POST', '/api/messages', owner, { bookingId, content: 'Have fun!' })
    await expect(team).toContainText('Team Admin')
  })
  await expect(team).not.toContainText('Demo Owner')
  // The mark is the team's alone, whatever anybody is called.
  await expect(dialog.getByRole('article').filter({ hasText: 'Staff' })).toHaveCount(1)
  await expect(team).toContainText('Staff')
  await expect(dialog.getByRole('article')).toHaveCount(3)
  await expectAccessible(page)

  // What is typed waits, and what comes meanwhile is counted on the button.
  await field.fill('Half a thought')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await writeAsCoach(outside, bookingId, coach, 'Bring both replays.')
  await page.reload()
  await page.getByRole('button', { name: /VexFlip, 1 new$/ }).click()
  await expect(dialog.getByRole('article')).toHaveCount(4)
  await expect(field).toHaveValue('Half a thought')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Chat about .* with VexFlip$/ })).toBeFocused()
})

test('a long chat begins with its newest messages and says only what is new', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  const coach = await outside.logIn('coach@demo.test')
  for (let n = 1; n <= 60; n++) await writeAsCoach(outside, bookingId, coach, `Tip ${n}.`)
  await recordAnnouncements(page)
  await page.goto(`/sessions?thread=${bookingId}`)
  const dialog = page.getByRole('dialog', { name: 'Chat with VexFlip' })
  const articles = dialog.getByRole('article')
  await expect(articles).toHaveCount(50)
  await expect(articles.last()).toBeInViewport()
  const tip11 = articles.filter({ hasText: 'Tip 11.' })
  await dialog.getByRole('button', { name: 'Show earlier' }).click()
  await expect(articles).toHaveCount(60)
  await expect(tip11).toBeInViewport()
  await expect(dialog.getByRole('log')).toBeFocused()

  await writeAsCoach(outside, bookingId, coach, 'One more.')
  const hint = dialog.getByRole('button', { name: 'New message' })
  await expect(hint).toBeVisible()
  await expect(tip11).toBeInViewport()
  await expectAccessible(page)
  await hint.click()
  await expect(articles.last()).toBeInViewport()
  await expect(hint).toHaveCount(0)

  await dialog.getByLabel('Your message').fill('Got it.')
  await dialog.getByLabel('Your message').press('Enter')
  await expect(articles.last()).toContainText('Sent')
  await byStreamAlone(page, async () => {
    await outside.call('POST', '/api/messages/seen', coach, { bookingId, number: 62 })
    await expect(articles.last()).toContainText('Seen')
  })
  await writeAsCoach(outside, bookingId, coach, 'See you.')
  await expect.poll(() => announcements(page)).toContain('VexFlip: See you.')
  const ofChat = /Tip|One more|Got it|Sent|Seen|See you/
  expect((await announcements(page)).filter((text) => ofChat.test(text))).toEqual([
    'VexFlip: One more.',
    'VexFlip: See you.',
  ])
})

test('a mail’s link opens the chat, and messages come without the stream too', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  const outside = callsTo(baseURL!)
  expectProblem(/messages\/live/)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  const coach = await outside.logIn('coach@demo.test')
  await page.route(stream, (route) => route.abort())
  await page.goto(`/sessions?thread=${bookingId}`)
  const dialog = page.getByRole('dialog', { name: 'Chat with VexFlip' })
  await expect(dialog.getByText('Say hello')).toBeVisible()
  for (const content of ['One', 'Two']) {
    await writeAsCoach(outside, bookingId, coach, content)
    await expect(dialog.getByRole('article').filter({ hasText: content })).toBeVisible()
  }
  await expect(dialog.getByRole('article')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/sessions')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a message that did not get through says so, is tried again, and arrives once', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  const outside = callsTo(baseURL!)
  expectProblem(/api\/messages|ERR_FAILED/)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  await page.goto(`/sessions?thread=${bookingId}`)
  const dialog = page.getByRole('dialog', { name: 'Chat with VexFlip' })
  const field = dialog.getByLabel('Your message')

  await page.route('**/api/messages', (route) => route.abort())
  await field.fill('Are you there?')
  await field.press('Enter')
  await expect(page.getByText('Failed to send message', { exact: true })).toBeVisible()
  await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Not sent')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send again' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.goto(`/sessions?thread=${bookingId}`)
  await expect(dialog.getByText('Are you there?')).toBeVisible()
  await field.fill('Never mind')
  await field.press('Enter')
  await expect(dialog.getByText('Not sent')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Discard' }).last().click()
  await expect(dialog.getByText('Never mind')).toHaveCount(0)
  await page.unroute('**/api/messages')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog.getByRole('article')).toHaveCount(1)
  await expect(dialog.getByText('Not sent')).toHaveCount(0)

  // It arrived, but the answer got lost: the stream tells.
  await page.route('**/api/messages', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await field.fill('Still here.')
  await field.press('Enter')
  await expect(dialog.getByRole('article').filter({ hasText: 'Still here.' })).toBeVisible()
  await expect(dialog.getByText('Not sent')).toHaveCount(0)
  expect((await read(outside, bookingId, token)).map(({ content }) => content)).toEqual([
    'Are you there?',
    'Still here.',
  ])
})

test('somebody else’s chat does not open', { tag: '@gate' }, async ({ page }) => {
  await signUp(page)
  await page.goto(`/sessions?thread=${crypto.randomUUID()}`)
  await expect(page.getByText('This is not one of your sessions')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the owner opens a thread beyond the listed bookings, and none of a booking that does not exist', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  expectProblem(/status of 404/)
  const outside = callsTo(baseURL!)
  const { token, name } = await outside.signUp('Far Down')
  const bookingId = await outside.book(token, 'VexFlip')
  await page.route('**/api/bookings*', async (route) => {
    const listed = (await (await route.fetch()).json()) as { id: string }[]
    return route.fulfill({ json: listed.filter(({ id }) => id !== bookingId) })
  })
  await logInAsOwner(page)
  await page.goto(`/owner?tab=messages&booking=${bookingId}`)
  await expect(page.getByRole('region', { name: `Messages with ${name}` })).toBeVisible()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByLabel('Your message')).toBeVisible()

  await page.goto(`/owner?tab=messages&booking=${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveCount(0)
  await expectAccessible(page)
})

type Outside = ReturnType<typeof callsTo>

const writeAsCoach = ({ call }: Outside, bookingId: string, token: string, content: string) =>
  call('POST', '/api/messages/send-coach-booking', token, { bookingId, content })

const read = ({ call }: Outside, bookingId: string, token: string) =>
  call<Message[]>('GET', `/api/messages/${bookingId}`, token)
