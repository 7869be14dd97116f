import { randomBytes } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import type { Application } from '#src/features/applications/contract.ts'
import type { OwnerCoach } from '#src/features/coaches/contract.ts'
import type { Message } from '#src/features/messages/contract.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'

const byStream = { timeout: 1_000 }

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

test('a coach chats with a player and with the team', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token, name } = await outside.signUp(`Chatter ${randomBytes(4).toString('hex')}`)
  const bookingId = await outside.book(token, 'VexFlip')
  const write = (content: string) => outside.call('POST', '/api/messages', token, { bookingId, content })
  await write('Which map first?')
  await logIn(page, '/coach-dashboard')
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
  await write('See you there.')
  await expect(chat.getByRole('article').filter({ hasText: 'See you there.' })).toContainText(name, byStream)
  const owner = await outside.logIn('owner@demo.test')
  await outside.call('POST', '/api/messages', owner, { bookingId, content: 'Have fun!' })
  await expect(chat.getByRole('article').filter({ hasText: 'Have fun!' })).toContainText('Team Admin', byStream)
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
  await logIn(page, '/coach-dashboard')
  await page.getByRole('tab', { name: 'My Application' }).click()
  await expect(page.getByText('You became a coach without one.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Contact form' }).click()
  await expect(page).toHaveURL('/#contact')
})

test('a message that does not get through says so', { tag: '@edge' }, async ({ page, baseURL, expectProblem }) => {
  expectProblem(/send-coach-booking|ERR_FAILED/)
  const outside = callsTo(baseURL!)
  const { token } = await outside.signUp()
  const bookingId = await outside.book(token, 'VexFlip')
  await logIn(page, `/coach-dashboard?thread=${bookingId}`)
  await page.route('**/send-coach-booking', (route) => route.abort())
  const field = page.getByLabel('Your message')
  await field.fill('Hello?')
  await field.press('Enter')
  await expect(page.getByText('Failed to send message', { exact: true })).toBeVisible()
  await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
})

test('a coach says how a session went and keeps a note', async ({ page }) => {
  await logIn(page, '/coach-dashboard?section=agenda')
  const toTell = page.getByRole('region', { name: 'How did it go?' }).getByRole('listitem')
  await expect(toTell).toHaveCount(1)
  await expectAccessible(page)
  await toTell.getByRole('button', { name: /^Completed/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('New York time')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark completed' }).click()
  await expect(page.getByText('Session completed', { exact: true })).toBeVisible()
  await expect(toTell).toHaveCount(0)

  const over = page.getByRole('region', { name: 'Over and cancelled' }).getByRole('listitem').first()
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

test('a coach’s hours decide what players are offered', async ({ page, baseURL, openSecondPage }) => {
  test.slow()
  const outside = callsTo(baseURL!)
  const coach = await becomeCoach(page, outside)
  await page.goto('/coach-dashboard?section=agenda')
  // True for a profile that is new and for one that was taken off the site.
  await expect(page.getByText('Your profile is not published', { exact: true })).toBeVisible()
  await expect(page.getByText('sessions that are booked stay booked')).toBeVisible()
  await expect(page.getByText('Nothing coming up')).toBeVisible()
  await expectAccessible(page)
  await setPublished(page, outside, coach, true)
  try {
    await page.getByRole('link', { name: 'Check your hours' }).click()
    await page.getByLabel('Monday from').selectOption('1:00 PM')
    await page.getByLabel('Monday to').selectOption('12:00 PM')
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('Closing must come after opening.')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Monday from').selectOption('10:00 AM')
    await page.getByRole('button', { name: 'Every day as Monday' }).click()
    // What is changed survives another section and a reload.
    await page.getByRole('tab', { name: 'Profile' }).click()
    await page.reload()
    await page.getByRole('tab', { name: 'Availability' }).click()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('Sunday: 10:00 AM to 12:00 PM (was 9:00 AM to 10:00 PM)')).toBeVisible()
    await expectAccessible(page)

    const player = await openSecondPage()
    const { token, name } = await signUp(player)
    await player.goto(`/coaches/${coach.slug}`)
    await expect(player.getByRole('button', { name: /2 free$/ })).toHaveCount(14)
    await outside.book(token, coach.name)

    await page.getByRole('button', { name: /^Remove Monday/ }).click()
    await page.getByRole('button', { name: 'Every day as Monday' }).click()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('1 booked session is outside')).toBeVisible()
    await player.reload()
    await expect(player.getByRole('button', { name: /Full$/ })).toHaveCount(14)
    await page.getByRole('button', { name: `Chat with ${name}` }).click()
    await expect(page.getByRole('region', { name: `Chat with ${name}` })).toBeVisible()

    // One day that differs.
    await page.getByRole('tab', { name: 'Availability' }).click()
    await page.getByRole('button', { name: 'Add a day' }).click()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('Must be a date such as 2026-01-05')).toBeVisible()
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Day', { exact: true }).fill(inThreeDays)
    await page.getByLabel(`Hours on ${inThreeDays}`).selectOption('Other hours')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText(/9:00 AM to 12:00 PM \(was hours of the week\)/)).toBeVisible()
    await player.reload()
    await expect(player.getByRole('button', { name: /[23] free$/ })).toHaveCount(1)
  } finally {
    await setPublished(page, outside, coach, false)
  }
})

