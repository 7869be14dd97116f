import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listCoachSessions, savePlayerNote } from '#src/features/bookings/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aCoachWithAccount() {
  const user = await aUser(app.deps)
  return { coach: await aCoach(app.deps, { userId: user.id }), token: user.token }
}

const sessionsOf = (token: string, name?: string) => app.call(listCoachSessions, { query: { name } }, token)
const write = (token: string, playerId: string, note: string | null) =>
  app.call(savePlayerNote, { params: { playerId }, body: { note } }, token)
const notesOf = async (token: string) => (await sessionsOf(token)).body.map(({ note }) => note)

const past = { date: '2026-01-05', time: '09:00', startsAt: new Date('2026-01-05T14:00:00Z') }

describe('a coach’s sessions', () => {
  test('are their own, what is ahead first, and say what can be done with each', async () => {
    const { coach, token } = await aCoachWithAccount()
    const [soon, , later] = starts
    const player = await aUser(app.deps, { name: 'Rimshot' })
    const book = async (start: typeof past | null) => (await aBooking(app.deps, { coach, player, start })).id
    const ids = {
      later: await book(later!),
      past: await book(past),
      soon: await book(soon!),
      undated: await book(null),
    }
    await aBooking(app.deps)

    const { body } = await sessionsOf(token)
    expect(body.map(({ id }) => id)).toEqual([ids.soon, ids.later, ids.undated, ids.past])
    expect(body[0]).toMatchObject({
      customerName: 'Rimshot',
      playerId: player.id,
      sessionDate: soon!.date,
      startsAt: soon!.startsAt.toISOString(),
      status: 'confirmed',
      refusals: { complete: 'This session has not started yet.' },
      note: null,
    })
    expect(body[3]!.refusals).toEqual({ complete: null, 'write-up': null })
  })

  test('carry the price of the seat, but no contact data or payment', async () => {
    const { coach, token } = await aCoachWithAccount()
    const booking = await aBooking(app.deps, { coach, customerPhone: '+12125550100' })
    const { body } = await sessionsOf(token)
    expect(body).toMatchObject([{ price: basic.decimal }])
    const answer = JSON.stringify(body)
    for (const secret of [booking.customerEmail, '+12125550100', booking.paymentId!, '"refunded"'])
      expect(answer).not.toContain(secret)
  })

  test('are not another coach’s, whatever name is sent; staff may name one, without the notes', async () => {
    const [own, other] = [await aCoachWithAccount(), await aCoachWithAccount()]
    const booking = await aBooking(app.deps, { coach: other.coach })
    await write(other.token, booking.playerId!, 'Secret')
    expect((await sessionsOf(own.token, other.coach.name)).body).toEqual([])
    for (const role of [{ isAdmin: true }, { isOwner: true }]) {
      const staff = await aUser(app.deps, role)
      const { body } = await sessionsOf(staff.token, other.coach.name)
      expect(body).toMatchObject([{ id: booking.id, note: null }])
      expect((await sessionsOf(staff.token)).body).toEqual([])
    }
    const player = await aUser(app.deps)
    expect((await sessionsOf(player.token, other.coach.name)).status).toBe(403)
  })
})

describe('a note about a player', () => {
  test('stands by all sessions of the two, is changed and taken away, and only its coach reads it', async () => {
    const [a, b] = [await aCoachWithAccount(), await aCoachWithAccount()]
    const player = await aUser(app.deps)
    const [nine, ten] = starts
    for (const start of [nine!, ten!]) await aBooking(app.deps, { coach: a.coach, player, start })
    await aBooking(app.deps, { coach: b.coach, player })

    expect((await write(a.token, player.id, ' Boosts too early ')).body).toEqual({ note: 'Boosts too early' })
    expect(await notesOf(a.token)).toEqual(['Boosts too early', 'Boosts too early'])
    expect(await notesOf(b.token)).toEqual([null])
    await write(b.token, player.id, 'Half-volleys')
    await write(a.token, player.id, 'Better')
    expect(await notesOf(a.token)).toEqual(['Better', 'Better'])
    expect((await write(a.token, player.id, ' ')).body).toEqual({ note: null })
    expect(await notesOf(a.token)).toEqual([null, null])
    expect(await notesOf(b.token)).toEqual(['Half-volleys'])
  })

  test('needs a session with that coach', async () => {
    const [a, b] = [await aCoachWithAccount(), await aCoachWithAccount()]
    const { playerId } = await aBooking(app.deps, { coach: a.coach })
    expect((await write(b.token, playerId!, 'Not mine')).status).toBe(404)
    expect((await write(a.token, '00000000-0000-7000-8000-000000000000', 'Nobody')).status).toBe(404)
    expect((await write(a.token, playerId!, 'x'.repeat(2001))).status).toBe(400)
  })
})
