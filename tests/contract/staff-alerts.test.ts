import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { forgetPerson } from '#src/features/accounts/server/accounts.ts'
import { staffAlertChoices, users } from '#src/features/accounts/server/table.ts'
import { alertNames, alertOf, type StaffAlert } from '#src/features/accounts/staff-alerts.ts'
import { chooseAlert, listAlertChoices } from '#src/features/accounts/staff-alerts-contract.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { createFreeBooking, scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { shareGame } from '#src/shared/games.ts'
import {
  aCoachWithAccount,
  admin,
  app,
  cancelOne,
  causes,
  claimOne,
  inquire,
  letWait,
  newTeam,
  nextStart,
  openApp,
  owner,
  type Person,
  pay,
} from './staff-alert-causes.ts'

/** What the team is told by mail: what causes each mail, who gets it, and that it can be switched off. */
beforeAll(openApp)
afterAll(() => app.close())
beforeEach(newTeam)

describe('a mail of the team', () => {
  test.each(alertNames.filter((alert) => !alertOf(alert).fixed))(
    '%s: its cause sends it to its roles, and not to staff who switched it off',
    async (alert) => {
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
    },
  )

  test('that all staff must have is nobody’s to switch off, and in nobody’s list', async () => {
    await app.deps.db.insert(staffAlertChoices).values({ userId: admin.id, alert: 'new-step', wanted: false })
    expect((await choose(owner, 'new-step', false)).status).toBe(404)
    const { body } = await app.call(listAlertChoices, {}, owner.token)
    expect(body.map(({ alert }) => alert)).not.toContain('new-step')
    await causes['new-step'].cause()
    const mails = await newMails(causes['new-step'].subject)
    expect([...mails.keys()].sort()).toEqual([admin.email, owner.email].sort())
    expect(mails.get(admin.email)).toMatch(/^You get this as admin: it cannot be switched off\.$/m)
  })

  test('is switched on again by the person who switched it off, and by nobody else', async () => {
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

  test('that must reach somebody goes to the admins where there is no owner', async () => {
    await app.deps.db.update(users).set({ isOwner: false }).where(eq(users.id, owner.id))
    await choose(admin, 'unseen', false)
    await pay({ coach: await aCoach(app.deps) })
    const mails = await newMails(/^Nobody sees this booking: /)
    expect([...mails.keys()]).toEqual([admin.email])
    expect(mails.get(admin.email)).toContain('You get this as admin: nobody else would hear of it.')
  })

  test('says who cancelled a session and why', async () => {
    const booking = await pay({})
    const body = { refund: booking.price, reason: 'Coach is ill' }
    const another = await aUser(app.deps, { isAdmin: true })
    await app.call(cancelBooking, { params: { bookingId: booking.id }, body }, another.token)
    const mail = (await newMails(/^Cancelled: /)).get(owner.email)
    expect(mail).toMatch(/Our team cancelled\. Coach-\w+ knows\./)
    expect(mail).toContain('Reason: Coach is ill')
  })

  test('goes to no address that nobody has proved, and not to its actor', async () => {
    await app.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, owner.id))
    const coach = await aCoachWithAccount()
    expect((await bookFree(coach, admin)).status).toBe(200)
    expect(await newMails(/^Booked/)).toEqual(new Map())
  })
})

describe('what is told without proof', () => {
  const mailsOf = async (cause: (player: Person) => Promise<unknown>) => {
    await cause(await aUser(app.deps, { name: 'Buy at evil.test', emailVerified: false }))
    const mails = (await allMails()).filter(({ id, to }) => to === owner.email && !seen.has(id))
    expect(mails.length).toBeGreaterThan(0)
    for (const { text } of mails) expect(text).toContain('Not verified: Nobody has proved this name and e-mail.')
    return mails
  }

  test.each<[string, cause: (player: Person) => Promise<unknown>]>([
    ['a message about a session that was not paid for', (player) => letWait(player, { isPaid: false })],
    ['an inquiry', inquire],
  ])('%s: the subject leaves out the name, the mail marks it', async (_, cause) => {
    for (const { subject, text } of await mailsOf(cause)) {
      expect(subject).not.toMatch(/evil|Rimshot/)
      expect(text.split('\n').slice(0, 3).join()).not.toMatch(/evil|Rimshot/)
    }
  })

  test.each<[string, cause: (player: Person) => Promise<unknown>]>([
    ['a booking', (player) => pay({ player })],
    ['one of a coach without account', async (player) => pay({ player, coach: await aCoach(app.deps) })],
    ['a cancellation', cancelOne],
    ['a claim', claimOne],
    ['a message', letWait],
  ])('%s of who has paid names them, and marks that nobody has proved who they are', async (_, cause) => {
    expect((await mailsOf(cause)).map(({ text }) => text).join()).toContain('Buy at evil.test')
  })
})

describe('no booking is without a human who was told', () => {
  test.each<[string, () => Promise<CoachRow | null>, who: 'coach' | 'owner']>([
    ['a coach with an account', () => aCoachWithAccount(), 'coach'],
    ['a coach without account', () => aCoach(app.deps), 'owner'],
    ['a coach whose e-mail nobody has proved', () => aCoachWithAccount({ emailVerified: false }), 'owner'],
    ['a coach whose account was erased', anErasedCoach, 'owner'],
    ['a coach who never confirmed their hours', () => aCoachWithAccount({}, null), 'owner'],
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

/** The mails with this subject that came since this was last asked, by recipient. */
async function newMails(subject: RegExp): Promise<Map<string, string>> {
  const fresh = (await allMails()).filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  return new Map(fresh.filter((mail) => subject.test(mail.subject)).map(({ to, text }) => [to, text]))
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
