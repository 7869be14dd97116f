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

/** Each a player who books hour after hour of a coach of their own, until the app is gone; `onBooked` hears what was acknowledged. */
async function keepBooking(url: string, books: Books, onBooked: (bookingId: string) => void): Promise<void> {
  const { id: coachId } = await aCoach(books)
  for (const hour of (await freeDays(url, coachId)).flat())
    if (!(await bookOnce(url, books, { coachId, hour }, onBooked))) return
}

/** False when the app did not answer to the end. */
async function bookOnce(
  url: string,
  books: Books,
  place: { coachId: string; hour: Hour },
  onBooked: (bookingId: string) => void,
): Promise<boolean> {
  const { token } = await aUser(books)
  const ordered = await order(url, token, { ...place, serviceId: '1on1-basic', dollars: Number(basic.decimal) })
  if (ordered.status !== 200) return false
  // The provider lives in the app's process here: it goes down with it.
  if (
    !(await payByCard(url, ordered.body).then(
      () => true,
      () => false,
    ))
  )
    return false
  const confirmed = await ask<{ booking: { id: string } }>(
    'POST',
    `${url}/api/booking-confirmation`,
    ordered.body,
    token,
  )
  if (confirmed.status !== 200) return false
  onBooked(confirmed.body.booking.id)
  return true
}

test('an app that is killed while people book has every booking it acknowledged when it is back, and no other money', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'level-up-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent', PATIENCE: '30' }
  const app = await startFreshApp(settings)
  const books = openBooks(dataDir)
  const acknowledged: string[] = []
  const players = Promise.all(
    [1, 2, 3, 4].map(() => keepBooking(app.url, books, (bookingId) => void acknowledged.push(bookingId))),
  )
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(10)
  process.kill(app.pid, 'SIGKILL')
  await app.exited
  await players
  await books.close()

  const again = await startFreshApp(settings)
  onTestFinished(again.stop)
  const kept = openBooks(dataDir)
  onTestFinished(kept.close)
  const { rows } = await kept.db.execute<{ id: string }>(sql`select id from bookings where status = 'confirmed'`)
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  expect(await countDoubled(kept)).toBe(0)
  await expect.poll(() => findUnsettled(kept, dataDir), { timeout: 180_000, interval: 500 }).toEqual([])
}, 300_000)
