import { and, desc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { keepOther } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { findBooking } from '#src/features/bookings/server/bookings.ts'
import type { Conversation, ThreadNote } from '#src/features/messages/conversations-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { findConversation } from './conversations.ts'
import { threadNotes } from './table.ts'

/** So many notes are listed. */
const atMost = 100

/** What the team noted about a conversation, newest first. Throws `NotFound`, also for whom the notes may be about. */
export async function listThreadNotes(db: Db, staff: Account, threadId: string): Promise<ThreadNote[]> {
  await checkMayNote(db, staff, threadId)
  return readNotes(db, threadId)
}

/**
 * Keeps a note of the team; sent again with its key it is kept once. Throws `NotFound`, also for whom the notes may be about,
 * and `Conflict` about a player who is gone.
 */
export async function addThreadNote(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  staff: Account,
  threadId: string,
  { note, idempotencyKey }: { note: string; idempotencyKey: string },
): Promise<ThreadNote> {
  const { kind, aboutId } = await checkMayNote(db, staff, threadId)
  await db.transaction(async (tx) => {
    const booking = kind === 'booking' ? await findBooking(tx, aboutId) : null
    if (booking?.playerId) await keepOther(tx, booking.playerId)
    await tx
      .insert(threadNotes)
      .values({ threadId, authorId: staff.id, text: note, idempotencyKey, createdAt: now() })
      .onConflictDoNothing({ target: [threadNotes.threadId, threadNotes.idempotencyKey] })
  })
  return only(await readNotes(db, threadId, idempotencyKey))
}

async function readNotes(db: Db, threadId: string, key?: string): Promise<ThreadNote[]> {
  const rows = await db
    .select({ note: threadNotes, authorName: users.name })
    .from(threadNotes)
    .leftJoin(users, eq(users.id, threadNotes.authorId))
    .where(and(eq(threadNotes.threadId, threadId), key ? eq(threadNotes.idempotencyKey, key) : undefined))
    .orderBy(desc(threadNotes.createdAt), desc(threadNotes.id))
    .limit(atMost)
  return rows.map(({ note: { id, text, createdAt }, authorName }) => ({
    id,
    authorName,
    text,
    createdAt: createdAt.toISOString(),
  }))
}

/** Nobody of the team sees notes about their own sessions, present or former: they may be about them. */
async function checkMayNote(db: Db, staff: Account, threadId: string): Promise<Conversation> {
  const conversation = await findConversation(db, staff, threadId)
  if (!conversation.mayNote) throw new NotFound('Notes about your own sessions are for the others of the team.')
  return conversation
}