test('hours changed while others are being saved stay, to be saved next', { tag: '@edge' }, async ({
  page,
  baseURL,
}) => {
  await becomeCoach(page, callsTo(baseURL!))
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/coach/availability', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await page.goto('/coach-dashboard?section=availability')
  await page.getByLabel('Sunday from').selectOption('9:30 AM')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await page.getByLabel('Sunday to').selectOption('7:30 PM')
  letGo()
  await expect(page.getByText('Sunday: 9:30 AM to 10:00 PM (was 9:00 AM to 10:00 PM)')).toBeVisible()
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByText('Sunday: 9:30 AM to 7:30 PM (was 9:30 AM to 10:00 PM)')).toBeVisible()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
})

test('hours discarded here do not come back over hours saved elsewhere', { tag: '@edge' }, async ({
  page,
  baseURL,
  context,
}) => {
  await becomeCoach(page, callsTo(baseURL!))
  await page.goto('/coach-dashboard?section=availability')
  const guess = page.getByText('Are these hours right?')
  await expect(guess).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'These hours are right' }).click()
  await expect(page.getByText('Hours confirmed', { exact: true })).toBeVisible()
  await expect(guess).toHaveCount(0)
  await page.getByLabel('Sunday from').selectOption('9:30 AM')
  await page.getByRole('button', { name: 'Discard' }).click()
  const elsewhere = await context.newPage()
  await elsewhere.goto('/coach-dashboard?section=availability')
  await elsewhere.getByLabel('Sunday from').selectOption('11:00 AM')
  await elsewhere.getByRole('button', { name: 'Save hours' }).click()
  await expect(elsewhere.getByText(/^Sunday: 11:00 AM/)).toBeVisible()
  await elsewhere.close()
  await page.reload()
  await expect(page.getByLabel('Sunday from').getByRole('option', { selected: true })).toHaveText('11:00 AM')
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
})

