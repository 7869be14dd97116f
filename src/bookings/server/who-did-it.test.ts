import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findService } from '#src/bookings/catalogue.ts'
import * as calls from '#src/bookings/contract.ts'
import type { CoachRow } from '#src/coaches/server/coaches.ts'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { bookableStarts, type Start } from '#src/schedule/server/schedule.ts'
import { toDecimal } from '#src/shared/money.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'

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
  app.call(calls.cancelBooking, { params: { bookingId }, body: { refund: '29.00', reason } }, token)
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
  expect(mail).toContain('Hi Rimshot, our team cancelled this session. It will not take place. Sorry!')
  expect(mail).toContain('Why: Coach is ill')
  const [sms] = await textsTo(phone)
  expect(sms).toMatch(/^Level Up: our team had to cancel 1-on-1 Basic Session with .*\$29 goes back.*Coach is ill$/)
  const [coachs] = await textsTo(coachUser!.email)
  expect(coachs).toContain('our team cancelled this session')
  expect(coachs).toContain('Why: Coach is ill')
})

test('one that the player cancels: the coach reads by whom and why; the player needs no SMS', async () => {
  const { id } = await aSession()
  await cancel(id, 'Exam', player!)
  expect((await textsTo(player!.email))[0]).toContain('Hi Rimshot, you cancelled this session.')
  const [coachs] = await textsTo(coachUser!.email)
  expect(coachs).toContain('Rimshot cancelled this session')
  expect(coachs).toContain('Why: Exam')
  expect(await textsTo(phone)).toEqual([])
})

test('a move says who moved it', async () => {
  const { id } = await aSession()
  await move(id, starts[42]!, player!)
  expect((await textsTo(player!.email))[0]).toContain('you moved this session')
  expect((await textsTo(coachUser!.email))[0]).toContain('Rimshot moved this session')
  expect(await textsTo(phone)).toEqual([])
  await move(id, starts[54]!, staff)
  expect((await textsTo(player!.email))[0]).toContain('our team moved this session')
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
  expect((await textsTo(player!.email))[0]).toContain('Hi Rimshot, you cancelled your seat in this session.')
  for (const address of [coachUser!.email, owner.email]) {
    const mails = (await textsTo(address)).join()
    expect(mails).toContain('goes on with 2 other players')
    expect(mails).not.toMatch(/will not take place|hour is free/)
  }
})
