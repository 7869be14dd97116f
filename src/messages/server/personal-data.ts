import { asc, eq, inArray, or } from 'drizzle-orm'
import { findApplicationsOf } from '#src/applications/server/applications.ts'
import { bookings } from '#src/bookings/server/table.ts'
import { addressOfNobody, nameOfNobody } from '#src/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Account } from '#src/server/guards.ts'
import { messages, threadSides, threads } from './table.ts'

/** What the person wrote, and what was written to them about their bookings and applications. */
export async function personalData(db: Db, person: Account) {
  const { ofBookings, ofApplications } = await threadsOf(db, person)
  const { id, threadId, side, senderName, content, createdAt } = messages
  const rows = await db
    .select({ id, threadId, side, senderName, content, createdAt })
    .from(messages)
    .where(or(eq(messages.senderId, person.id), inArray(messages.threadId, [...ofBookings, ...ofApplications])))
    .orderBy(asc(messages.createdAt), asc(messages.id))
  return { messages: rows }
}

/**
 * Conversations about applications go; in the others the person's own messages lose words and name, so that the answers
 * of others keep their place. Gives the marks that mails about them carry.
 */
export async function forgetPerson(tx: Tx, person: Account): Promise<string[]> {
  const { ofBookings, ofApplications } = await threadsOf(tx, person)
  await deleteThreads(tx, ofApplications)
  const left = await tx
    .update(messages)
    .set({ content: 'Message deleted', senderName: nameOfNobody, senderEmail: addressOfNobody(person.id) })
    .where(eq(messages.senderId, person.id))
    .returning({ threadId: messages.threadId })
  return [...new Set([...ofBookings, ...ofApplications, ...left.map(({ threadId }) => threadId)])]
}

async function threadsOf(db: Db | Tx, person: Account) {
  const applications = await findApplicationsOf(db, person)
  const idsOfApplications = applications.map((application) => application.id)
  const [ofBookings, ofApplications] = [
    await db
      .select({ id: threads.id })
      .from(threads)
      .innerJoin(bookings, eq(bookings.id, threads.bookingId))
      .where(eq(bookings.playerId, person.id)),
    await db.select({ id: threads.id }).from(threads).where(inArray(threads.applicationId, idsOfApplications)),
  ]
  return { ofBookings: ofBookings.map(({ id }) => id), ofApplications: ofApplications.map(({ id }) => id) }
}

/** The conversations about these applications go. */
export async function forgetApplications(tx: Tx, applicationIds: string[]): Promise<void> {
  const found = await tx.select({ id: threads.id }).from(threads).where(inArray(threads.applicationId, applicationIds))
  await deleteThreads(
    tx,
    found.map(({ id }) => id),
  )
}

async function deleteThreads(tx: Tx, ids: string[]): Promise<void> {
  await tx.delete(messages).where(inArray(messages.threadId, ids))
  await tx.delete(threadSides).where(inArray(threadSides.threadId, ids))
  await tx.delete(threads).where(inArray(threads.id, ids))
}
