import type { Page } from '@playwright/test'
import type { Application } from '#src/features/applications/contract.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { OwnerCoach } from '#src/features/coaches/contract.ts'
import { letters } from '#tests/support/letters.ts'
import { basic } from '../../../support/prices.ts'
import { cards, chooseFreeHour, logInAsOwner, pay, proceed } from '../../book.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'
import { holdSession } from '../../hold-session.ts'
import { byStreamAlone } from '../../live-messages.ts'

test('an applicant becomes a coach who is booked, paid, talked to and rated', async ({
  page,
  openSecondPage,
  baseURL,
}) => {
  test.slow()
  test.skip(!process.env.E2E_DATA_DIR, 'the session must be over, which takes the database of an app of our own')
  const outside = callsTo(baseURL!)
  const tag = `Skylane-${letters()}`
  const email = `${tag.toLowerCase()}@e2e.test`
  const [admin, owner] = [await outside.logIn('admin@demo.test'), await outside.logIn('owner@demo.test')]
  const patch = async (token: string, path: string, data: object) => {
    const answer = await page.request.patch(path, { data, headers: { authorization: `Bearer ${token}` } })
    expect(answer.status(), await answer.text()).toBe(200)
  }

  // Applies without an account, and talks to the team.
  await page.goto('/apply-coach')
  await page.getByLabel('Full name').fill(tag)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: 'Fortnite' }).check()
  await page.getByLabel('Current rank').fill('Unreal')
  await page.getByLabel('Coaching experience').fill('My duo, for a year.')
  await page.getByLabel('Why do you want to coach?').fill('I like it when something clicks.')
  await page.getByLabel('Discord username').fill('skylane')
  await page.getByLabel('Availability').fill('Weekends')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByRole('link', { name: 'Chat with Team' }).click()
  await page.getByLabel('Your message').fill('When do I hear from you?')
  await page.getByLabel('Your message').press('Enter')
  const applications = await outside.call<Application[]>('GET', '/api/coach-applications', admin)
  const { id: coachApplicationId } = applications.find(({ applicantEmail }) => applicantEmail === email)!
  const answer = { coachApplicationId, message: 'Today.' }
  await expect(page.getByRole('article').filter({ hasText: 'When do I hear from you?' })).toContainText('Sent')
  await byStreamAlone(page, async () => {
    await outside.call('POST', '/api/admin/send-internal-message', admin, answer)
    await expect(page.getByRole('article').filter({ hasText: 'Today.' })).toContainText('Team Admin')
  })
  await expectAccessible(page)

  // Is approved, and signs up by the mailed link.
  await patch(admin, `/api/coach-applications/${coachApplicationId}`, {
    status: 'approved',
    adminNotes: 'Approved by admin',
  })
  const link = await mailed(page, email, /\/signup\?email=\S+/)
  await page.goto(link)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Full name').fill(tag)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password').fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Account Created', { exact: true })).toBeVisible()
  await page.goto('/coach-dashboard')
  await expect(page.getByRole('heading', { name: 'Coach Access Required' })).toBeVisible()
  await page.goto('/account')
  await page.getByRole('button', { name: 'I have a code' }).click()
  const code = await mailed(page, email, /\b\d{4} ?\d{4}\b/)
  await page.getByLabel('Code', { exact: true }).fill(code.replace(' ', ''))
  await page.getByRole('button', { name: 'Verify e-mail' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // Sees the dashboard, sets hours, and is published.
  await page.goto('/coach-dashboard?section=availability')
  await page.getByLabel('Monday from').selectOption('10:00 AM')
  await page.getByLabel('Monday to').selectOption('6:00 PM')
  await page.getByRole('button', { name: 'Every day as Monday' }).click()
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByText('Sunday: 10:00 AM to 6:00 PM (was 9:00 AM to 10:00 PM)')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I accept both' }).click()
  await expect(page.getByText('Hours confirmed, rules accepted', { exact: true })).toBeVisible()
  const coaches = await outside.call<OwnerCoach[]>('GET', `/api/owner/coaches?q=${tag}`, owner)
  const coach = coaches.find(({ name }) => name === tag)!
  await patch(owner, `/api/owner/coaches/${coach.id}`, { isActive: true })

  try {
    // A player books and pays.
    const playerPage = await openSecondPage()
    const player = await signUp(playerPage)
    await playerPage.goto(`/coaches/${coach.slug}`)
    await playerPage.getByRole('button', { name: 'Book Session' }).first().click()
    await playerPage
      .getByRole('dialog')
      .getByRole('radio', { name: /1-on-1 Basic Session/ })
      .check()
    await chooseFreeHour(playerPage)
    await proceed(playerPage)
    await pay(playerPage, cards.pays, basic.shown)
    await expect(playerPage.getByText('Your session is booked', { exact: true }).first()).toBeVisible()
    const [session] = await outside.call<MySession[]>('GET', '/api/bookings/mine', player.token)

    // Both talk, each in a browser of their own.
    await playerPage.goto(`/sessions?thread=${session!.id}`)
    const chat = playerPage.getByRole('dialog', { name: `Chat with ${tag}` })
    await page.goto(`/coach-dashboard?thread=${session!.id}`)
    const desk = page.getByRole('region', { name: `Chat with ${player.name}` })
    await expect(desk.getByText('Say hello')).toBeVisible()
    await chat.getByLabel('Your message').fill('Which map first?')
    await chat.getByLabel('Your message').press('Enter')
    await expect(desk.getByRole('article').filter({ hasText: 'Which map first?' })).toBeVisible()
    await desk.getByLabel('Your message').fill('Champions Field.')
    await desk.getByLabel('Your message').press('Enter')
    await expect(chat.getByRole('article').filter({ hasText: 'Champions Field.' })).toBeVisible()
    await expect(chat.getByRole('article')).toHaveCount(2)
    await expect(desk.getByRole('article')).toHaveCount(2)
    await expectAccessible(playerPage)
    await expectAccessible(page)

    // The session is over.
    await holdSession(session!.id)
    await page.goto('/coach-dashboard?section=agenda')
    const toTell = page.getByRole('region', { name: 'How did it go?' }).getByRole('listitem')
    await toTell.getByRole('button', { name: /^Mark completed/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark completed' }).click()
    await expect(page.getByText('Session completed', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await playerPage.goto('/sessions')
    const rating = playerPage.getByRole('region', { name: /^How was / })
    await rating.getByRole('radio', { name: '5 stars' }).check()
    const review = `Two habits for life ${tag}`
    await rating.getByLabel('Review').fill(review)
    await expectAccessible(playerPage)
    await rating.getByRole('button', { name: 'Send rating' }).click()
    await expect(playerPage.getByText('Rating sent', { exact: true })).toBeVisible()

    // The owner approves, and everybody reads it.
    type Pending = { id: string; review: string | null }
    const pending = await outside.call<Pending[]>('GET', '/api/admin/ratings/pending', owner)
    const { id } = pending.find((each) => each.review === review)!
    await outside.call('POST', `/api/admin/ratings/${id}/approve`, owner)
    await expect(async () => {
      await playerPage.goto(`/coaches/${coach.slug}`)
      await expect(playerPage.getByText(review)).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(playerPage.getByText('5/5', { exact: true }).first()).toBeVisible()
    await expectAccessible(playerPage)
  } finally {
    await patch(owner, `/api/owner/coaches/${coach.id}`, { isActive: false })
  }

  // Stops coaching: the owner parts the account from the profile.
  const ownerPage = await openSecondPage()
  await logInAsOwner(ownerPage)
  await ownerPage.goto('/owner?tab=coaches')
  await ownerPage.getByLabel('Find a coach').fill(tag)
  // Until the search is answered the list of before stands there, which then goes.
  await expect(ownerPage.getByText('1 coach found', { exact: true })).toBeVisible()
  await ownerPage.getByRole('button', { name: `Unlink the account of ${tag}` }).click()
  await expect(ownerPage.getByText('Account unlinked', { exact: true })).toBeVisible()
  await page.goto('/coach-dashboard')
  await expect(page.getByRole('heading', { name: 'Coach Access Required' })).toBeVisible()
})

/** What is found in a mail to this address, once it has come. */
async function mailed(page: Page, email: string, wanted: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const mails: { to: string; text: string }[] = await (await page.request.get('/dev/outbox.json')).json()
    found = mails.flatMap(({ to, text }) => (to === email ? (wanted.exec(text)?.[0] ?? []) : []))[0]
    expect(found).toBeDefined()
  }).toPass()
  return found!
}
