import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { toDecimal } from '#src/shared/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'

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

const starts = bookableStarts(new Date(), 'America/New_York')
const aSession = () => aBooking(app.deps, { player, coach, start: starts[30]!, customerPhone: phone })
const cancel = (bookingId: string, reason: string, { token }: User) =>
  app.call(calls.cancelBooking, { params: { bookingId }, body: { refund: basic.decimal, reason } }, token)
const move = (bookingId: string, { date, time }: Start, { token }: User) =>
  app.call(calls.moveBooking, { params: { bookingId }, body: { selectedDate: date, selectedTime: time } }, token)

/** What was sent there, newest first. */
async function textsTo(address: string): Promise<string[]> {
  await app.runJobs()
  return app.sandbox.outbox.list().flatMap(({ to, text }) => (to.includes(address) ? [text] : []))
}

test('a session that the team cancels: the player reads by whom, why and what comes back, in mail and SMS', async () => {
  const { id } = await aSession()
  await cancel(id, 'Coach is ill', staff)
  const [mail] = await textsTo(player!.email)
  expect(mail).toMatch(new RegExp(`Hi Rimshot, we had to cancel your session with ${coach.name} on .* Sorry!`))
  expect(mail).toContain('Reason: Coach is ill')
  expect(mail).toContain(`All ${basic.shown} goes back`)
  expect(mail).toContain(`/coaches/${coach.slug}`)
  const [sms] = await textsTo(phone)
  expect(sms).toMatch(new RegExp(`^Level Up: we had to cancel.* ${coach.name}, `))
  expect(sms).toContain(`${basic.shown} back to your card.`)
  const [coachs] = await textsTo(coachUser!.email)
  expect(coachs).toContain('our team cancelled Rimshot’s session with you')
  expect(coachs).toContain('Reason: Coach is ill')
})

test('one that the player cancels: the coach reads by whom and why; the player needs no SMS', async () => {
  const { id } = await aSession()
  await cancel(id, 'Exam', player!)
  expect((await textsTo(player!.email))[0]).toContain(`Hi Rimshot, you cancelled your session with ${coach.name}`)
  const [coachs] = await textsTo(coachUser!.email)
  expect(coachs).toContain('Rimshot cancelled their session with you')
  expect(coachs).toContain('Reason: Exam')
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
