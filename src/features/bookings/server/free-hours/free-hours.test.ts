import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freeHours } from '#src/features/bookings/hours-contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
  app.deps.cacheLists = true
})
afterAll(() => app.close())

test('hours of any coach are five seconds old at the most, those of one coach are always fresh', async () => {
  const coach = await aCoach(app.deps, { gameExpertise: ['fortnite'] })
  const stateOfFirst = async (query: object) => {
    const { body } = await app.call(freeHours, { query: { serviceId: '1on1-basic', ...query } })
    return body.days[0]!.hours[0]!.state
  }
  const ofAnybody = { game: 'fortnite' }
  expect(await stateOfFirst(ofAnybody)).toBe('free')
  const [start] = bookableStarts(now, app.deps.env.businessTimeZone)
  await aBooking(app.deps, { coach, start: start! })
  now = new Date(now.getTime() + 4_999)
  expect([await stateOfFirst(ofAnybody), await stateOfFirst({ coachId: coach.id })]).toEqual(['free', 'taken'])
  // Other games, and other services, have answers of their own.
  expect(await stateOfFirst({ game: 'rocket-league' })).toBe('closed')
  now = new Date(now.getTime() + 1)
  expect(await stateOfFirst(ofAnybody)).toBe('taken')
})

test('of one’s own session are not in the way when moving it, and no place to move to', async () => {
  const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
  const service = findService('package-pro')!
  const start = bookableStarts(now, app.deps.env.businessTimeZone).find(({ time }) => time === '14:00')!
  const { id } = await aBooking(app.deps, { player, coach, service, start })
  const ask = (moving: string | undefined, token?: string) =>
    app.call(freeHours, { query: { serviceId: service.id, coachId: coach.id, moving } }, token)
  const around = async (moving: string | undefined) => {
    const { body } = await ask(moving, player.token)
    const { hours } = body.days.find(({ date }) => date === start.date)!
    return hours.filter(({ time }) => time >= '12:00' && time <= '16:00').map(({ state }) => state)
  }
  expect(await around(undefined)).toEqual(['free', 'taken', 'taken', 'taken', 'free'])
  expect(await around(id)).toEqual(['free', 'free', 'taken', 'free', 'free'])
  expect((await ask(id)).status).toBe(401)
  expect((await ask(id, (await aUser(app.deps)).token)).status).toBe(404)
})

test.for(['br', 'gzip', 'identity'])('are the same in %s, and short when compressed', async (encoding) => {
  const coach = await aCoach(app.deps)
  const url = `/api/free-hours?serviceId=1on1-basic&coachId=${coach.id}`
  const { headers, rawPayload } = await app.app.http.inject({ url, headers: { 'accept-encoding': encoding } })
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding] ?? Buffer.from
  expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
  expect(JSON.parse(String(unpack(rawPayload))).days).toHaveLength(14)
  if (encoding !== 'identity') expect(rawPayload.length).toBeLessThan(2_000)
})
