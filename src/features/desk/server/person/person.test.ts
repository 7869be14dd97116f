import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { login } from '#src/features/accounts/contract.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { blocks } from '#src/features/coaches/server/table.ts'
import { findPerson, noteAboutPerson, showPerson } from '#src/features/desk/person-contract.ts'
import { sendApplicantMessage, sendMessage } from '#src/features/messages/contract.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { questions, reports } from '#src/features/sessions/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { must } from '#src/shared/must.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { staffNotes } from '../table.ts'

type Person = Awaited<ReturnType<typeof aUser>>
let app: TestApp
let owner: Person
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true })
  admin = await aUser(app.deps, { isAdmin: true, name: 'Anna' })
})
afterAll(() => app.close())

const ask = (staff: Person, { id }: { id: string }) => app.call(showPerson, { params: { userId: id } }, staff.token)
const kindsOf = async (staff: Person, person: { id: string }) =>
  (await ask(staff, person)).body.sections.map(({ kind }) => kind)
const note = (staff: Person, { id }: { id: string }, words: string, idempotencyKey = newId()) =>
  app.call(noteAboutPerson, { params: { userId: id }, body: { note: words, idempotencyKey } }, staff.token)

/** Somebody who did all that can be done here, with a coach. */
async function aLife(coachUser: Person) {
  const { deps } = app
  const player = await aUser(deps, { name: 'Lifelong' })
  await aProfile(deps, player, { gamerTag: 'LifelongTag' })
  const coach = await aCoach(deps, { userId: coachUser.id })
  const paid = { paymentId: `pi_${player.id}`, refundDue: 900, refunded: 900, customerPhone: '+12125550177' }
  const booking = await aBooking(deps, { player, coach, ...paid })
  await aBooking(deps, { player, start: null, price: 0 })
  await app.call(sendMessage, { body: { bookingId: booking.id, content: 'Which replay?' } }, player.token)
  await aRating(deps, { player, coach, review: 'Sharp eyes' })
  await aStory(deps, { author: player })
  await aContact(deps, { writer: player })
  await anApplication(deps, { userId: player.id, applicantEmail: player.email })
  await aDelivery(deps, { recipient: player.email })
  await aDelivery(deps, { recipient: '+12125550177', channel: 'sms' })
  await deps.db.insert(guaranteeClaims).values({ bookingId: booking.id, reason: 'It was not for me.' })
  const about = { bookingId: booking.id, by: 'player' } as const
  const asked = { startsAt: booking.startsAt!, says: 'late', minutes: 5, askedAt: new Date(), state: 'staff' } as const
  await deps.db.insert(questions).values({ ...about, ...asked, coachId: coach.id, staffSince: new Date() })
  await deps.db.insert(reports).values({ ...about, coachId: coach.id, reporterId: player.id, problem: 'rude' })
  await deps.db.insert(blocks).values({ playerId: player.id, coachId: coach.id, by: 'player' })
  return { player, coach, booking }
}

