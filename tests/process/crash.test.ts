import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { ask, freeDays, type Hour, order } from '#tools/drills/ask.ts'
import { type Books, countDoubled, findUnsettled, openBooks } from '#tools/drills/books.ts'
import { freePort, startFreshApp } from '../support/fresh-app.ts'
import { payByCard } from '../support/pay.ts'
import { basic } from '../support/prices.ts'

/** Books a coach's hours one after the other until the app is gone; `onBooked` hears what was acknowledged. */
async function keepBooking(
  url: string,
  { token, coachId, hours }: { token: string; coachId: string; hours: Hour[] },
  onBooked: (bookingId: string) => void,
): Promise<void> {
  for (const hour of hours) {
    const place = { coachId, hour, serviceId: '1on1-basic', dollars: Number(basic.decimal) }
    const { status, body: intent } = await order(url, token, place)
    if (status !== 200) return
    // The provider lives in the app's process here: it goes down with it.
    const paid = await payByCard(url, intent).catch(() => null)
    if (!paid) return
    const confirmation = `${url}/api/booking-confirmation`
    const confirmed = await ask<{ booking: { id: string } }>('POST', confirmation, intent, token)
    if (confirmed.status !== 200) return
    onBooked(confirmed.body.booking.id)
  }
}

/** A player, and a coach whom nobody else books. Both are made in the database, which goes down with the app, too. */
async function aPair(url: string, books: Books) {
  const { token } = await aUser(books)
  const { id: coachId } = await aCoach(books)
  return { token, coachId, hours: (await freeDays(url, coachId)).flat() }
}

test('an app that is killed while people book has every booking it acknowledged when it is back, and all that was paid is booked or refunded', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'level-up-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' }
  const app = await startFreshApp(settings)
  onTestFinished(app.stop)
  const books = openBooks(dataDir)
  const pairs = await Promise.all([1, 2, 3, 4].map(() => aPair(app.url, books)))
  await books.close()

  const acknowledged: string[] = []
  const note = (bookingId: string) => void acknowledged.push(bookingId)
  const players = Promise.all(pairs.map((pair) => keepBooking(app.url, pair, note)))
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(10)
  process.kill(app.pid, 'SIGKILL')
  await app.exited
  await players

  const again = await startFreshApp(settings)
  onTestFinished(again.stop)
  const kept = openBooks(dataDir)
  onTestFinished(kept.close)
  const { rows } = await kept.db.execute<{ id: string }>(sql`select id from bookings where status = 'confirmed'`)
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  expect(await countDoubled(kept)).toBe(0)
  await expect.poll(() => findUnsettled(kept, dataDir), { timeout: 180_000, interval: 500 }).toEqual([])
}, 300_000)
