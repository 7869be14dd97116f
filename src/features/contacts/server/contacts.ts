import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { alertStaff, keepPerson } from '#src/features/accounts/server/accounts.ts'
import type { contactBody } from '#src/features/contacts/contract.ts'
import { queueMail } from '#src/features/notifications/server/notifications.ts'
import type { Db } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import { readPage } from '#src/platform/http/paging.ts'
import { expertiseOf, wireExpertise } from '#src/shared/games.ts'
import { contactAlert, contactReceiptMail } from './mails.ts'
import { contacts } from './table.ts'

export { forgetOld, forgetPerson, personalData } from './personal-data.ts'

export type ContactRow = typeof contacts.$inferSelect

/**
 * Keeps a player's inquiry, mails the player a receipt and the owners the inquiry. The receipt goes to the account's own
 * address: the one typed here could be anybody's. That one could be, too, until it is verified: then it gets few of them.
 */
export async function sendContact(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'log'>,
  writer: Account,
  inquiry: z.output<typeof contactBody>,
): Promise<ContactRow> {
  const mayTell = writer.emailVerified || (await mayMailUnasked(deps, writer.email))
  return deps.db.transaction(async (tx) => {
    await keepPerson(tx, writer)
    const values = { ...inquiry, game: expertiseOf(inquiry.game), userId: writer.id }
    const contact = only(await tx.insert(contacts).values(values).returning())
    const dedupeKey = `contact-receipt:${contact.id}`
    if (mayTell)
      await queueMail(deps, tx, { ...contactReceiptMail(deps.env, contact, writer), dedupeKey, audience: 'owner' })
    await alertStaff(deps, tx, 'contact', contactAlert(contact, deps.env))
    return contact
  })
}

/** All inquiries, newest first, one page from `cursor` on, and how many there are. */
export async function listContacts(db: Db, cursor?: string): Promise<{ rows: ContactRow[]; total: number }> {
  return readPage(db, db.select().from(contacts).$dynamic(), { table: contacts, cursor })
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
  return {
    ...shown,
    game: wireExpertise(shown.game),
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}
