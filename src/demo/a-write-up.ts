import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { homework, writeUps } from '#src/features/sessions/server/table.ts'

export type WriteUpWords = {
  seen: string[]
  homework?: { text: string; link?: string; done?: boolean }[]
  nextStep?: string | null
}

/** Writes up a session three hours after its end, for demo data; what is `done` was ticked two days later. It sends no mail. */
export async function aWriteUp(
  { db }: Pick<Deps, 'db'>,
  { id: bookingId, endsAt }: Pick<BookingRow, 'id' | 'endsAt'>,
  { seen, homework: given = [], nextStep = null }: WriteUpWords,
): Promise<void> {
  const writtenAt = new Date(Number(endsAt) + 3 * 3_600_000)
  const doneAt = new Date(+writtenAt + 2 * 86_400_000)
  await db.insert(writeUps).values({ bookingId, seen, nextStep, writtenAt })
  if (given.length > 0)
    await db.insert(homework).values(
      given.map(({ text, link = null, done }, place) => ({
        bookingId,
        place,
        text,
        link,
        doneAt: done ? doneAt : null,
      })),
    )
  await db.update(bookings).set({ notesSentAt: writtenAt }).where(eq(bookings.id, bookingId))
}
