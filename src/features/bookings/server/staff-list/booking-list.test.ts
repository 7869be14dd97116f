import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/staff-contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { seats, slots } from '#src/features/schedule/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { bookings } from '../table.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
let ace: CoachRow
let now = new Date('2026-01-05T12:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
  owner = await aUser(app.deps, { isOwner: true })
  ace = await aCoach(app.deps, { name: 'AerialAce' })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-01-05T12:00:00Z')
  await app.deps.db.delete(bookings)
  await app.deps.db.delete(seats)
  await app.deps.db.delete(slots)
})

/** A start at noon of `date` in the business's zone. */
function noon(date: string) {
  return { date, time: '12:00', startsAt: instantOf(date, '12:00', app.deps.env.businessTimeZone) }
}

async function found(query: object) {
  const answer = await app.call(calls.listBookings, { query }, owner.token)
  expect(answer.status).toBe(200)
  expect(answer.headers['x-total-count']).toBe(String(answer.body.length))
  return answer.body.map(({ customerName }) => customerName).sort()
}

describe('searching and filtering', () => {
  beforeEach(async () => {
    const other = await aCoach(app.deps)
    await aBooking(app.deps, {
      coach: ace,
      start: noon('2026-01-10'),
      customerName: 'Ann',
      customerEmail: 'ann@x.test',
    })
    await aBooking(app.deps, {
      coach: other,
      start: noon('2026-01-12'),
      customerName: '100% Bob_',
      status: 'completed',
      paymentId: 'pi_BOB',
    })
    await aBooking(app.deps, { coach: other, start: null, customerName: 'Cy' })
  })

  test.each([
    [{ q: 'ann@' }, ['Ann']],
    [{ q: 'AERIAL' }, ['Ann']],
    [{ q: 'pi_bob' }, ['100% Bob_']],
    [{ q: '0% b' }, ['100% Bob_']],
    // Neither is a wildcard.
    [{ q: '%' }, ['100% Bob_']],
    [{ q: '％ bob＿' }, ['100% Bob_']],
    [{ q: 'Ann＼' }, []],
    [{ q: 'Ann@X.test' }, ['Ann']],
    [{ q: 'nn@x.te' }, ['Ann']],
    [{ q: 'Ann ann@x' }, ['Ann']],
    [{ q: 'ann@y.test' }, []],
    // All its words are there, but not in this order.
    [{ q: 'test ann' }, []],
    [{ q: 'nobody' }, []],
    [{ q: '' }, ['100% Bob_', 'Ann', 'Cy']],
    [{ status: 'completed' }, ['100% Bob_']],
    [{ from: '2026-01-11' }, ['100% Bob_']],
    [{ to: '2026-01-10' }, ['Ann']],
    [{ from: '2026-01-10', to: '2026-01-12' }, ['100% Bob_', 'Ann']],
    [{ unscheduled: 'true' }, ['Cy']],
    [{ q: 'ann', status: 'completed' }, []],
  ])('%j finds %j', async (query, names) => {
    expect(await found(query)).toEqual(names)
  })

  test('a booking is found by its number, in small letters and by a part of it', async () => {
    const [bob] = (await app.call(calls.listBookings, { query: { q: 'pi_bob' } }, owner.token)).body
    for (const q of [bob!.number, bob!.number.toLowerCase(), bob!.number.slice(3)])
      expect(await found({ q })).toEqual(['100% Bob_'])
  })

  test('of one coach', async () => {
    expect(await found({ coachId: ace.id })).toEqual(['Ann'])
  })

  test.each([{ status: 'lost' }, { from: 'yesterday' }, { coachId: '1' }, { cursor: 'x' }, { sort: 'price' }])(
    '%j is refused',
    async (query) => {
      expect((await app.call(calls.listBookings, { query }, owner.token)).status).toBe(400)
    },
  )
})

test.each([
  ['player-7920@mail.test', ['-7920@']],
  ['anna.smith@mail.test', ['smith', 'anna.']],
])('%s is looked for once, in the index by what fewest share of it', async (q, words) => {
  const [search, ...others] = (await recordStatements(() => found({ q, status: 'confirmed' }))).filter(({ text }) =>
    text.includes('strpos'),
  )
  expect(search!.values.slice(0, words.length + 1)).toEqual([...words, q])
  expect(others).toEqual([])
})

