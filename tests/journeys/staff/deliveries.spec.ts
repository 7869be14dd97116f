import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'

const url = process.env.E2E_BASE_URL!
const { call, logIn } = callsTo(url)
const rows = (page: Page) => page.getByRole('list', { name: 'Mails and SMS' }).getByRole('link')
const message = (page: Page) => page.getByRole('region', { name: 'Message', exact: true })
const titleOf = (page: Page, text: string) => page.getByText(text, { exact: true })

test('the owner looks a mail up, reads it and sends it again', async ({ page, baseURL, isMobile }) => {
  const player = await callsTo(baseURL!).signUp('Inbox Reader')
  const inquiry = { name: 'Inbox Reader', email: player.email, game: 'both', message: 'Do you coach on Sundays?' }
  await call('POST', '/api/contacts', player.token, inquiry)
  await logInAsOwner(page)
  await page.goto('/admin-deliveries')
  await expect(rows(page).first()).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Recipient').fill(player.email.toUpperCase())
  await page.getByRole('button', { name: /^Sent/ }).click()
  const receipt = rows(page).filter({ hasText: 'We got your message' })
  // Mails leave a moment later.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(receipt).toHaveCount(1, { timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: /^Failed/ })).toHaveText('Failed0')

  // By keyboard: the mail, its text, the copy.
  await receipt.press('Enter')
  await expect(message(page).getByRole('region', { name: 'Text' })).toContainText('We reply within 24 hours')
  await expect(message(page)).toContainText('Contact receipt')
  await expectAccessible(page)
  await message(page).getByRole('button', { name: 'Resend' }).press('Enter')
  await expect(titleOf(page, 'Copy queued')).toBeVisible()
  // It leaves a moment later, and the list tells.
  if (isMobile) await page.getByRole('link', { name: 'All mails and SMS' }).click()
  await expect(receipt).toHaveCount(2)
  await page.reload()
  await expect(page.getByLabel('Recipient')).toHaveValue(player.email.toUpperCase())
  await page.getByLabel('Recipient').fill(randomBytes(6).toString('hex'))
  await expect(page.getByText('No messages found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('a failed mail says why, and that it was dealt with; sent again it is queued, then sent', async ({
  page,
  isMobile,
}) => {
  const id = '01900000-0000-7000-8000-000000000001'
  let state = 'failed'
  let resolvedAt: string | null = null
  const delivery = () => ({
    id,
    channel: 'mail',
    kind: 'booking-confirmed',
    to: 'gone@e2e.test',
    subject: 'Your session is booked',
    state,
    attempts: state === 'sent' ? 3 : 2,
    lastError: state === 'sent' ? null : 'The mail server refuses this address.',
    createdAt: '2026-01-05T15:00:00.000Z',
    sentAt: state === 'sent' ? '2026-01-05T16:00:00.000Z' : null,
    resolvedAt,
  })
  const details = () => ({
    ...delivery(),
    text: 'See you on Discord.',
    textRefusal: null,
    attachments: ['invite.ics'],
    providerError: '550 No such mailbox',
    resendRefusal: state === 'queued' ? 'It is already on its way.' : null,
    newTimeId: null,
  })
  await logInAsOwner(page)
  await page.route('**/api/deliveries?*', (route) =>
    route.fulfill({ json: [delivery()], headers: { 'x-total-count': '1' } }),
  )
  const counted = (wanted: string) => Number(state === wanted)
  await page.route('**/api/deliveries/counts', (route) =>
    route.fulfill({
      json: {
        ...{ all: 1, queued: counted('queued'), sent: counted('sent'), failed: counted('failed') },
        ...{ superseded: 0, retried: 1 },
      },
    }),
  )
  await page.route(`**/api/deliveries/${id}`, async (route) => {
    await route.fulfill({ json: details() })
    // Asked once more, it has left.
    if (state === 'queued') state = 'sent'
  })
  await page.route(`**/api/deliveries/${id}/resolve`, (route) => {
    resolvedAt = '2026-01-05T15:30:00.000Z'
    return route.fulfill({ json: delivery() })
  })
  await page.route(`**/api/deliveries/${id}/resend`, (route) => {
    state = 'queued'
    resolvedAt = null
    return route.fulfill({ json: delivery() })
  })
  await page.goto('/admin-deliveries?state=failed')
  await expect(rows(page)).toHaveText([/Failed.*gone@e2e\.test.*2 tries.*The mail server refuses this address\./])
  await rows(page).click()
  await expect(message(page).getByRole('alert')).toContainText('550 No such mailbox')
  await expect(message(page)).toContainText('invite.ics')
  await expectAccessible(page)
  await message(page).getByRole('button', { name: 'Dealt with' }).click()
  await expect(message(page).getByText('Failed, dealt with')).toBeVisible()
  await expect(message(page).getByText('It waits on Today no longer.')).toBeVisible()
  await expectAccessible(page)
  await message(page).getByRole('button', { name: 'Resend' }).click()
  await expect(titleOf(page, 'Queued again')).toBeVisible()
  await expect(message(page).getByText('It is already on its way.')).toBeVisible()
  await expect(message(page)).toContainText('Tries3')
  await expect(message(page).getByRole('alert')).toHaveCount(0)
  if (isMobile) await page.goBack()
  await expect(rows(page)).toContainText('Sent')
})

test('a copy that leaves after the list was read and before the numbers were is in the list', async ({
  page,
  isMobile,
}) => {
  const sent = (id: string) => ({
    ...{ id, channel: 'mail', kind: 'booking-confirmed', to: 'fan@e2e.test', subject: 'Your session is booked' },
    ...{ state: 'sent', attempts: 1, lastError: null },
    ...{ createdAt: '2026-01-05T15:00:00.000Z', sentAt: '2026-01-05T15:00:01.000Z' },
  })
  const [first, copy] = [1, 2].map((i) => sent(`01900000-0000-7000-8000-00000000000${i}`)) as [Sent, Sent]
  type Sent = ReturnType<typeof sent>
  let isResent = false
  let readsSince = 0
  await logInAsOwner(page)
  await page.route('**/api/deliveries?*', (route) => {
    if (isResent) readsSince += 1
    const json = readsSince > 1 ? [copy, first] : [first]
    return route.fulfill({ json, headers: { 'x-total-count': String(json.length) } })
  })
  await page.route('**/api/deliveries/counts', (route) => {
    const all = isResent ? 2 : 1
    return route.fulfill({ json: { all, queued: 0, sent: all, failed: 0, superseded: 0, retried: 0 } })
  })
  await page.route(/\/api\/deliveries\/0190[^/]*$/, (route) => {
    const details = {
      ...{ text: 'See you.', textRefusal: null, attachments: [], providerError: null },
      ...{ resendRefusal: null, newTimeId: null },
    }
    return route.fulfill({ json: { ...(route.request().url().endsWith(copy.id) ? copy : first), ...details } })
  })
  await page.route(`**/api/deliveries/${first.id}/resend`, (route) => {
    isResent = true
    return route.fulfill({ json: copy })
  })
  await page.goto('/admin-deliveries?state=sent')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).click()
  await message(page).getByRole('button', { name: 'Resend' }).click()
  await expect(titleOf(page, 'Copy queued')).toBeVisible()
  if (isMobile) await page.getByRole('link', { name: 'All mails and SMS' }).click()
  await expect(rows(page)).toHaveCount(2)
})

