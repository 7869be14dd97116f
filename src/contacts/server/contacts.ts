import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { alertStaff, keepPerson } from '#src/accounts/server/accounts.ts'
import type { contactBody } from '#src/contacts/contract.ts'
import { queueMail } from '#src/notifications/server/notifications.ts'
import type { Db } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { mayMailUnasked } from '#src/server/limits.ts'
import { newestFirst, pageSize } from '#src/server/pages.ts'
import { contactAlert, contactReceiptMail } from './mails.ts'
import { contacts } from './table.ts'

export { forgetOld, forgetPerson, personalData } from './personal-data.ts'

export type ContactRow = typeof contacts.$inferSelect

/**
 * Keeps a player's inquiry, mails the player a receipt and the owners the inquiry. The receipt goes to the account's own
 * address: the one typed here could be anybody's. That one could be, too, until it is verified: then it gets few of them.
 */
export async function sendContact(
  deps: Pick<Deps, 'db' | 'env' | 'log'>,
  writer: Account,
  inquiry: z.output<typeof contactBody>,
): Promise<ContactRow> {
  const mayTell = writer.emailVerified || (await mayMailUnasked(deps, writer.email))
  return deps.db.transaction(async (tx) => {
    await keepPerson(tx, writer)
    const [contact] = await tx
      .insert(contacts)
      .values({ ...inquiry, userId: writer.id })
      .returning()
    const dedupeKey = `contact-receipt:${contact!.id}`
    if (mayTell) await queueMail(tx, { ...contactReceiptMail(contact!, writer, deps.env), dedupeKey })
    await alertStaff(deps, tx, 'contact', contactAlert(contact!, deps.env))
    return contact!
  })
}

/** All inquiries, newest first, one page from `cursor` on, and how many there are. */
export async function listContacts(db: Db, cursor?: string): Promise<{ rows: ContactRow[]; total: number }> {
  const { after, order } = newestFirst(contacts, cursor)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(contacts)
      .where(after)
      .orderBy(...order)
      .limit(pageSize),
    db.$count(contacts),
  ])
  return { rows, total }
}

/** Notes who answered an inquiry and when, the first time. Throws `NotFound`. */
export async function markAnswered(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: Account,
  id: string,
): Promise<ContactRow> {
  await db
    .update(contacts)
    .set({ answeredAt: now(), answeredBy: owner.id })
    .where(and(eq(contacts.id, id), isNull(contacts.answeredAt)))
  return findContact(db, id)
}

/** Takes that back. Throws `NotFound`. */
export async function markUnanswered(db: Db, id: string): Promise<ContactRow> {
  await db.update(contacts).set({ answeredAt: null, answeredBy: null }).where(eq(contacts.id, id))
  return findContact(db, id)
}

async function findContact(db: Db, id: string): Promise<ContactRow> {
  const [contact] = await db.select().from(contacts).where(eq(contacts.id, id))
  if (!contact) throw new NotFound('This inquiry does not exist.')
  return contact
}

/** An inquiry as answers carry it. */
export function presentContact({ userId, answeredBy, answeredAt, createdAt, ...shown }: ContactRow) {
  return { ...shown, createdAt: createdAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null }
}
