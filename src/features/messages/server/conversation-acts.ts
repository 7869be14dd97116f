import { and, eq, isNull, or } from 'drizzle-orm'
import { ownSession } from '#src/features/bookings/server/bookings.ts'
import type { Conversation } from '#src/features/messages/conversations-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { findConversation } from './conversations.ts'
import { threads } from './table.ts'

/**
 * Gives a conversation to the member of the team who asks, unless somebody else but `insteadOf` has it: then `Conflict`
 * says who. Throws `NotFound`.
 */
export async function takeConversation(
  db: Db,
  staff: Account,
  threadId: string,
  insteadOf: string | null,
): Promise<Conversation> {
  await findConversation(db, staff, threadId)
  const isFree = or(
    isNull(threads.assigneeId),
    eq(threads.assigneeId, staff.id),
    insteadOf ? eq(threads.assigneeId, insteadOf) : undefined,
  )
  const taken = await db
    .update(threads)
    .set({ assigneeId: staff.id })
    .where(and(eq(threads.id, threadId), isFree))
    .returning({ id: threads.id })
  const conversation = await findConversation(db, staff, threadId)
  if (taken.length === 0)
    throw new Conflict(`${conversation.assignee?.name ?? 'Somebody else'} has taken this conversation.`, {
      reason: 'taken',
    })
  return conversation
}

/** Lets a conversation go that the member of the team had taken. Throws `NotFound`. */
export async function giveBackConversation(db: Db, staff: Account, threadId: string): Promise<Conversation> {
  await findConversation(db, staff, threadId)
  await db
    .update(threads)
    .set({ assigneeId: null })
    .where(and(eq(threads.id, threadId), eq(threads.assigneeId, staff.id)))
  return findConversation(db, staff, threadId)
}

/**
 * Ends that a conversation waits for us, without an answer. Throws `NotFound`, and `Conflict` when message `number` is no
 * longer the newest, for an own session that others decide about, and for inquiries, which are marked as answered (CONTACT-1).
 */
export async function needNoAnswer(db: Db, staff: Account, threadId: string, number: number): Promise<Conversation> {
  const { kind, isForOthers } = await findConversation(db, staff, threadId)
  if (isForOthers) throw new Conflict(ownSession, { reason: 'refused' })
  if (kind === 'inquiry') throw new Conflict('Answer the inquiry, or mark it as answered under Contacts.')
  const settled = await db
    .update(threads)
    .set({ waitingSince: null })
    .where(and(eq(threads.id, threadId), eq(threads.lastNumber, number)))
    .returning({ id: threads.id })
  if (settled.length === 0) throw new Conflict('Somebody wrote meanwhile. Please read it first.', { reason: 'newer' })
  return findConversation(db, staff, threadId)
}
