import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freeHours } from '#src/features/bookings/hours-contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { lockCoach } from '#src/features/schedule/server/schedule.ts'
import { exceptions, seats } from '#src/features/schedule/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { basic, priceOf } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { orders } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const hour = (i: number) => ({ selectedDate: starts[i]!.date, selectedTime: starts[i]!.time })

/** A browser's request for the basic session, or what `metadata` says instead. */
const asked = (coach: CoachRow | null, metadata: object, amount: number | string = 29) => ({
  body: { amount, description: 'x', metadata: { serviceId: '1on1-basic', coachId: coach?.id, ...metadata } },
})
const ask = async (token: string, input: object) => app.call(createPaymentIntent, input, token)

describe('an intent', () => {
  test('holds the hour for 15 minutes, at the catalogue’s price, and tells the browser what it needs', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const { status, body } = await ask(player.token, asked(coach, hour(0)))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      coachName: coach.name,
      amount: basic.decimal,
      publishableKey: 'pk_test_sandbox',
      scriptUrl: '/dev/stripe.js',
    })
    expect(Date.parse(body.heldUntil!) - Date.now()).toBeGreaterThan(14.5 * 60_000)
    expect(app.sandbox.ledger.intent(body.paymentIntentId)).toMatchObject({
      amount: basic.cents,
      currency: 'usd',
      // What answers after days is not offered: the hour is held for minutes.
      excluded_payment_method_types: expect.arrayContaining(['sepa_debit', 'us_bank_account', 'konbini']),
      metadata: { orderId: body.orderId },
    })
    const hours = await app.call(freeHours, { query: { serviceId: '1on1-basic', coachId: coach.id } })
    const { date, time } = starts[0]!
    const held = hours.body.days.flatMap((day) => day.hours).find((each) => each.date === date && each.time === time)
    expect(held?.state).toBe('taken')
  })

  test('understands a payload of names alone, and 9:00 AM', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const bare = await ask(player.token, {
      body: {
        amount: priceOf('1on1-advanced').decimal,
        description: `1-on-1 Advanced Session with ${coach.name}`,
        metadata: { coach: coach.name, service: '1-on-1 Advanced Session', duration: '1.5 hours' },
      },
    })
    expect(bare).toMatchObject({ status: 200, body: { heldUntil: null, coachName: null } })
    const group = 'Group Session for 2-4 players'
    const { decimal } = priceOf('group-basic')
    const seat = { amount: decimal, description: `${group} with ${coach.name}`, metadata: { service: group } }
    expect(await ask(player.token, { body: seat })).toMatchObject({ status: 200, body: { amount: decimal } })
    const timed = await ask(player.token, asked(coach, { selectedDate: starts[0]!.date, selectedTime: '9:00 AM' }))
    expect(timed.body.heldUntil).not.toBeNull()
  })

  test.each([
    ['another price', asked(null, {}, 1), 409, 'price'],
    ['a price with a fraction of a cent', asked(null, {}, '29.001'), 400, undefined],
    ['an unknown service', asked(null, { serviceId: 'x' }), 400, undefined],
    ['an unknown coach', asked(null, { coachId: '00000000-0000-7000-8000-000000000000' }), 404, undefined],
    ['an unknown coach’s name', asked(null, { coach: 'Nobody' }), 404, undefined],
    ['a day that is not offered', asked(null, { selectedDate: '2020-01-01', selectedTime: '09:00' }), 400, undefined],
    ['a half hour', asked(null, { selectedDate: starts[0]!.date, selectedTime: '09:30' }), 400, undefined],
    ['an amount that is no number', asked(null, {}, 'free'), 400, undefined],
  ])('is refused for %s, and nothing is created', async (_, input, status, reason) => {
    const player = await aUser(app.deps)
    const before = app.sandbox.ledger.intents().length
    const answer = await ask(player.token, input)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ message: expect.any(String), ...(reason && { reason }) })
    expect(app.sandbox.ledger.intents().length).toBe(before)
    expect(await app.deps.db.select().from(orders).where(eq(orders.playerId, player.id))).toHaveLength(0)
  })

  test('needs a signed-in player', async () => {
    expect(await app.call(createPaymentIntent, asked(null, hour(0)))).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    })
  })

  test('for a taken hour is refused with the three nearest free ones', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    await aBooking(app.deps, { coach, start: starts[2]! })
    const { status, body } = await ask(player.token, asked(coach, hour(2)))
    expect(status).toBe(409)
    const { reason, nearest } = body as unknown as { reason: string; nearest: { time: string }[] }
    expect(reason).toBe('taken')
    expect(nearest.map((start) => start.time)).toEqual(['10:00', '12:00', '09:00'])
  })

  test.each(['1on1-basic', 'group-basic'])(
    'for an hour of %s that the player has booked says so',
    async (serviceId) => {
      const [player, coach, service] = [await aUser(app.deps), await aCoach(app.deps), findService(serviceId)!]
      await aBooking(app.deps, { player, coach, service, start: starts[2]! })
      const body = asked(coach, { ...hour(2), serviceId }, service.price / 100)
      expect(await ask(player.token, body)).toMatchObject({
        status: 409,
        body: { reason: 'own', message: 'You have booked this session already. You find it in My Sessions.' },
      })
      const other = await ask((await aUser(app.deps)).token, body)
      expect(other.status).toBe(service.capacity > 1 ? 200 : 409)
    },
  )

  test('for an hour that its coach is just closing waits for the coach, and is refused', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const { answer } = await app.deps.db.transaction(async (tx) => {
      await lockCoach(tx, coach.id)
      await tx.insert(exceptions).values({ coachId: coach.id, date: starts[2]!.date })
      const answer = ask(player.token, asked(coach, hour(2)))
      await expect
        .poll(async () => {
          const { rows } = await tx.execute(sql`select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`)
          return rows.length
        })
        .toBe(1)
      // Not awaited here: it is answered after the commit.
      return { answer }
    })
    expect(await answer).toMatchObject({ status: 409, body: { reason: 'closed' } })
  })

  test('asked for several times at the same moment is one order, also with any coach', async () => {
    const player = await aUser(app.deps)
    await Promise.all([aCoach(app.deps), aCoach(app.deps)])
    const body = asked(null, { ...hour(20), game: 'rocket-league' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(player.token, body)))
    expect(new Set(answers.map((answer) => answer.body.orderId)).size).toBe(1)
  })

  test('is refused beyond three live holds, also when five are asked for at once', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const answers = await Promise.all([4, 5, 6, 7, 8].map((i) => ask(player.token, asked(coach, hour(i)))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 409, 409])
    expect(answers.find((answer) => answer.status === 409)!.body).toMatchObject({ reason: 'holds' })
  })

  test('for one hour goes to one of 40 players, and the other 39 get 409', async () => {
    const coach = await aCoach(app.deps)
    const players = await Promise.all(Array.from({ length: 40 }, () => aUser(app.deps)))
    const answers = await Promise.all(players.map(({ token }) => ask(token, asked(coach, hour(0)))))
    const counts = Object.groupBy(answers, (answer) => answer.status)
    expect({ 200: counts[200]?.length, 409: counts[409]?.length }).toEqual({ 200: 1, 409: 39 })
  })

  test('without a coach goes to the one of the game with the fewest sessions that day', async () => {
    await app.deps.db.update(coaches).set({ isActive: false })
    const [busy, free, other] = [
      await aCoach(app.deps),
      await aCoach(app.deps),
      await aCoach(app.deps, { gameExpertise: ['fortnite'] }),
    ]
    await aBooking(app.deps, { coach: busy, start: starts[4]! })
    const [player, second] = [await aUser(app.deps), await aUser(app.deps)]
    const body = asked(null, { ...hour(0), game: 'rocket-league', coach: 'Choose your coach' })
    expect((await ask(player.token, body)).body.coachName).toBe(free.name)
    expect((await ask(second.token, body)).body.coachName).toBe(busy.name)
    const third = await aUser(app.deps)
    expect((await ask(third.token, body)).status).toBe(409)
    expect((await ask(third.token, asked(null, { ...hour(0), game: 'fortnite' }))).body.coachName).toBe(other.name)
  })

  test('without a coach tries those alone who are free, and is taken, not closed, when some work then but none has time', async () => {
    await app.deps.db.update(coaches).set({ isActive: false })
    const away = await aCoach(app.deps)
    await app.deps.db.insert(exceptions).values({ coachId: away.id, date: starts[4]!.date })
    for (let i = 0; i < 4; i++) await aBooking(app.deps, { coach: await aCoach(app.deps), start: starts[4]! })
    const [player, late, free] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const body = asked(null, { ...hour(4), game: 'rocket-league' })
    const statements = await recordStatements(async () => {
      expect((await ask(player.token, body)).body.coachName).toBe(free.name)
    })
    const tries = statements.filter(({ text, values }) => text.includes('xact_lock') && values.includes(player.id))
    expect(tries).toHaveLength(1)
    expect(await ask(late.token, body)).toMatchObject({ status: 409, body: { reason: 'taken' } })
    expect((await ask(player.token, body)).body.coachName).toBe(free.name)
  })
})

describe('without a payment provider', () => {
  test('nothing is held and the answer is 503', async () => {
    const bare = await startTestApp({ stripe: null })
    const [player, coach] = [await aUser(bare.deps), await aCoach(bare.deps)]
    expect((await bare.call(createPaymentIntent, asked(coach, hour(0)), player.token)).status).toBe(503)
    expect(await bare.deps.db.select().from(seats)).toHaveLength(0)
    await bare.close()
  })

  test('that answers, the hour is free again', async () => {
    const away = await startTestApp({
      stripe: {
        secretKey: 'sk_x',
        publishableKey: 'pk_x',
        webhookSecret: 'whsec_x',
        apiAddress: { protocol: 'http', host: '127.0.0.1', port: 1 },
      },
    })
    const [player, coach] = [await aUser(away.deps), await aCoach(away.deps)]
    expect((await away.call(createPaymentIntent, asked(coach, hour(0)), player.token)).status).toBe(503)
    expect(await away.deps.db.select().from(seats)).toHaveLength(0)
    await away.close()
  })
})
