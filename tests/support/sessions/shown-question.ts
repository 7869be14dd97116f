import { desc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { questions } from '#src/features/sessions/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'

/** The question about a session that its two read now, as `questionId` of an answer; an unknown one where there is none. */
export async function shownQuestion({ db }: Pick<Deps, 'db'>, bookingId: string): Promise<{ questionId: string }> {
  const [question] = await db
    .select({ id: questions.id })
    .from(questions)
    .where(eq(questions.bookingId, bookingId))
    .orderBy(desc(questions.askedAt), desc(questions.id))
    .limit(1)
  return { questionId: question?.id ?? newId() }
}
