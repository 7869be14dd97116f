import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { forgetPerson } from '#src/features/accounts/server/accounts.ts'
import { staffAlertChoices, users } from '#src/features/accounts/server/table.ts'
import { alertNames, alertOf, type StaffAlert } from '#src/features/accounts/staff-alerts.ts'
import { chooseAlert, listAlertChoices } from '#src/features/accounts/staff-alerts-contract.ts'
import { applyAsCoach } from '#src/features/applications/contract.ts'
import { cancelBooking, claimGuarantee } from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { createFreeBooking, scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { sendContact } from '#src/features/contacts/contract.ts'
import { mailDigest } from '#src/features/insights/server/digest.ts'
import { sendApplicantMessage, sendMessage } from '#src/features/messages/contract.ts'
import { mailWhoIsAway } from '#src/features/messages/server/away.ts'
import { alertUnanswered } from '#src/features/messages/server/unanswered.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { confirmAvailability } from '#src/features/schedule/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { shareGame } from '#src/shared/games.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { sendStripeEvent } from '../support/paid-booking.ts'
import { payByCard } from '../support/pay.ts'
import { basic } from '../support/prices.ts'

/** What the team is told by mail: what causes each mail, who gets it, and that it can be switched off. */
type Person = Awaited<ReturnType<typeof aUser>>
let app: TestApp
let owner: Person
let admin: Person
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = new Date()
  await app.deps.db.update(users).set({ isOwner: false, isAdmin: false })
  owner = await aUser(app.deps, { isOwner: true })
  admin = await aUser(app.deps, { isAdmin: true })
})

const says = (subject: string) => new RegExp(`^${subject.replaceAll('$', '\\$')}$`)

/** What a mail is caused by; gives a mark of its subject. */
const causes: Record<StaffAlert, { cause(): Promise<unknown>; subject: RegExp; button?: string }> = {
  booking: {
    cause: () => pay({}),
    subject: says(`Booked: 1-on-1 Basic Session, Coach-.*, ${basic.shown}`),
    button: 'Open booking',
  },
  unseen: {
    cause: async () => pay({ coach: await aCoach(app.deps) }),
    subject: /^Nobody sees this booking: Coach-.* has no account$/,
    button: 'Open booking',
  },
  cancellation: {
    cause: cancelOne,
    subject: says(`Cancelled: Demo Player, .*, ${basic.shown} back`),
    button: 'Open booking',
  },
  unanswered: { cause: letWait, subject: /^Demo Player is waiting for an answer$/, button: 'Answer' },
  dispute: {
    cause: disputeOne,
    subject: says(`Dispute: answer by .*, ${basic.shown}`),
    button: 'Answer the dispute',
  },
  problem: { cause: loseMoney, subject: /^Payment problem: /, button: 'Look at it' },
  claim: { cause: claimOne, subject: /^Guarantee: Demo Player wants their money back$/, button: 'Decide' },
  contact: { cause: inquire, subject: /^Rimshot wants to book a session$/, button: 'Reply to Rimshot' },
  application: { cause: apply, subject: /^Rimshot applied to coach$/ },
  'application-message': { cause: writeAsApplicant, subject: /wrote to you about the application of/ },
  'coach-ready': { cause: confirmHours, subject: /^Coach-.* can go live$/, button: 'Publish' },
  digest: { cause: waitForMorning, subject: /^Yesterday: \d+ bookings?, \$[\d.]+$/, button: 'Open the dashboard' },
}

describe('a mail of the team', () => {
  test.each(alertNames)('%s: its cause sends it to its roles, and not to whom switched it off', async (alert) => {
    const { cause, subject, button } = causes[alert]
    const { roles, always } = alertOf(alert)
    const people = { owner, admin }
    await cause()
    const first = await newMails(subject)
    expect([...first.keys()].sort()).toEqual(roles.map((role) => people[role].email).sort())
    for (const role of roles) {
      expect(first.get(people[role].email)).toMatch(
        new RegExp(`^You get this as ${role}\\.\\n[^]*\\nSwitch it off in Account: http`, 'm'),
      )
    }
    if (button) expect(first.get(people[roles[0]!].email)).toContain(`${button}: `)

    for (const role of roles) {
      const choices = await choose(people[role], alert, false)
      expect(choices.body.find((each) => each.alert === alert)).toMatchObject({ wanted: false })
    }
    await cause()
    const second = await newMails(subject)
    expect([...second.keys()]).toEqual(always ? [owner.email] : [])
    if (always) expect(second.get(owner.email)).toContain('You get this as owner: nobody else would hear of it.')
  })

  test('is switched on again by who switched it off, and by nobody else', async () => {
    const other = await aUser(app.deps, { isOwner: true })
    await choose(owner, 'contact', false)
    expect((await app.call(listAlertChoices, {}, owner.token)).body).toContainEqual({
      alert: 'contact',
      label: 'Inquiries by the contact form',
      wanted: false,
    })
    await inquire()
    const first = await newMails(/wants to book/)
    expect([...first.keys()]).toEqual([other.email])
    await choose(owner, 'contact', true)
    await inquire()
    expect((await newMails(/wants to book/)).has(owner.email)).toBe(true)
  })

  test('is nobody’s to choose who has not its role', async () => {
    expect((await choose(admin, 'contact', true)).status).toBe(404)
    expect((await app.call(listAlertChoices, {}, admin.token)).body.map(({ alert }) => alert)).not.toContain('contact')
    expect((await choose(await aUser(app.deps), 'booking', true)).status).toBe(403)
    expect(await app.deps.db.select().from(staffAlertChoices).where(eq(staffAlertChoices.userId, admin.id))).toEqual([])
  })

  test('goes to no address that nobody has proved, and not to who did it', async () => {
    await app.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, owner.id))
    const coach = await aCoachWithAccount()
    expect((await bookFree(coach, admin)).status).toBe(200)
    expect(await newMails(/^Booked/)).toEqual(new Map())
  })
})

