import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { toDecimal } from '#src/shared/money.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

/** Who cancelled or moved a session, and why: read by those who did not do it. */
let app: TestApp
let staff: User
beforeAll(async () => {
  app = await startTestApp()
  staff = await aUser(app.deps, { isAdmin: true })
})
afterAll(() => app.close())

type User = Awaited<ReturnType<typeof aUser>>
let [player, coachUser]: User[] = []
let coach: CoachRow
let phone = '+12125550100'
beforeEach(async () => {
  player = await aUser(app.deps, { name: 'Rimshot' })
  coachUser = await aUser(app.deps)
  coach = await aCoach(app.deps, { userId: coachUser.id })
  phone = `+${Number(phone) + 1}`
})

const inHours = (hours: number) => {
  const startsAt = new Date(Date.now() + hours * 3_600_000)
  return { ...wallClock(startsAt, 'America/New_York'), startsAt }
}
/** When cancelling gives half of it back. */
const soon = inHours(12)
const aSession = (overrides: BookingOverrides = {}) =>
  aBooking(app.deps, { player, coach, start: starts[30]!, customerPhone: phone, ...overrides })
const cancel = (bookingId: string, reason: string, { token }: User) =>
  app.call(calls.cancelBooking, { params: { bookingId }, body: { refund: basic.decimal, reason } }, token)
const move = (bookingId: string, { date, time }: Start, { token }: User) =>
  app.call(calls.moveBooking, { params: { bookingId }, body: { selectedDate: date, selectedTime: time } }, token)

/** What was sent there, newest first. */
async function textsTo(address: string): Promise<string[]> {
  await app.runJobs()
  return app.sandbox.outbox.list().flatMap(({ to, text }) => (to.includes(address) ? [text] : []))
}

test('a session that the team cancels: the player reads that it was us, why and what comes back, in mail and SMS', async () => {
  const { id } = await aSession()
  await cancel(id, 'Coach is ill', staff)
  const [mail] = await textsTo(player!.email)
  expect(mail).toMatch(new RegExp(`Hi Rimshot, we had to cancel your session with ${coach.name} on .* Sorry!`))
  expect(mail).toContain('Reason: “Coach is ill.”')
  expect(mail).toContain(`All ${basic.shown} goes back`)
  expect(mail).toContain(`/coaches/${coach.slug}`)
  const [sms] = await textsTo(phone)
  expect(sms).toMatch(new RegExp(`^Level Up: we had to cancel.* ${coach.name}, `))
  expect(sms).toContain(`${basic.shown} back. "Coach is ill."`)
  const [coachs] = await textsTo(coachUser!.email)
  expect(coachs).toContain('our team cancelled Rimshot’s session with you')
  expect(coachs).toContain('Reason: “Coach is ill.”')
})

test('one that the team cancels for a player who asked gives back by the terms sold, and says who asked', async () => {
  const { id } = await aSession({ start: soon })
  const { half } = basic
  const ask = (body: { refund: string; askedByPlayer?: boolean }) =>
    app.call(
      calls.cancelBooking,
      { params: { bookingId: id }, body: { ...body, reason: 'You wrote to us' } },
      staff.token,
    )
  // Not all of it, whatever was sent; and for the business nothing but all of it.
  expect(await ask({ refund: basic.decimal, askedByPlayer: true })).toMatchObject({
    status: 409,
    body: { refund: half },
  })
  expect(await ask({ refund: half })).toMatchObject({ status: 409, body: { refund: basic.decimal } })
  expect((await ask({ refund: half, askedByPlayer: true })).status).toBe(200)
  const [mail] = await textsTo(player!.email)
  expect(mail).toContain(`Hi Rimshot, you asked us to cancel your session with ${coach.name}`)
  expect(mail).not.toMatch(/had to|[Ss]orry/)
  const [sms] = await textsTo(phone)
  expect(sms).toMatch(/^Level Up: you asked us to cancel/)
  expect((await textsTo(coachUser!.email))[0]).toContain('Rimshot asked our team to cancel their session with you')
})

test('one that the team cancels for the business gives back everything, however late', async () => {
  const { id } = await aSession({ start: soon })
  expect((await cancel(id, 'Coach is ill', staff)).body.booking.status).toBe('cancelled')
  expect((await textsTo(player!.email))[0]).toContain(`All ${basic.shown} goes back`)
})

test('the player’s own cancelling follows the terms, whoever they say asked', async () => {
  const { id } = await aSession({ start: soon })
  const body = { refund: basic.decimal, askedByPlayer: false }
  const { status } = await app.call(calls.cancelBooking, { params: { bookingId: id }, body }, player!.token)
  expect(status).toBe(409)
})

test('a reason becomes one line, so that it cannot pass for words of ours in a mail', async () => {
  const { id } = await aSession()
  const reason = 'Exam\n\n\u202eLevel Up Support: pay at evil.test'
  expect(await cancel(id, reason, player!)).toMatchObject({ status: 200 })
  expect((await textsTo(coachUser!.email))[0]).toContain('Reason: “Exam Level Up Support: pay at evil.test.”')
})

test('a session marked as a no-show: the player reads by whom, that nothing goes back, and until when to object', async () => {
  const { id } = await aSession({ start: inHours(-2) })
  await app.call(calls.markNoShow, { params: { bookingId: id } }, staff.token)
  const [mail] = await textsTo(player!.email)
  expect(mail).toContain(`our team marked your session with ${coach.name} on`)
  expect(mail).toContain('You get no refund for it.')
  expect(mail).toContain('Tell us within 72 hours')
  expect(mail).toContain(`/sessions/${id}`)
  expect((await textsTo(coachUser!.email)).join()).not.toContain('no-show')
})

test('one that the player cancels: the coach reads that it was the player and why; the player needs no SMS', async () => {
  const { id } = await aSession()
  await cancel(id, 'Exam', player!)
  expect((await textsTo(player!.email))[0]).toContain(`Hi Rimshot, you cancelled your session with ${coach.name}`)
  const [coachs] = await textsTo(coachUser!.email)
  expect(coachs).toContain('Rimshot cancelled their session with you')
  expect(coachs).toContain('Reason: “Exam.”')
  expect(await textsTo(phone)).toEqual([])
})

test('a move says who moved it', async () => {
  const { id } = await aSession()
  await move(id, starts[42]!, player!)
  expect((await textsTo(player!.email))[0]).toContain(`you moved your session with ${coach.name} to`)
  expect((await textsTo(coachUser!.email))[0]).toContain('Rimshot moved their session with you to')
  expect(await textsTo(phone)).toEqual([])
  await move(id, starts[54]!, staff)
  expect((await textsTo(player!.email))[0]).toContain(`our team moved your session with ${coach.name} to`)
  expect((await textsTo(phone))[0]).toContain('our team moved your session')
})

test('a seat that is cancelled in a group: coach and owner read that the session goes on, and with how many', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  const group = findService('group-basic')!
  const seat = { coach, service: group, start: starts[31]! }
  const { id } = await aBooking(app.deps, { ...seat, player })
  await aBooking(app.deps, seat)
  await aBooking(app.deps, seat)
  const body = { refund: toDecimal(group.price) }
  await app.call(calls.cancelBooking, { params: { bookingId: id }, body }, player!.token)
  expect((await textsTo(player!.email))[0]).toContain('Hi Rimshot, you cancelled your seat in the session')
  for (const address of [coachUser!.email, owner.email]) {
    const mails = (await textsTo(address)).join()
    expect(mails).toContain('goes on with 2 other players')
    expect(mails).not.toContain('hour is free')
  }
})