test('numbers of bookings never repeat, look as people can read them out, and do not count', async () => {
  const { rows } = await app.deps.db.execute<{ number: string }>(
    sql`select booking_number() as number from generate_series(1, 20000)`,
  )
  const numbers = rows.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(20_000)
  expect(numbers.every((number) => /^LU-[2-9A-HJ-NP-Z]{5}$/.test(number))).toBe(true)
  const inOrder = numbers.filter((number, i) => i > 0 && number > numbers[i - 1]!)
  expect(Math.abs(inOrder.length - 10_000)).toBeLessThan(1_000)
})

test('the next page keeps the filters', async () => {
  const coach = await aCoach(app.deps)
  const player = await aUser(app.deps)
  for (let i = 0; i < 101; i++)
    await aBooking(app.deps, { coach, player, start: null, createdAt: new Date(Date.UTC(2026, 0, 1, 0, i)) })
  await aBooking(app.deps, { coach, player, start: null, status: 'cancelled' })
  const first = await app.call(calls.listBookings, { query: { status: 'confirmed' } }, owner.token)
  expect(first.headers['x-total-count']).toBe('101')
  const next = /<([^>]+)>/.exec(String(first.headers.link))![1]!
  expect(next).toContain('status=confirmed')
  const second = await app.app.http.inject({ url: next, headers: { authorization: `Bearer ${owner.token}` } })
  expect(second.json()).toHaveLength(1)
})

test.each(['latest-session', 'soonest-session'] as const)(
  '%s first, from page to page, and so in the CSV file',
  async (sort) => {
    const [coach, player] = [await aCoach(app.deps), await aUser(app.deps)]
    const days = Array.from({ length: 103 }, (_, i) => (i * 37) % 103)
    for (const day of days) {
      const date = addDays('2026-02-01', Math.floor(day / 3))
      const time = `${String(9 + (day % 3)).padStart(2, '0')}:00`
      const start = { date, time, startsAt: instantOf(date, time, app.deps.env.businessTimeZone) }
      await aBooking(app.deps, { coach, player, start, customerName: `Player ${day}` })
    }
    await aBooking(app.deps, { coach, player, start: null, customerName: 'No day yet' })
    const soonest = [...days.toSorted((a, b) => a - b).map((day) => `Player ${day}`), 'No day yet']
    const expected = sort === 'soonest-session' ? soonest : soonest.toReversed()

    const first = await app.call(calls.listBookings, { query: { sort } }, owner.token)
    const headers = { authorization: `Bearer ${owner.token}` }
    const next = await app.app.http.inject({ url: /<([^>]+)>/.exec(String(first.headers.link))![1]!, headers })
    const names = [...first.body, ...next.json<typeof first.body>()].map(({ customerName }) => customerName)
    expect(names).toEqual(expected)
    const file = await app.app.http.inject({ url: `/api/bookings/export.csv?sort=${sort}`, headers })
    expect(file.body.match(/Player \d+|No day yet/g)).toEqual(expected)
  },
)

test.each([
  ['of another order', '2026-01-05 09:00'],
  ['with bytes that no text has', `\0 09:00 ${newId()}`],
])('a cursor %s is refused', async (_, text) => {
  const cursor = Buffer.from(text).toString('base64url')
  const query = { sort: 'latest-session' as const, cursor }
  expect((await app.call(calls.listBookings, { query }, owner.token)).status).toBe(400)
})

