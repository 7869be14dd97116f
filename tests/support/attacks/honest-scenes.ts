import { eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { startFactor } from '#src/features/accounts/second-factor-contract.ts'
import { hashToken } from '#src/features/accounts/server/accounts.ts'
import { staffRules } from '#src/features/accounts/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { checkRefund } from '#src/features/payments/server/job-kinds.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { answerQuestion, makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import { choices, takeOvers } from '#src/features/sessions/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { TestApp } from '../app.ts'
import { codeIn } from '../code-in.ts'
import { payByCard } from '../pay.ts'
import { basic } from '../prices.ts'
import { shownQuestion } from '../sessions/shown-question.ts'
import { sessionScenes } from './honest-session-scenes.ts'
import { staffScenes } from './honest-staff-scenes.ts'

/** A call that will succeed, and its way to get there; each `prepare` makes everything afresh. */
export type Scene = {
  call: string
  prepare(app: TestApp): Promise<{ url: string; headers: Record<string, string>; body: object }>
}

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const notes =
  'Shadow defence until the pass is gone, boost by the small pads, half-volleys off the side wall, and no ball chasing.'
const codesUrl = '/api/auth/codes'
const confirmed = { password: demoPassword, confirmPassword: demoPassword }

/** The calls that need more than a fitting body: a mailed code, a paid intent, a session that is over, … */
export const scenes: Scene[] = [
  {
    call: 'POST /api/coach-application/owner',
    async prepare(app) {
      const ownerToken = newId()
      await anApplication(app.deps, { ownerTokenHash: hashToken(ownerToken) })
      return { url: '/api/coach-application/owner', headers: {}, body: { ownerToken, wasMe: false } }
    },
  },
  {
    call: 'POST /api/auth/codes/redeem',
    async prepare(app) {
      const { email } = await aUser(app.deps, { emailVerified: false })
      const { code, headers } = await mailedCode(app, codesUrl, { purpose: 'reset-password', email })
      return { url: '/api/auth/codes/redeem', headers, body: { purpose: 'reset-password', email, code, ...confirmed } }
    },
  },
  {
    call: 'POST /api/auth/codes/redeem',
    async prepare(app) {
      const player = await aUser(app.deps, { emailVerified: false })
      const { code, headers } = await mailedCode(
        app,
        codesUrl,
        { purpose: 'verify-email', email: player.email },
        bearer(player),
      )
      return { url: '/api/auth/codes/redeem', headers, body: { purpose: 'verify-email', email: player.email, code } }
    },
  },
  {
    // Nobody who has proved their e-mail changes it.
    call: 'POST /api/auth/email',
    async prepare(app) {
      const player = await aUser(app.deps, { emailVerified: false })
      const [url, asked] = ['/api/auth/email', { email: `mail-${newId()}@demo.test`, password: demoPassword }]
      const { code, headers } = await mailedCode(app, url, asked, bearer(player))
      return { url, headers, body: { ...asked, code } }
    },
  },
  {
    call: 'POST /api/auth/second-factor/on',
    async prepare(app) {
      const player = await aUser(app.deps)
      const { secret } = (await app.call(startFactor, {}, player.token)).body
      const code = new TOTP({ secret }).generate({ timestamp: app.deps.now().getTime() })
      return { url: '/api/auth/second-factor/on', headers: bearer(player), body: { code } }
    },
  },
  {
    call: 'POST /api/auth/second-factor/off',
    async prepare(app) {
      const player = await aUser(app.deps)
      const code = (await aSecondFactor(app.deps, player)).codeAt(app.deps.now())
      return { url: '/api/auth/second-factor/off', headers: bearer(player), body: { password: demoPassword, code } }
    },
  },
  {
    call: 'POST /api/coach-application/access',
    async prepare(app) {
      const { applicantEmail: email } = await anApplication(app.deps, { applicantEmail: `mail-${newId()}@demo.test` })
      const { code, headers } = await mailedCode(app, codesUrl, { purpose: 'applicant-access', email })
      return { url: '/api/coach-application/access', headers, body: { email, code } }
    },
  },
  {
    // Figures need their source, and a published coach a name of their own.
    call: 'PATCH /api/owner/coaches/{coachId}',
    async prepare(app) {
      const owner = await aUser(app.deps, { isOwner: true })
      const { id } = await aCoach(app.deps)
      const body = { title: 'Passing plays', studentsBefore: 7, hoursBefore: 3, beforeSource: 'Own log' }
      return { url: `/api/owner/coaches/${id}`, headers: bearer(owner), body }
    },
  },
  {
    call: 'POST /api/dead-jobs/{jobId}/retry',
    async prepare(app) {
      const owner = await aUser(app.deps, { isOwner: true })
      const refundId = newId()
      const { jobs, db } = app.deps
      await db.transaction((tx) => jobs.add(tx, checkRefund, { refundId }))
      const { rows } = await db.execute<{ id: string }>(
        sql`update pgboss.job set state = 'failed', completed_on = now() where data ->> 'refundId' = ${refundId} returning id`,
      )
      const url = `/api/dead-jobs/${rows[0]!.id}/retry`
      return { url, headers: bearer(owner), body: { name: checkRefund.name } }
    },
  },
  {
    call: 'POST /api/bookings/{bookingId}/schedule',
    async prepare(app) {
      const admin = await aUser(app.deps, { isAdmin: true })
      const { id } = await aBooking(app.deps, { start: null })
      const { date, time } = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)[0]!
      const body = { selectedDate: date, selectedTime: time }
      return { url: `/api/bookings/${id}/schedule`, headers: bearer(admin), body }
    },
  },
  {
    call: 'PUT /api/bookings/{bookingId}/write-up',
    async prepare(app) {
      const [player, account] = [await aUser(app.deps), await aUser(app.deps)]
      const coach = await aCoach(app.deps, { userId: account.id })
      const bookingId = await aPastSession(app, player, coach)
      return { url: `/api/bookings/${bookingId}/write-up`, headers: bearer(account), body: { seen: [notes] } }
    },
  },
  {
    call: 'POST /api/bookings/{bookingId}/claim-guarantee',
    async prepare(app) {
      const player = await aUser(app.deps)
      const bookingId = await aPastSession(app, player)
      const body = { wanted: 'refunded', reason: 'We talked about something else.' }
      return { url: `/api/bookings/${bookingId}/claim-guarantee`, headers: bearer(player), body }
    },
  },
  {
    call: 'POST /api/ratings',
    async prepare(app) {
      const player = await aUser(app.deps)
      const bookingId = await aPastSession(app, player)
      return { url: '/api/ratings', headers: bearer(player), body: { bookingId, rating: 4, review: 'Good' } }
    },
  },
  {
    call: 'POST /api/booking-confirmation',
    async prepare(app) {
      // Else the provider's own word may come first.
      app.sandbox.misbehave.set({ lost: true })
      const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
      const metadata = { serviceId: '1on1-basic', coachId: coach.id }
      const intent = (await app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, player.token))
        .body
      await payByCard(app.url, intent)
      const { paymentIntentId } = intent
      return { url: '/api/booking-confirmation', headers: bearer(player), body: { paymentIntentId } }
    },
  },
  {
    call: 'POST /api/privacy/erase',
    async prepare(app) {
      const player = await aUser(app.deps)
      return { url: '/api/privacy/erase', headers: bearer(player), body: { password: demoPassword } }
    },
  },
  {
    call: 'POST /api/bookings/{bookingId}/answer',
    async prepare(app) {
      const { bookingId, coachUser } = await anAskedSession(app)
      const body = { ...(await shownQuestion(app.deps, bookingId)), agrees: true }
      return { url: `/api/bookings/${bookingId}/answer`, headers: bearer(coachUser), body }
    },
  },
  {
    call: 'POST /api/session-questions/{questionId}/decide',
    async prepare(app) {
      const { bookingId, coachUser } = await anAskedSession(app)
      const answer = { ...(await shownQuestion(app.deps, bookingId)), agrees: false, words: 'We met.' }
      const said = await app.call(answerQuestion, { params: { bookingId }, body: answer }, coachUser.token)
      const owner = await aUser(app.deps, { isOwner: true })
      const url = `/api/session-questions/${said.body.question.id}/decide`
      return { url, headers: bearer(owner), body: { outcome: 'held', reason: 'We read your chat.' } }
    },
  },
  {
    call: 'POST /api/bookings/{bookingId}/choice',
    async prepare(app) {
      const { bookingId, player } = await aCalledOffSession(app)
      return { url: `/api/bookings/${bookingId}/choice`, headers: bearer(player), body: { chosen: 'money' } }
    },
  },
  {
    call: 'POST /api/choice',
    async prepare(app) {
      const { player } = await aCalledOffSession(app)
      const mails = await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, player.email))
      const token = mails.map(({ text }) => /key=([\w-]+)/.exec(text)?.[1]).find(Boolean)
      return { url: '/api/choice', headers: {}, body: { token, choice: { chosen: 'money' } } }
    },
  },
  {
    call: 'POST /api/coach/take-overs/{choiceId}',
    async prepare(app) {
      const { bookingId } = await aCalledOffSession(app)
      const user = await aUser(app.deps)
      const coach = await aCoach(app.deps, { userId: user.id })
      const [choice] = await app.deps.db.select().from(choices).where(eq(choices.bookingId, bookingId))
      await app.deps.db.insert(takeOvers).values({ choiceId: choice!.id, coachId: coach.id, askedAt: app.deps.now() })
      return { url: `/api/coach/take-overs/${choice!.id}`, headers: bearer(user), body: { accepts: false } }
    },
  },
  ...sessionScenes,
  ...staffScenes,
  {
    // Last, and taken back by each `prepare`: it holds for the whole app.
    call: 'PUT /api/owner/staff-rules',
    async prepare(app) {
      await app.deps.db.delete(staffRules)
      const owner = await aUser(app.deps, { isOwner: true })
      await aSecondFactor(app.deps, owner)
      return { url: '/api/owner/staff-rules', headers: bearer(owner), body: { secondFactor: true } }
    },
  },
]

