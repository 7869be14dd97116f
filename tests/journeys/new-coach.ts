import type { Page } from '@playwright/test'
import type { Application } from '#src/features/applications/contract.ts'
import type { OwnerCoach } from '#src/features/coaches/contract.ts'
import { letters } from '#tests/support/letters.ts'
import type { callsTo } from './by-call.ts'
import { expect, signUp } from './fixtures.ts'
import { verifyEmail } from './mailed-code.ts'

type Outside = ReturnType<typeof callsTo>

/** Signs somebody new up in this browser, verifies their e-mail, and has their application approved; not yet published. */
export async function becomeCoach(page: Page, { call, logIn }: Outside): Promise<OwnerCoach> {
  const name = `Pilot-${letters()}`
  const { email, token } = await signUp(page, name)
  await verifyEmail(page, { email, token })
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

/** Puts a coach onto the site or takes them off again, so that other tests find the line-up they know. */
export async function setPublished(page: Page, { logIn }: Outside, { id }: OwnerCoach, isActive: boolean) {
  const headers = { authorization: `Bearer ${await logIn('owner@demo.test')}` }
  const data = { isActive, reason: 'Whether the hours are confirmed is another journey’s question' }
  const answer = await page.request.patch(`/api/owner/coaches/${id}`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}
