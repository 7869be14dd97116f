import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { forgotten, ratings } from './table.ts'

/** What the person said about sessions. */
export async function personalData(db: Db, { id }: Account) {
  const { id: _id, userId, coachId, lastDecision, ...shown } = getTableColumns(ratings)
  return { ratings: await db.select(shown).from(ratings).where(eq(ratings.userId, id)) }
}

/** Their ratings keep the stars, which the coaches' averages are made of; the words, the rank and whose they were go. */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<void> {
  await tx
    .update(ratings)
    .set({
      ...{ userId: null, review: null, rank: null, lastDecision: null },
      // One that was turned down stays so.
      rejectReason: sql`case when ${ratings.rejectReason} is not null then ${forgotten} end`,
    })
    .where(eq(ratings.userId, id))
  await notify(tx, 'pages')
}
