import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { fillTables } from '#tests/support/database/fill-tables.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { countAllBookings } from './how-many.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the bookings are counted rightly, those of long ago once where there are very many', async () => {
  const { db } = app.deps
  const remove = (which: string) => db.execute(sql.raw(`delete from bookings where id in (${which})`))
  expect(await countAllBookings(db)).toBe(0)
  await aBooking(app.deps)
  expect(await countAllBookings(db)).toBe(1)

  await fillTables(db, ['bookings'], 20_100)
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int from bookings`)
  const all = rows[0]!.count
  expect(await countAllBookings(db)).toBe(all)
  await aBooking(app.deps)
  const statements = await recordStatements(async () => expect(await countAllBookings(db)).toBe(all + 1))
  // Never deleted in truth: that it goes unnoticed shows that it was not counted again.
  await remove('select id from bookings order by created_at limit 1')
  expect(await countAllBookings(db)).toBe(all + 1)
  await remove('select id from bookings order by created_at desc limit 1')
  expect(await countAllBookings(db)).toBe(all)
  expect(statements).toHaveLength(1)
})