describe('no booking is without a human who was told', () => {
  test.each<[string, () => Promise<CoachRow | null>, who: 'coach' | 'owner']>([
    ['a coach with an account', () => aCoachWithAccount(), 'coach'],
    ['a coach without account', () => aCoach(app.deps), 'owner'],
    ['a coach whose e-mail nobody has proved', () => aCoachWithAccount({ emailVerified: false }), 'owner'],
    ['a coach whose account was erased', anErasedCoach, 'owner'],
    ['any coach, of whom none has an account', noCoachWithAccount, 'owner'],
  ])('%s', async (_, make, who) => {
    const coach = await make()
    // Whatever they switched off.
    for (const alert of ['booking', 'unseen'] as const)
      for (const one of [owner, admin]) await choose(one, alert, false)
    const account = coach?.userId ? (await app.deps.db.select().from(users).where(eq(users.id, coach.userId)))[0] : null
    const address = who === 'owner' ? owner.email : account ? account.email : null
    const heard = async () => (await allMails()).filter(({ to }) => to === address).length
    let before = await heard()
    async function isHeard(what: string) {
      const now = await heard()
      expect(now, what).toBeGreaterThan(before)
      before = now
    }
    await pay({ coach })
    await isHeard('paid')
    if (!coach) return
    expect((await bookFree(coach, admin)).status).toBe(200)
    await isHeard('free')
    await pay({ coach, timeless: true })
    await isHeard('to be scheduled')
    // Only the team can schedule it, so that a coach who hears of it is not enough.
    expect((await newMails(/^(No hour yet|Nobody sees this booking): /)).has(owner.email)).toBe(true)
  })

  test('a booking without coach or hour, and the coach it is scheduled with', async () => {
    await choose(owner, 'unseen', false)
    await choose(admin, 'unseen', false)
    const booking = await pay({ coach: null, timeless: true })
    expect((await newMails(/^Nobody sees this booking: Demo Player has no coach yet/)).has(owner.email)).toBe(true)
    const coach = await aCoach(app.deps)
    const start = nextStart()
    const to = { selectedDate: start.date, selectedTime: start.time, coachId: coach.id }
    const params = { bookingId: booking.id }
    expect((await app.call(scheduleBooking, { params, body: to }, admin.token)).status).toBe(200)
    const subject = new RegExp(`^Nobody sees this booking: ${coach.name} has no account`)
    expect((await newMails(subject)).has(owner.email)).toBe(true)
  })
})

const choose = (who: Person, alert: StaffAlert, wanted: boolean) =>
  app.call(chooseAlert, { body: { alert, wanted } }, who.token)

async function allMails() {
  await app.runJobs()
  return app.sandbox.outbox.list()
}

const seen = new Set<string>()

/** The mails with this subject that came since this was last asked, by who got them. */
async function newMails(subject: RegExp): Promise<Map<string, string>> {
  const fresh = (await allMails()).filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  return new Map(fresh.filter((mail) => subject.test(mail.subject)).map(({ to, text }) => [to, text]))
}

/** An hour nobody has asked for yet, far enough ahead that cancelling gives everything back. */
let hours = 0
const nextStart = () => bookableStarts(clock, app.deps.env.businessTimeZone)[24 + (hours++ % 140)]!

async function aCoachWithAccount(account: { emailVerified?: boolean } = {}) {
  return aCoach(app.deps, { userId: (await aUser(app.deps, account)).id, hoursConfirmedAt: clock })
}