test('of a session that has moved its new time is sent, not the old mail again', async ({ page }) => {
  const outside = callsTo(url)
  const { token, email } = await outside.signUp('Moved Fan')
  const bookingId = await outside.book(token, 'VexFlip')
  await logInAsOwner(page)
  await page.goto(`/admin-deliveries?to=${email}&state=sent`)
  const sent = (subject: string | RegExp) => rows(page).filter({ hasText: subject })
  const leaves = async (subject: string) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(sent(subject)).toHaveCount(1, { timeout: 5_000 })
    }).toPass()
  await leaves("You're booked")
  await outside.move(token, bookingId)
  await leaves('Your session has moved')

  await sent("You're booked").click()
  await expect(message(page).getByText(/^This session moved to .* \(New York\)\.$/)).toBeVisible()
  await expectAccessible(page)
  await message(page).getByRole('button', { name: 'Send the new time' }).click()
  await expect(titleOf(page, 'Copy queued')).toBeVisible()
  await expect(message(page).getByRole('heading')).toContainText('Your session has moved')
})

test('the admin area’s own session is enough', async ({ page }) => {
  const headers = { authorization: `Bearer ${await logIn('admin@demo.test')}` }
  await page.request.post('/api/admin/login', { headers, data: { email: 'admin@demo.test', name: 'Demo Admin' } })
  await page.goto('/admin-deliveries')
  await expect(rows(page).first()).toBeVisible()
})

test('without any session one is sent to log in', async ({ page, expectProblem }) => {
  expectProblem(/status of 401/)
  await page.goto('/admin-deliveries?state=failed')
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/admin-deliveries?state=failed')}`)
})

test('codes cannot be read, and players cannot look', async ({ page, openSecondPage, expectProblem }) => {
  expectProblem(/status of 403/)
  await logInAsOwner(page)
  await page.goto('/admin-deliveries?to=player@demo.test')
  await rows(page).filter({ hasText: 'Verify your e-mail' }).first().click()
  await expect(message(page)).toContainText('It carries a one-time code, so nobody can read it here.')
  await expect(message(page).getByRole('button', { name: 'Resend' })).toBeDisabled()
  await expectAccessible(page)

  const playerPage = await openSecondPage()
  await signUp(playerPage)
  await playerPage.goto('/admin-deliveries')
  await expect(playerPage.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
  await expectAccessible(playerPage)
})
