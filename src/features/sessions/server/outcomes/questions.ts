import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type BookingRow, recordQuestioned } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { questions } from '../table.ts'

export type QuestionRow = typeof questions.$inferSelect

/** Whether the row of `questions`, beside its row of `bookings`, is about the hour and the coach that the booking has now. */
export const isOfNow = and(
  eq(questions.startsAt, bookings.startsAt),
  sql`${questions.coachId} is not distinct from ${bookings.coachId}`,
)

/** The newest question about a booking's present start and coach; null: none. */
export async function newestQuestion(db: Db | Tx, { id }: Pick<BookingRow, 'id'>): Promise<QuestionRow | null> {
  const [newest] = await db
    .select({ question: questions })
    .from(questions)
    .innerJoin(bookings, eq(bookings.id, questions.bookingId))
    .where(and(eq(questions.bookingId, id), isOfNow))
    .orderBy(desc(questions.askedAt), desc(questions.id))
    .limit(1)
  return newest?.question ?? null
}

/** Whether our team decides the row of `questions`, beside its row of `bookings`. */
export const isUndecided = and(eq(questions.state, 'staff'), ne(bookings.status, 'cancelled'), isOfNow)

/** Changes a question, and notes with its booking whether one is open. Gives it as it is then. */
export async function changeQuestion(
  tx: Tx,
  { id }: QuestionRow,
  set: Partial<typeof questions.$inferInsert>,
): Promise<QuestionRow> {
  const changed = only(await tx.update(questions).set(set).where(eq(questions.id, id)).returning())
  await recordQuestioned(tx, changed.bookingId, (await tx.$count(questions, isOpenOf(changed.bookingId))) > 0)
  return changed
}

/** What was asked about a booking is asked no more: its hour or coach is another one, or nobody comes. */
export async function withdrawQuestions({ now }: Deps, tx: Tx, bookingId: string): Promise<void> {
  await tx
    .update(questions)
    .set({ state: 'settled', outcome: 'withdrawn', dueAt: null, settledAt: now() })
    .where(isOpenOf(bookingId))
  await recordQuestioned(tx, bookingId, false)
}

const isOpenOf = (bookingId: string) => and(eq(questions.bookingId, bookingId), ne(questions.state, 'settled'))