/** Books as players do. Null: any coach of Fortnite will do. */
async function pay({ coach, timeless, player }: { coach?: CoachRow | null; timeless?: boolean; player?: Person }) {
  const { token } = player ?? (await aUser(app.deps))
  const wanted = coach === undefined ? await aCoachWithAccount() : coach
  const start = nextStart()
  const metadata = {
    serviceId: '1on1-basic',
    ...(wanted ? { coachId: wanted.id } : { game: 'fortnite' }),
    ...(!timeless && { selectedDate: start.date, selectedTime: start.time }),
  }
  const intent = (await app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, token)).body
  await payByCard(app.url, intent)
  const { status, body } = await app.call(confirmBooking, { body: { paymentIntentId: intent.paymentIntentId } }, token)
  expect(status).toBe(200)
  return body.booking
}

function bookFree(coach: CoachRow, by: Person) {
  const start = nextStart()
  const body = {
    customerName: 'Rimshot',
    customerEmail: 'rimshot@else.test',
    coachName: coach.name,
    serviceName: freeServices.find(({ games }) => shareGame(coach.gameExpertise, games))!.name,
    selectedDate: start.date,
    selectedTime: start.time,
  }
  return app.call(createFreeBooking, { body }, by.token)
}

async function anErasedCoach() {
  const coach = await aCoachWithAccount()
  await app.deps.db.transaction((tx) => forgetPerson(tx, { id: coach.userId! } as Account))
  return coach
}

async function noCoachWithAccount() {
  await aCoach(app.deps, { gameExpertise: ['fortnite'] })
  return null
}

async function cancelOne() {
  const player = await aUser(app.deps)
  const booking = await pay({ player })
  const params = { bookingId: booking.id }
  const answer = await app.call(cancelBooking, { params, body: { refund: booking.price } }, player.token)
  expect(answer.status).toBe(200)
}

/** A player writes, and nobody looks for a quarter of an hour. */
async function letWait() {
  const player = await aUser(app.deps)
  const booking = await pay({ player })
  await app.call(sendMessage, { body: { bookingId: booking.id, content: 'Are you there?' } }, player.token)
  await letPass(mailWhoIsAway)
  await letPass(alertUnanswered)
}

/** The queue follows the database's clock, not ours. */
async function letPass({ name }: { name: string }) {
  await app.runJobs()
  await app.deps.db.execute(sql`update pgboss.job set start_after = now() where name = ${name}`)
}

async function disputeOne() {
  const { paymentId } = await pay({})
  const { id } = app.sandbox.disputes.open(paymentId!, 'product_not_received')
  await sendStripeEvent(app, 'charge.dispute.created', { object: 'dispute', id }, `evt_${id}`)
}

/** The provider has given the money back already, which nobody here knows. */
async function loseMoney() {
  const player = await aUser(app.deps)
  const booking = await pay({ player })
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  await stripe.refunds.create({ payment_intent: booking.paymentId! })
  const params = { bookingId: booking.id }
  await app.call(cancelBooking, { params, body: { refund: booking.price } }, player.token)
}

async function claimOne() {
  const player = await aUser(app.deps)
  const startsAt = new Date(clock.getTime() - 24 * 3_600_000)
  const start = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
  const { id } = await aBooking(app.deps, { player, start, status: 'completed' })
  const body = { wanted: 'refunded' as const, reason: 'It did not help me.' }
  const answer = await app.call(claimGuarantee, { params: { bookingId: id }, body }, player.token)
  expect(answer.status).toBe(200)
}

async function inquire() {
  const body = { name: 'Rimshot', email: 'rimshot@else.test', game: 'both', message: 'Stuck in overtime.' }
  await app.call(sendContact, { body }, (await aUser(app.deps)).token)
}

async function apply() {
  const body = {
    ...{ applicantName: 'Rimshot', applicantEmail: 'rimshot@else.test', gameExpertise: 'fortnite' },
    ...{ currentRank: 'Unreal', coachingExperience: 'Two seasons.', whyCoach: 'I like it.', availability: 'Evenings' },
  }
  expect((await app.call(applyAsCoach, { body })).status).toBe(200)
}

async function writeAsApplicant() {
  const applicant = await aUser(app.deps)
  const { id } = await anApplication(app.deps, { userId: applicant.id, applicantEmail: applicant.email })
  const body = { coachApplicationId: id, content: 'When do I hear from you?' }
  expect((await app.call(sendApplicantMessage, { body }, applicant.token)).status).toBe(200)
  await letPass(mailWhoIsAway)
}

async function confirmHours() {
  const account = await aUser(app.deps)
  await aCoach(app.deps, { userId: account.id, isActive: false })
  expect((await app.call(confirmAvailability, {}, account.token)).status).toBe(200)
}

let mornings = 0

/** Each time the next morning; afterwards it is today again, or everybody would have to log in anew. */
async function waitForMorning() {
  await aContact(app.deps)
  const today = clock
  clock = new Date(today.getTime() + ++mornings * 24 * 3_600_000)
  while (wallClock(clock, app.deps.env.businessTimeZone).time < '07:00') clock = new Date(clock.getTime() + 3_600_000)
  await mailDigest(app.deps)
  await mailDigest(app.deps)
  clock = today
}
