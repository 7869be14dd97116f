import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listOwnNumbers } from '#src/features/bookings/numbers-contract.ts'
import { showPerson } from '#src/features/desk/person-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a player and the team read beside a number that it was stopped, and where to text START', async () => {
  const [player, staff, other] = [
    await aUser(app.deps),
    await aUser(app.deps, { isOwner: true }),
    await aUser(app.deps),
  ]
  const [coach, stopped] = ['+12125554801', '+12125554802']
  await aBooking(app.deps, { player, customerPhone: stopped })
  await aBooking(app.deps, { player, customerPhone: 'evenings only' })
  await aCoach(app.deps, { userId: player.id, phone: coach })
  const numbers = async () => (await app.call(listOwnNumbers, {}, player.token)).body
  const person = async () => (await app.call(showPerson, { params: { userId: player.id } }, staff.token)).body

  await app.sandbox.replyToSms({ from: stopped, text: 'STOP' })
  expect(await numbers()).toEqual({
    ourNumber: app.sandbox.sms.phoneNumber,
    numbers: [
      { number: coach, isStopped: false },
      { number: stopped, isStopped: true },
    ],
  })
  expect((await app.call(listOwnNumbers, {}, other.token)).body.numbers).toEqual([])
  await app.sandbox.replyToSms({ from: stopped, text: 'START' })
  expect((await numbers()).numbers.map(({ isStopped }) => isStopped)).toEqual([false, false])

  await aBooking(app.deps, { player, customerPhone: stopped })
  expect(await person()).toMatchObject({ phone: stopped, isPhoneStopped: false })
  await app.sandbox.replyToSms({ from: stopped, text: 'STOP' })
  expect(await person()).toMatchObject({ phone: stopped, isPhoneStopped: true })
})
