import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freeHours } from '#src/features/bookings/contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { createPaymentIntent, holdLonger, releaseOrder, setOrderContact } from '#src/features/payments/contract.ts'
import { bookableStarts, lockCoach } from '#src/features/schedule/server/schedule.ts'
import { exceptions, seats } from '#src/features/schedule/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic, priceOf } from '#tests/support/prices.ts'
import { recordStatements } from '#tests/support/statements.ts'
import { expireOrder } from './orders.ts'
import { orders } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const starts = bookableStarts(new Date(), 'America/New_York')
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
      metadata: { orderId: body.orderId },
    })
    const hours = await app.call(freeHours, { query: { serviceId: '1on1-basic', coachId: coach.id } })
    expect(hours.body.days[0]!.hours[0]).toMatchObject({ time: '09:00', state: 'taken' })
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

  test('asked for again by the same player is the same one', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const [first, again] = [
      await ask(player.token, asked(coach, hour(3))),
      await ask(player.token, asked(coach, hour(3))),
    ]
    expect(again.body.orderId).toBe(first.body.orderId)
    expect(again.body.paymentIntentId).toBe(first.body.paymentIntentId)
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

  test('for one hour goes to one of 200 players, and the other 199 get 409', async () => {
    const coach = await aCoach(app.deps)
    const players = await Promise.all(Array.from({ length: 200 }, () => aUser(app.deps)))
    // A busy machine may send some of so many away for the moment, with 503: they ask again.
    const askUntilTold = async (token: string): ReturnType<typeof ask> => {
      const answer = await ask(token, asked(coach, hour(0)))
      return answer.status === 503 ? askUntilTold(token) : answer
    }
    const answers = await Promise.all(players.map(({ token }) => askUntilTold(token)))
    const counts = Object.groupBy(answers, (answer) => answer.status)
    expect({ 200: counts[200]?.length, 409: counts[409]?.length }).toEqual({ 200: 1, 409: 199 })
  }, 60_000)

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

describe('a held hour', () => {
  test('is free to who holds it, also in another tab, and to nobody else; choosing it again goes on with it', async () => {
    const [player, other, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const { body: held } = await ask(player.token, asked(coach, hour(6)))
    const stateFor = async (token?: string) => {
      const answer = await app.call(freeHours, { query: { serviceId: '1on1-basic', coachId: coach.id } }, token)
      return answer.body.days
        .flatMap((day) => day.hours)
        .find(({ startsAt }) => +new Date(startsAt) === +starts[6]!.startsAt)?.state
    }
    expect([await stateFor(player.token), await stateFor(other.token), await stateFor()]).toEqual([
      ...['free', 'taken', 'taken'],
    ])
    expect((await ask(player.token, asked(coach, hour(6)))).body.orderId).toBe(held.orderId)
  })

  test('is given back with its intent, and can be taken by another at once', async () => {
    const [player, second, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const { body } = await ask(player.token, asked(coach, hour(0)))
    expect((await app.call(releaseOrder, { params: body }, second.token)).status).toBe(404)
    expect((await app.call(releaseOrder, { params: body }, player.token)).body).toEqual({ released: true })
    expect((await app.call(releaseOrder, { params: body }, player.token)).body).toEqual({ released: true })
    expect(app.sandbox.ledger.intent(body.paymentIntentId).status).toBe('canceled')
    expect((await ask(second.token, asked(coach, hour(0)))).status).toBe(200)
  })

  test('can be kept ten minutes longer, once, by its player, while it is held', async () => {
    const [player, second, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const { body } = await ask(player.token, asked(coach, hour(0)))
    expect(body.canHoldLonger).toBe(true)
    const longer = (token: string) => app.call(holdLonger, { params: body }, token)
    expect((await longer(second.token)).status).toBe(404)
    const answers = await Promise.all([longer(player.token), longer(player.token)])
    const [kept, refused] = answers.sort((a, b) => a.status - b.status)
    expect(kept!.status).toBe(200)
    const heldUntil = Date.parse(body.heldUntil!) + 10 * 60_000
    expect(Date.parse(kept!.body.heldUntil)).toBe(heldUntil)
    expect(refused).toMatchObject({
      status: 409,
      body: { reason: 'longer', message: 'You have had ten minutes more already. Please pay now.' },
    })
    const [seat] = await app.deps.db.select().from(seats).where(eq(seats.playerId, player.id))
    expect(seat!.heldUntil!.getTime()).toBe(heldUntil)
    const again = await ask(player.token, asked(coach, hour(0)))
    expect(again.body).toMatchObject({ orderId: body.orderId, canHoldLonger: false })

    const { body: released } = await ask(player.token, asked(coach, hour(3)))
    await app.call(releaseOrder, { params: released }, player.token)
    expect(await app.call(holdLonger, { params: released }, player.token)).toMatchObject({
      status: 409,
      body: { reason: 'closed', message: 'Your hour is not held any more. Please choose it again.' },
    })
  })

  test('is not given back once it is paid', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const { body } = await ask(player.token, asked(coach, hour(0)))
    await payByCard(app.url, body)
    expect((await app.call(releaseOrder, { params: body }, player.token)).body).toEqual({ released: false })
  })

  test('runs out: the intent is cancelled, then the seat is freed', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const { body } = await ask(player.token, asked(coach, hour(0)))
    await expireOrder(app.deps, body.orderId)
    expect(app.sandbox.ledger.intent(body.paymentIntentId).status).toBe('canceled')
    expect(await app.deps.db.select().from(seats).where(eq(seats.playerId, player.id))).toHaveLength(0)
  })

  test('keeps whom the booking is for; nobody else can change it', async () => {
    const [player, second, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const { body: intent } = await ask(player.token, asked(coach, hour(0)))
    const contact = { params: intent, body: { name: 'Zed', email: 'Zed@Example.com', phone: '' } }
    expect((await app.call(setOrderContact, contact, second.token)).status).toBe(404)
    expect((await app.call(setOrderContact, contact, player.token)).status).toBe(200)
    const [order] = await app.deps.db.select().from(orders).where(eq(orders.id, intent.orderId))
    expect(order).toMatchObject({ contactName: 'Zed', contactEmail: 'zed@example.com', contactPhone: null })
    const phone = (text: string) =>
      app.call(setOrderContact, { params: intent, body: { ...contact.body, phone: text } }, player.token)
    expect((await phone('(212) 555-0100')).status).toBe(200)
    const [reached] = await app.deps.db.select().from(orders).where(eq(orders.id, intent.orderId))
    expect(reached!.contactPhone).toBe('+12125550100')
    expect((await phone(' 020 7946\u00000958 ')).status).toBe(400)
    expect((await phone(' 020 7946\t0958 ')).status).toBe(200)
    const [kept] = await app.deps.db.select().from(orders).where(eq(orders.id, intent.orderId))
    expect(kept!.contactPhone).toBe('020 7946 0958')
    const blank = await app.call(setOrderContact, { params: intent, body: { name: ' ', email: 'x' } }, player.token)
    expect(blank).toMatchObject({
      status: 400,
      body: { fields: { name: 'Please fill in your name.', email: 'Please enter a valid email address' } },
    })
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
