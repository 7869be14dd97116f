import { eq, getTableColumns } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { successStories } from './table.ts'

/** The stories the person shared. */
export async function personalData(db: Db, { id }: Account) {
  const { id: _id, userId, lastDecision, ...shown } = getTableColumns(successStories)
  return { successStories: await db.select(shown).from(successStories).where(eq(successStories.userId, id)) }
}

/** Their stories go, from the home page too. Returns their ids. */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<string[]> {
  const gone = await tx.delete(successStories).where(eq(successStories.userId, id)).returning({ id: successStories.id })
  await notify(tx, 'pages')
  return gone.map((story) => story.id)
}
