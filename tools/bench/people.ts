import { or } from 'drizzle-orm'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { staffAlertChoices, users } from '#src/features/accounts/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import { bytesOf, connectTo, type Request } from './connection.ts'
import type { Place } from './load.ts'
import type { Stage } from './stage.ts'
import type { Room } from './streams.ts'

type Books = Stage['books']

/** The log-ins of so many new players. */
export async function makeLogins(books: Books, count: number): Promise<Request[]> {
  const logins: Request[] = []
  while (logins.length < count) {
    const { email } = await aUser(books)
    logins.push({ method: 'POST', path: '/api/auth/login', body: { email, password: demoPassword } })
  }
  return logins
}

/** Tokens of so many new players. */
export async function makePlayers(books: Books, count: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < count) tokens.push((await aUser(books)).token)
  return tokens
}

/** At least so many free hours of new coaches, who have an account and get mails; those of one coach far apart. */
export async function makePlaces(books: Books, count: number): Promise<Place[]> {
  const starts = bookableStarts(books.now(), books.env.businessTimeZone)
  const coaches: { id: string }[] = []
  // The factory's own short names meet again among hundreds.
  while (coaches.length * starts.length < count) {
    const { id: userId } = await aUser(books)
    coaches.push(await aCoach(books, { userId, slug: newId(), hoursConfirmedAt: books.now() }))
  }
  // One after the other is another coach's, and on another day.
  return coaches.flatMap((_, shift) =>
    starts.map(({ date, time }, i) => ({ coachId: coaches[(i + shift) % coaches.length]!.id, date, time })),
  )
}

/** Switches the mail that owner and admin get of each booking on or off. */
export async function tellTeam({ db }: Books, wanted: boolean): Promise<void> {
  const staff = await db.select({ userId: users.id }).from(users).where(or(users.isOwner, users.isAdmin))
  await db
    .insert(staffAlertChoices)
    .values(staff.map(({ userId }) => ({ userId, alert: 'booking' as const, wanted })))
    .onConflictDoUpdate({ target: [staffAlertChoices.userId, staffAlertChoices.alert], set: { wanted } })
}

/** Bookings, each with a thread that its player and its coach can open. */
export async function makeRooms(books: Books, count: number): Promise<Room[]> {
  const starts = bookableStarts(books.now(), books.env.businessTimeZone)
  const player = await aUser(books)
  const rooms: Room[] = []
  while (rooms.length < count) {
    const coachUser = await aUser(books)
    const coach = await aCoach(books, { userId: coachUser.id })
    for (const start of starts.slice(0, count - rooms.length)) {
      const { id: bookingId } = await aBooking(books, { player, coach, start })
      rooms.push({ bookingId, tokens: [player.token, coachUser.token] })
    }
  }
  return rooms
}

/** Fills a room's thread with messages of both sides. */
export async function fillThread(url: string, { bookingId, tokens }: Room, messages: number): Promise<void> {
  const line = connectTo(url)
  for (let i = 0; i < messages; i++) {
    const body = { bookingId, content: `Message ${i}: meet in the lobby ten minutes early, I bring the replays.` }
    await line.ask(bytesOf({ method: 'POST', path: '/api/messages', token: tokens[i % 2], body }))
  }
  line.close()
}
