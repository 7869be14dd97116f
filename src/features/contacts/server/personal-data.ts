import { eq, getTableColumns, lt } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { contacts } from './table.ts'

/** The inquiries the person wrote. */
export async function personalData(db: Db, { id }: Account) {
  const { id: _id, userId, answeredBy, ...shown } = getTableColumns(contacts)
  return { inquiries: await db.select(shown).from(contacts).where(eq(contacts.userId, id)) }
}

/** Their inquiries go. Gives the ids that mails about them carry. */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<string[]> {
  const gone = await tx.delete(contacts).where(eq(contacts.userId, id)).returning({ id: contacts.id })
  return gone.map((contact) => contact.id)
}

/** Inquiries of more than two years ago go. */
export async function forgetOld(tx: Tx, now: Date): Promise<void> {
  await tx.delete(contacts).where(lt(contacts.createdAt, new Date(now.getTime() - daysInMs(keepDays.inquiries))))
}
