import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { TestApp } from './app.ts'
import { basic } from './prices.ts'

/** Every kind of caller. */
export const people = [
  'nobody',
  'expired session',
  'player',
  'other player',
  'coach',
  'other coach',
  'applicant',
  'other applicant',
  'admin',
  'admin session',
  'owner',
] as const
export type Person = (typeof people)[number]

export type World = Awaited<ReturnType<typeof makeWorld>>
/** What a request may name. */
export type Ids = World['ids']

/**
 * Creates everybody and everything afresh: a player with a booking with a coach and an open order, an applicant with an
 * application in their browser. `proofs` are the headers that authenticate each person.
 */
export async function makeWorld(app: TestApp) {
  const { deps, app: running } = app
  const [player, otherPlayer, coach, otherCoach] = [
    await aUser(deps),
    await aUser(deps),
    await aUser(deps),
    await aUser(deps),
  ]
  const profile = await aCoach(deps, { userId: coach.id })
  const otherProfile = await aCoach(deps, { userId: otherCoach.id })
  const booking = await aBooking(deps, { player, coach: profile, customerPhone: '+12125550100' })
  await aBooking(deps, { player: otherPlayer, coach: otherProfile })
  const coachsApplication = await anApplication(deps, { userId: coach.id, applicantEmail: coach.email })
  const email = `applicant-${newId()}@demo.test`
  const applicant = await apply(app, email)
  const other = await apply(app, `applicant-${newId()}@demo.test`)
  const admin = await aUser(deps, { isAdmin: true })
  const owner = await aUser(deps, { isOwner: true })
  const order = await app.call(
    createPaymentIntent,
    { body: { amount: basic.decimal, metadata: { serviceId: '1on1-basic', coach: profile.name } } },
    player.token,
  )
  const sessions = await running.http.inject({ url: '/api/auth/sessions', headers: bearer(player) })
  const login = await running.http.inject({
    method: 'POST',
    url: '/api/admin/login',
    headers: bearer(admin),
    payload: { email: admin.email, name: admin.name },
  })
  const proofs: Record<Person, Record<string, string>> = {
    nobody: {},
    'expired session': { authorization: `Bearer ${'x'.repeat(43)}` },
    player: bearer(player),
    'other player': bearer(otherPlayer),
    coach: bearer(coach),
    'other coach': bearer(otherCoach),
    applicant: { cookie: applicant.cookie },
    'other applicant': { cookie: other.cookie },
    admin: bearer(admin),
    'admin session': { cookie: cookieOf(login) },
    owner: bearer(owner),
  }
  const ids = {
    bookingId: booking.id,
    applicationId: applicant.id,
    coachsApplicationId: coachsApplication.id,
    orderId: order.body.orderId,
    sessionId: (sessions.json() as { id: string }[])[0]!.id,
    playerId: player.id,
    playerEmail: player.email,
    adminEmail: admin.email,
    coachId: profile.id,
    coachName: profile.name,
    slug: profile.slug,
    email,
    freshEmail: `fresh-${newId()}@demo.test`,
  }
  return { proofs, ids }
}

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const cookieOf = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function apply({ app }: TestApp, applicantEmail: string): Promise<{ id: string; cookie: string }> {
  const payload = {
    applicantName: 'Rimshot',
    applicantEmail,
    gameExpertise: 'fortnite',
    currentRank: 'Unreal',
    coachingExperience: 'Two seasons.',
    whyCoach: 'I like it.',
    availability: 'Evenings',
  }
  const answer = await app.http.inject({ method: 'POST', url: '/api/coach-applications', payload })
  return { id: answer.json().id, cookie: cookieOf(answer) }
}
