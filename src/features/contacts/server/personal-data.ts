import { eq, getTableColumns, lt, type SQL } from 'drizzle-orm'
import { coaches } from '#src/features/coaches/server/table.ts'
import { forgetInquiries } from '#src/features/messages/server/messages.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { contacts } from './table.ts'

/** The inquiries the person wrote. */
export async function personalData(db: Db, { id }: Account) {
  const { id: _id, userId, coachId, answeredBy, ...shown } = getTableColumns(contacts)
  const inquiries = db
    .select({ ...shown, coach: coaches.name })
    .from(contacts)
    .leftJoin(coaches, eq(coaches.id, coachId))
  return { inquiries: await inquiries.where(eq(userId, id)) }
}

/** Their inquiries go, with the conversations. Returns the ids that mails about them carry. */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<string[]> {
  return forget(tx, eq(contacts.userId, id))
}

/** Inquiries of more than two years ago go. Returns their ids. */
export async function forgetOld(tx: Tx, now: Date): Promise<string[]> {
  const longAgo = new Date(now.getTime() - daysInMs(keepDays.inquiries))
  return forget(tx, lt(contacts.createdAt, longAgo))
}

async function forget(tx: Tx, which: SQL): Promise<string[]> {
  const gone = await tx.delete(contacts).where(which).returning({ id: contacts.id })
  const ids = gone.map(({ id }) => id)
  await forgetInquiries(tx, ids)
  return ids
}