test('each role sees of a person what it may read, and each line leads to where one acts', async () => {
  const coachUser = await aUser(app.deps)
  const { player, booking } = await aLife(coachUser)
  await app.call(login, { body: { email: player.email, password: demoPassword } })

  const ownersOwn = ['claim', 'story', 'inquiry']
  const all = ['booking', 'conversation', 'question', 'report', 'claim', 'rating', 'story', 'inquiry', 'application']
  expect(await kindsOf(owner, player)).toEqual([...all, 'block', 'delivery'])
  expect(await kindsOf(admin, player)).toEqual(
    [...all, 'block', 'delivery'].filter((kind) => !ownersOwn.includes(kind)),
  )

  const { body } = await ask(owner, player)
  const linesFor = async (staff: Person, kind: string) =>
    (await ask(staff, player)).body.sections.find((section) => section.kind === kind)?.lines.map(({ title }) => title)
  const { id: coachApplicationId } = must(
    (await app.deps.db.select().from(coachApplications).where(eq(coachApplications.userId, player.id)))[0],
    'the application',
  )
  await app.call(sendApplicantMessage, { body: { coachApplicationId, content: 'For admins' } }, player.token)
  expect(await linesFor(owner, 'conversation'), 'an applicant’s chat is for admins').not.toContain('Application')
  expect(await linesFor(admin, 'conversation')).toContain('Application')
  await aRating(app.deps, { player, rating: 1, isApproved: false })
  expect(await linesFor(owner, 'rating')).toHaveLength(2)
  expect(await linesFor(admin, 'rating'), 'what nobody approved is for owners').toHaveLength(1)
  expect(body).toMatchObject({ name: 'Lifelong', gamerTag: 'LifelongTag', emailVerified: true, phone: '+12125550177' })
  expect(body.lastLoginAt).toEqual(expect.any(String))
  expect((await ask(admin, player)).body.lastLoginAt, 'for owners').toBeNull()
  // The rated session is one of three.
  expect(body.money).toMatchObject({ bookings: 3, refunded: '9.00', disputed: '0.00' })
  const linesOf = (kind: string) => body.sections.find((section) => section.kind === kind)!.lines
  expect(linesOf('booking')[0], 'without an hour first').toMatchObject({ text: expect.stringContaining('no hour yet') })
  expect(linesOf('booking')).toContainEqual(
    expect.objectContaining({ to: `/owner?booking=${booking.id}`, text: `${booking.number}, $29, $9 refunded` }),
  )
  expect(linesOf('conversation')).toMatchObject([
    { text: 'Lifelong: Which replay?', to: `/owner?tab=messages&booking=${booking.id}` },
  ])
  expect(linesOf('delivery').map(({ text }) => text)).toEqual(
    expect.arrayContaining([`Mail to ${player.email}`, 'SMS to +12125550177']),
  )
  expect(await kindsOf(owner, coachUser)).toEqual(expect.arrayContaining(['coaching', 'question', 'report', 'block']))
})

test('admins see only who booked, applied or coaches; of a deleted account nobody sees anything', async () => {
  const newcomer = await aUser(app.deps)
  expect((await ask(owner, newcomer)).body).toMatchObject({ sections: [], notes: [] })
  expect((await ask(admin, newcomer)).status).toBe(404)
  expect((await note(admin, newcomer, 'Nice')).status).toBe(404)
  const find = async (staff: Person, email: string) =>
    (await app.call(findPerson, { query: { email } }, staff.token)).body.userId
  expect([await find(owner, newcomer.email.toUpperCase()), await find(admin, newcomer.email)]).toEqual([
    newcomer.id,
    null,
  ])

  await note(owner, newcomer, 'Asked about mornings.')
  expect((await app.call(eraseAccount, { body: { password: demoPassword } }, newcomer.token)).status).toBe(200)
  expect((await ask(owner, newcomer)).status).toBe(404)
  expect((await note(owner, newcomer, 'Gone')).status).toBe(404)
  expect(await find(owner, `deleted-${newcomer.id}@invalid`)).toBeNull()
  expect(await app.deps.db.$count(staffNotes)).toBe(0)
})

test('fifty presses keep a note once, for the team to read; nobody reads or writes what is noted about themselves', async () => {
  const { player } = await aBooking(app.deps).then(({ playerId }) => ({ player: { id: playerId! } }))
  const key = newId()
  const pressed = await Promise.all(Array.from({ length: 50 }, () => note(admin, player, 'Prefers evenings.', key)))
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200]))
  await note(owner, player, 'Second')
  expect((await ask(owner, player)).body.notes).toMatchObject([
    { note: 'Second' },
    { note: 'Prefers evenings.', writerName: 'Anna' },
  ])
  expect((await note(owner, owner, 'I am great')).status).toBe(403)
  await aBooking(app.deps, { player: admin })
  await note(owner, admin, 'Answers fast.')
  expect((await ask(admin, admin)).body.notes).toBeNull()
  expect((await ask(owner, admin)).body.notes).toHaveLength(1)
})

test('staff see no report and no block of a session in which they are one of the two', async () => {
  const { player } = await aLife(admin)
  const hidden = ['report', 'block']
  expect((await kindsOf(admin, player)).filter((kind) => hidden.includes(kind))).toEqual([])
  expect((await kindsOf(admin, admin)).filter((kind) => hidden.includes(kind))).toEqual([])
  expect(await kindsOf(owner, admin)).toEqual(expect.arrayContaining(hidden))
})
