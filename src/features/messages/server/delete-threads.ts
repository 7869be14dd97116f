import { inArray } from 'drizzle-orm'
import type { Tx } from '#src/platform/database/db.ts'
import { messages, threadNotes, threadSides, threads } from './table.ts'

/** Deletes conversations with all that belongs to them. */
export async function deleteThreads(tx: Tx, ids: string[]): Promise<void> {
  for (const table of [messages, threadSides, threadNotes]) await tx.delete(table).where(inArray(table.threadId, ids))
  await tx.delete(threads).where(inArray(threads.id, ids))
}
