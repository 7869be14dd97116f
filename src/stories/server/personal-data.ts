import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import type { Account } from '#src/server/guards.ts'
import { notify } from '#src/server/live.ts'
import { successStories } from './table.ts'

/** The stories the person shared. */
export async function personalData(db: Db, { id }: Account) {
  return { successStories: await db.select().from(successStories).where(eq(successStories.userId, id)) }
}

/** Their stories go, from the home page too. */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<void> {
  await tx.delete(successStories).where(eq(successStories.userId, id))
  await notify(tx, 'pages')
}