test('a coach’s profile and photo appear on the public page', async ({ page, baseURL, openSecondPage }) => {
  const outside = callsTo(baseURL!)
  const coach = await becomeCoach(page, outside)
  await setPublished(page, outside, coach, true)
  try {
    await page.goto('/coach-dashboard?section=profile')
    await page.getByLabel('Title').fill('Edits under pressure')
    await page.getByLabel('About you').fill('Short.')
    await page.getByLabel('Achievements').fill(`Unreal in 3 seasons\n\n${'x'.repeat(121)}`)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Write at least 20 characters about how you coach.')).toBeVisible()
    await expect(page.getByText('At most 120 characters, please')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('About you').fill('One fight a day, replayed until it is boring.')
    await page.getByLabel('Achievements').fill('Unreal in 3 seasons\n\nBox fight cup winner')
    // What is typed survives a reload.
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Edits under pressure')
    // What is typed while it is being saved stays, to be saved next.
    const typeMeanwhile = async (route: Route) => {
      await page.getByLabel('Current rank').fill('Unreal, top 500')
      await route.continue()
    }
    await page.route('**/api/coach/profile', typeMeanwhile, { times: 1 })
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Current rank')).toHaveValue('Unreal, top 500')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('button', { name: 'Save profile' })).toBeDisabled()
    await expect(page.getByLabel('Current rank')).toHaveValue('Unreal, top 500')

    const photo = page.getByLabel('Photo file')
    await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('These are words.') })
    await expect(page.getByRole('alert')).toContainText('This is not a picture we can read.')
    await expectAccessible(page)
    const background = { r: 200, g: 241, b: 53 }
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .png()
      .toBuffer()
    await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    await expect(page.getByText('A preview')).toBeVisible()
    await page.getByRole('button', { name: 'Save photo' }).click()
    await expect(page.getByText('Photo saved', { exact: true })).toBeVisible()

    const visitor = await openSecondPage()
    const isShown = visitor.waitForResponse((answer) => /\/photos\/.*\.webp$/.test(answer.url()) && answer.ok())
    await visitor.goto(`/coaches/${coach.slug}`)
    await isShown
    await expect(visitor.getByText('Edits under pressure')).toBeVisible()
    await expect(visitor.getByText('Box fight cup winner')).toBeVisible()

    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect(page.getByText('Photo removed', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'See your public page' }).click()
    await expect(page).toHaveURL(`/coaches/${coach.slug}`)
  } finally {
    await setPublished(page, outside, coach, false)
  }
})

/** Signs the demo's coach in, and leads to a path. */
async function logIn(page: Page, path: string) {
  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill('coach@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(path)
}

type Outside = ReturnType<typeof callsTo>

/** Signs somebody new up in this browser, verifies their e-mail, and has their application approved; not yet published. */
async function becomeCoach(page: Page, { call, logIn }: Outside): Promise<OwnerCoach> {
  const name = `Pilot-${randomBytes(4).toString('hex')}`
  const { email, token } = await signUp(page, name)
  const headers = { authorization: `Bearer ${token}` }
  await expect.poll(() => mailedCode(page, email)).toBeDefined()
  const data = { purpose: 'verify-email', email, code: await mailedCode(page, email) }
  const verified = await page.request.post('/api/auth/codes/redeem', { data, headers })
  expect(verified.status(), await verified.text()).toBe(200)
  const { id } = await call<Application>('POST', '/api/coach-applications', token, {
    applicantName: name,
    applicantEmail: email,
    // Not Fortnite: other journeys book packages, which begin with Fortnite and any coach, and would be given this one.
    gameExpertise: 'rocket-league',
    currentRank: 'Supersonic Legend',
    coachingExperience: 'Two seasons of replay reviews.',
    whyCoach: 'I like it when something clicks.',
    availability: 'Evenings',
  })
  const admin = await logIn('admin@demo.test')
  const review = await page.request.patch(`/api/coach-applications/${id}`, {
    data: { status: 'approved', adminNotes: 'Approved by admin' },
    headers: { authorization: `Bearer ${admin}` },
  })
  expect(review.status(), await review.text()).toBe(200)
  const coaches = await call<OwnerCoach[]>('GET', `/api/owner/coaches?q=${name}`, await logIn('owner@demo.test'))
  return coaches.find((coach) => coach.name === name)!
}

async function mailedCode(page: Page, email: string): Promise<string | undefined> {
  const mails: { to: string; text: string }[] = await (await page.request.get('/dev/outbox.json')).json()
  return (
    mails.map(({ to, text }) => to === email && /\b\d{4} ?\d{4}\b/.exec(text)?.[0].replace(' ', '')).find(Boolean) ||
    undefined
  )
}

/** Puts a coach onto the site or takes them off again, so that other tests find the line-up they know. */
async function setPublished(page: Page, { logIn }: Outside, { id }: OwnerCoach, isActive: boolean) {
  const headers = { authorization: `Bearer ${await logIn('owner@demo.test')}` }
  const data = { isActive, reason: 'Whether the hours are confirmed is another journey’s question' }
  const answer = await page.request.patch(`/api/owner/coaches/${id}`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}
