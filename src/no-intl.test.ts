import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listCoaches } from '#src/coaches/contract.ts'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { aUser } from '#src/demo/a-user.ts'
import { bookableStarts } from '#src/schedule/server/schedule.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'
import { everyGet } from '#src/testing/every-get.ts'
import { aPaidBookingFor } from '#src/testing/paid-booking.ts'
import { makeWorld } from '#src/testing/world.ts'

/**
 * The first date that `Intl` formats, and the first text that it compares, have ICU read all its locales, which keeps 7 MB
 * of the process. The server writes times with `shared/zones.ts` and `bookings/server/clock-texts.ts`.
 */
const isBuilt = existsSync('dist/server/entry-server.cjs')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: isBuilt ? 'built' : 'none' })
})
afterAll(() => app.close())

test('no page, no GET, no booking and no mail of it makes the server use Intl', async () => {
  const world = await makeWorld(app)
  const { id: deliveryId } = await aDelivery(app.deps)
  const player = await aUser(app.deps)
  const questions = await everyGet({ ...world.ids, deliveryId })
  const used = [
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Intl, 'NumberFormat'),
    vi.spyOn(Intl, 'Collator'),
    vi.spyOn(Date.prototype, 'toLocaleString'),
    vi.spyOn(Date.prototype, 'toLocaleDateString'),
    vi.spyOn(Date.prototype, 'toLocaleTimeString'),
    vi.spyOn(Number.prototype, 'toLocaleString'),
    vi.spyOn(String.prototype, 'localeCompare'),
  ]
  const answerOf = async (url: string, headers = {}) => (await app.app.http.inject({ url, headers })).statusCode

  await aPaidBookingFor(app, player.token, bookableStarts(new Date(), 'America/New_York')[40]!)
  await app.runJobs()
  for (const { name, url, person } of questions)
    expect([200, 404], name).toContain(await answerOf(url, world.proofs[person]))
  const [coach] = (await app.call(listCoaches)).body
  const pages = isBuilt ? ['/', `/coaches/${coach!.slug}`] : []
  for (const url of pages) expect(await answerOf(url), url).toBe(200)
  expect(used.filter((each) => each.mock.calls.length > 0).map((each) => each.getMockName())).toEqual([])
})