describe('the CSV file', () => {
  async function exported(query: object = {}) {
    const url = `/api/bookings/export.csv?${new URLSearchParams(query as Record<string, string>)}`
    return app.app.http.inject({ url, headers: { authorization: `Bearer ${owner.token}` } })
  }

  test('has what the list has, and nothing in it runs as a formula', async () => {
    const coach = ace
    await aBooking(app.deps, {
      coach,
      start: noon('2026-01-10'),
      customerName: '=HYPERLINK("http://x.test")',
      customerPhone: '+12125550177',
      paymentId: '@pi',
      price: 4900,
      refundDue: 2450,
      refunded: 2450,
      createdAt: new Date('2026-01-05T03:01:20.165Z'),
    })
    await aBooking(app.deps, {
      coach,
      start: noon('2026-01-11'),
      customerName: '-1, "two"\nthree',
      customerPhone: '+1 call me',
      status: 'cancelled',
    })
    const answer = await exported()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="level-up-bookings-2026-01-05.csv"')
    // Excel reads UTF-8 only after this mark.
    expect(answer.rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(answer.body).toMatch(/^\uFEFFCreated \(New York\),Customer,E-mail,Phone,Coach,Service,Duration \(minutes\),/)
    expect(answer.body).toContain(`\n2026-01-04 22:01:20,`)
    expect(answer.body).toMatch(/,49\.00,24\.50,24\.50,/)
    const withSemicolons = await exported({ separator: 'semicolon' })
    expect(withSemicolons.body).toMatch(/^\uFEFFCreated \(New York\);Customer;E-mail;Phone;Coach;/)
    expect(withSemicolons.body).toMatch(/;49,00;24,50;24,50;/)
    expect(withSemicolons.body).toContain(`;"'-1, ""two""`)
    expect((await exported({ separator: 'tab' })).statusCode).toBe(400)
    expect(answer.body).toContain(`,"'=HYPERLINK(""http://x.test"")",`)
    expect(answer.body).toContain(`,+1 212 555 0177,AerialAce,`)
    expect(answer.body).toMatch(/,'@pi,LU-[2-9A-HJ-NP-Z]{5},\r\n/)
    expect(answer.body).toContain(`"'-1, ""two""\nthree"`)
    expect(answer.body).toContain(`,'+1 call me,`)
    expect((await exported({ status: 'cancelled' })).body.split('\r\n')).toHaveLength(3)
  })

  test.each([
    ['x;=cmd|calc!A0', `x;'=cmd|calc!A0`],
    ['x; \t@SUM(1)', `x; \t'@SUM(1)`],
    ['x\t-1', `x\t'-1`],
    ['x\n=1', `"x\n'=1"`],
    ['x;"=1"', `"x;""'=1"""`],
    ['＝1+1', `'＝1+1`],
    ['x;＋1', `x;'＋1`],
    ['a-b+c@d=e', 'a-b+c@d=e'],
  ])('a name %j starts no formula where other signs separate cells, either', async (customerName, written) => {
    await aBooking(app.deps, { coach: ace, start: noon('2026-01-12'), customerName })
    expect((await exported()).body).toContain(`,${written},`)
  })

  test('is read in steps, without losing or doubling a booking', async () => {
    const { id, number, ...row } = await aBooking(app.deps, { start: null })
    const rows = Array.from({ length: 2_400 }, (_, i) => ({
      ...row,
      paymentId: `pi_${i}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, i % 7)),
    }))
    // A statement takes 65,535 values.
    for (const part of [rows.slice(0, 1_200), rows.slice(1_200)]) await app.deps.db.insert(bookings).values(part)
    const lines = (await exported()).body.trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(2_401)
    expect(new Set(lines).size).toBe(2_401)
  })
})

test('staff reads what can be done now, and what cancelling gives back', async () => {
  const booking = await aBooking(app.deps, { start: noon('2026-01-07'), price: 4900 })
  const read = () => app.call(calls.bookingDetails, { params: { bookingId: booking.id } }, owner.token)
  expect((await read()).body).toMatchObject({
    refundNow: '49.00',
    booking: { refundDue: '0.00' },
    refusals: { cancel: null },
  })
  now = new Date('2026-01-07T12:00:00Z')
  await logInAgain(app.deps, now)
  expect((await read()).body).toMatchObject({ refundNow: '24.50', refusals: { complete: expect.any(String) } })
  const params = { bookingId: '00000000-0000-7000-8000-000000000000' }
  expect((await app.call(calls.bookingDetails, { params }, owner.token)).status).toBe(404)
})
