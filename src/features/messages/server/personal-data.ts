import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { findApplicationsOf } from '#src/features/applications/server/applications.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { addressOfNobody, nameOfNobody } from '#src/features/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { deleteThreads } from './delete-threads.ts'
import { messages, threadNotes, threads } from './table.ts'

/** Exports what the person wrote, and what was written to them about their bookings, applications and inquiries; no notes of the team. */
export async function personalData(db: Db, person: Account) {
  const { ofBookings, ofApplications, ofInquiries } = await threadsOf(db, person)
  const isTheirs = inArray(messages.threadId, [...ofBookings, ...ofApplications, ...ofInquiries])
  const { side, senderName, content, createdAt } = messages
  const { bookingId, applicationId } = threads
  const rows = await db
    .select({ bookingId, applicationId, side, senderName, content, createdAt })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(or(eq(messages.senderId, person.id), isTheirs))
    .orderBy(asc(messages.createdAt), asc(messages.id))
  return { messages: rows }
}

/**
 * Deletes conversations about the person's applications; in others, empties and anonymizes the person's own messages so
 * that the answers keep their place. What the team noted about the person goes; inquiries go with `contacts`. Returns the ids that mails about them carry.
 */
export async function forgetPerson(tx: Tx, person: Account): Promise<string[]> {
  const { ofBookings, ofApplications } = await threadsOf(tx, person)
  await deleteThreads(tx, ofApplications)
  await tx.delete(threadNotes).where(inArray(threadNotes.threadId, ofBookings))
  await tx.update(threadNotes).set({ authorId: null }).where(eq(threadNotes.authorId, person.id))
  await tx.update(threads).set({ assigneeId: null }).where(eq(threads.assigneeId, person.id))
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
  const ofInquiries = await db
    .select({ id: messages.threadId })
    .from(messages)
    .where(and(eq(messages.senderId, person.id), eq(messages.side, 'inquirer')))
  return {
    ofBookings: ofBookings.map(({ id }) => id),
    ofApplications: ofApplications.map(({ id }) => id),
    ofInquiries: ofInquiries.map(({ id }) => id),
  }
}

/** Deletes the conversations about these applications. */
export async function forgetApplications(tx: Tx, applicationIds: string[]): Promise<void> {
  const found = await tx.select({ id: threads.id }).from(threads).where(inArray(threads.applicationId, applicationIds))
  await deleteThreads(
    tx,
    found.map(({ id }) => id),
  )
}