/** Asks for a code and reads it in the mailbox; `headers` are those of the browser that asked. */
async function mailedCode(
  app: TestApp,
  url: string,
  payload: { email: string; purpose?: string },
  proof: Record<string, string> = {},
) {
  const asked = await app.app.http.inject({ method: 'POST', url, headers: proof, payload })
  await app.runJobs()
  const mail = app.sandbox.outbox.list().find(({ to, text }) => to === payload.email && codeIn(text))
  const cookie = asked.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { code: codeIn(mail!.text)!, headers: { ...proof, cookie } }
}

/** A session that began 20 minutes ago, and whose player said that it began late. */
async function anAskedSession(app: TestApp) {
  const [player, coachUser] = [await aUser(app.deps), await aUser(app.deps)]
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const { id: bookingId } = await aBooking(app.deps, { player, coach })
  const [from, to] = [-20, 40].map((minutes) => new Date(app.deps.now().getTime() + minutes * 60_000).toISOString())
  await app.deps.db.execute(sql`update bookings set starts_at = ${from}, ends_at = ${to} where id = ${bookingId}`)
  const body = { says: 'late', minutes: 10 } as const
  await app.call(makeStatement, { params: { bookingId }, body }, player.token)
  return { bookingId, coachUser }
}

/** A session that its coach called off: the player chooses. */
async function aCalledOffSession(app: TestApp) {
  const [player, coachUser] = [await aUser(app.deps), await aUser(app.deps)]
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const { id: bookingId } = await aBooking(app.deps, { player, coach })
  await app.call(callOff, { params: { bookingId }, body: { reason: 'ill' } }, coachUser.token)
  return { bookingId, player }
}

/** A session of the player that is over, completed, neither rated nor claimed; gives its id. */
async function aPastSession(
  { deps }: TestApp,
  player: Awaited<ReturnType<typeof aUser>>,
  coach?: Awaited<ReturnType<typeof aCoach>>,
): Promise<string> {
  const { id } = await aBooking(deps, { player, coach })
  const [from, to] = [2, 1].map((hours) => new Date(deps.now().getTime() - hours * 3_600_000).toISOString())
  await deps.db.execute(
    sql`update bookings set status = 'completed', starts_at = ${from}, ends_at = ${to} where id = ${id}`,
  )
  return id
}
