import { sql } from 'drizzle-orm'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { namesOfTheWorld } from '#tests/support/names-of-the-world.ts'
import { bytesOf, connectTo } from './connection.ts'
import { median } from './measures.ts'
import type { Stage } from './stage.ts'

const customers = 20_000
const paths = ['/api/bookings', '/api/staff-search']

/** How long the team's searches for a customer by name take among 20,000 of all countries, in milliseconds: the usual and the slowest. */
export async function searchNames({ books, startApp }: Stage): Promise<{ p50: number; slowest: number; q: string }> {
  const { token } = await aUser(books, { isOwner: true, isAdmin: true })
  await makeCustomers(books)
  const app = await startApp()
  const line = connectTo(app.url)
  const search = async (q: string) => {
    const asked = []
    for (const path of paths)
      asked.push(await line.ask(bytesOf({ method: 'GET', path: `${path}?q=${encodeURIComponent(q)}`, token })))
    if (asked.some(({ status }) => status !== 200)) throw new Error(`No answer to the search for ${q}`)
    return { q, took: Math.max(...asked.map(({ took }) => took)) }
  }
  // Until the app's code is compiled and its connections stand.
  for (let i = 0; i < 20; i++) await search('warm up')
  const found = []
  for (const q of namesOfTheWorld.flat()) found.push(await search(q))
  line.close()
  await app.stop()
  const slowest = found.reduce((one, other) => (other.took > one.took ? other : one))
  return { p50: median(found.map(({ took }) => took)), slowest: slowest.took, q: slowest.q }
}

/** Accounts with a booking each, under the names in turn. */
async function makeCustomers({ db, ...books }: Stage['books']): Promise<void> {
  const { number: _, ...booking } = await aBooking({ db, ...books }, { start: null })
  for (let made = 0; made < customers; made += namesOfTheWorld.length) {
    const people = namesOfTheWorld.map(([name], n) => ({ id: newId(), name, email: `customer-${made + n}@bench.test` }))
    await db.insert(users).values(people.map((person) => ({ ...person, passwordHash: '' })))
    await db.insert(bookings).values(
      people.map(({ id, name, email }) => ({
        ...booking,
        ...{ id: newId(), paymentId: null, playerId: id, customerName: name, customerEmail: email },
      })),
    )
  }
  await db.execute(sql`vacuum (analyze) users, bookings`)
}
