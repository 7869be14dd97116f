import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { findKnownZone, knownZone } from './known-zone.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.each(['America/New_York', 'US/Eastern', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'europe/berlin'])(
  '%s has a name that the database reads as we do',
  async (zone) => {
    const known = await findKnownZone(app.databaseUrl, zone)
    const noon = new Date('2026-07-01T12:00:00Z')
    const { rows } = await app.deps.db.execute<{ clock: string }>(
      sql`select to_char(${noon.toISOString()}::timestamptz at time zone ${known}, 'HH24:MI') as clock`,
    )
    expect(rows).toEqual([{ clock: noon.toLocaleTimeString('en-GB', { timeZone: zone, timeStyle: 'short' }) }])
  },
)

test('a name that the database lacks becomes its other name, in both directions, or is refused in a sentence', () => {
  expect(knownZone('Asia/Calcutta', ['Asia/Kolkata', 'UTC'])).toBe('Asia/Kolkata')
  expect(knownZone('Asia/Kolkata', ['Asia/Calcutta', 'UTC'])).toBe('Asia/Calcutta')
  expect(knownZone('US/Eastern', ['EST5EDT', 'America/New_York'])).toBe('America/New_York')
  expect(knownZone('Europe/Kyiv', ['posixrules', 'Europe/Kiev'])).toBe('Europe/Kiev')
  expect(() => knownZone('Asia/Kolkata', ['UTC'])).toThrow(
    'BUSINESS_TIME_ZONE: the database does not know Asia/Kolkata.',
  )
})
