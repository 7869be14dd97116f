import type { Locator, Page } from '@playwright/test'
import type { Application } from '#src/features/applications/contract.ts'
import { letters } from '#tests/support/letters.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, logIn, test } from '../fixtures.ts'
import { byStreamAlone, stream } from '../live-messages.ts'

test('an applicant without an account chats with the team', { tag: '@gate' }, async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const email = `applicant-${crypto.randomUUID().slice(0, 8)}@e2e.test`
  const coachApplicationId = await apply(page, email)
  await page.goto(`/applicant-chat?email=${encodeURIComponent(email)}`)
  const chat = page.getByRole('region', { name: 'Chat with our team' })
  await expect(chat.getByText('Ask us anything')).toBeVisible()
  await chat.getByLabel('Your message').fill('When do I hear from you?')
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(chat.getByRole('article').filter({ hasText: 'When do I hear' })).toContainText('You')

  const admin = await outside.logIn('admin@demo.test')
  await byStreamAlone(page, async () => {
    await outside.call('POST', '/api/admin/send-internal-message', admin, { coachApplicationId, message: 'This week.' })
    await expect(chat.getByRole('article').filter({ hasText: 'This week.' })).toContainText('Team Admin')
  })
  await expect(chat.getByRole('article')).toHaveCount(2)
  await expectAccessible(page)
})

/** Opens a chat in the page; gives it, with what the other side writes with. */
const chats: Record<
  string,
  (page: Page, outside: Outside) => Promise<[Locator, (content: string) => Promise<unknown>]>
> = {
  async applicant(page, { call, logIn }) {
    const email = `applicant-${crypto.randomUUID().slice(0, 8)}@e2e.test`
    const coachApplicationId = await apply(page, email)
    await page.goto(`/applicant-chat?email=${encodeURIComponent(email)}`)
    const admin = await logIn('admin@demo.test')
    const write = (message: string) =>
      call('POST', '/api/admin/send-internal-message', admin, { coachApplicationId, message })
    return [page.getByRole('region', { name: 'Chat with our team' }), write]
  },
  async coach(page, { call, signUp, book }) {
    const name = `Chatter ${letters()}`
    const { token } = await signUp(name)
    const bookingId = await book(token, 'VexFlip')
    await logIn(page, 'coach@demo.test', `/coach-dashboard?thread=${bookingId}`)
    const write = (content: string) => call('POST', '/api/messages', token, { bookingId, content })
    return [page.getByRole('region', { name: `Chat with ${name}` }), write]
  },
}

for (const [who, open] of Object.entries(chats))
  test(`messages come to the ${who}’s chat without the stream too`, async ({ page, baseURL, expectProblem }) => {
    expectProblem(/messages\/live/)
    await page.route(stream, (route) => route.abort())
    const [chat, write] = await open(page, callsTo(baseURL!))
    await expect(chat.getByLabel('Your message')).toBeVisible()
    for (const content of ['One', 'Two']) {
      await write(content)
      await expect(chat.getByRole('article').filter({ hasText: content })).toBeVisible()
    }
    await expect(chat.getByRole('article')).toHaveCount(2)
  })

type Outside = ReturnType<typeof callsTo>

/** Applies as a coach in this page's browser; gives the application's id. */
async function apply(page: Page, applicantEmail: string): Promise<string> {
  const applied = await page.request.post('/api/coach-applications', {
    data: {
      applicantName: 'Rimshot',
      applicantEmail,
      gameExpertise: 'both',
      currentRank: 'Champion',
      coachingExperience: 'Two seasons of replay reviews.',
      whyCoach: 'I like it when something clicks.',
      availability: 'Evenings',
    },
  })
  expect(applied.status(), await applied.text()).toBe(200)
  return ((await applied.json()) as Application).id
}
