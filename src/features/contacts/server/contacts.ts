import { and, eq, getTableColumns, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { alertStaff, keepPerson } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { findActiveCoach } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { sendInquiryMessage as call, contactBody } from '#src/features/contacts/contract.ts'
import type { Message } from '#src/features/messages/contract.ts'
import {
  isFirstSinceOurs,
  letInquiryWait,
  openInquiry,
  placeInInquiry,
  postMessage,
} from '#src/features/messages/server/messages.ts'
import { queueMail } from '#src/features/notifications/server/notifications.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import { readPage } from '#src/platform/http/paging.ts'
import type { CallParsed } from '#src/shared/define-call.ts'
import { expertiseOf, wireExpertise } from '#src/shared/games.ts'
import { contactAlert, contactAnswerMail, contactReceiptMail, furtherAlert } from './mails.ts'
import { type ContactRow, contacts } from './table.ts'

export { forgetOld, forgetPerson, personalData } from './personal-data.ts'

export type { ContactRow } from './table.ts'

type OwnersRow = ContactRow & { coachEmail: string | null }

/**
 * Keeps a player's inquiry, mails the player a receipt and the owners the inquiry. Throws `NotFound` when it is about a
 * coach who is not on the site. The receipt goes to the account's own
 * address: the one typed here could be anybody's. That one could be, too, until it is verified: then it gets few of them.
 */
export async function sendContact(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'log' | 'now'>,
  writer: Account,
  inquiry: z.output<typeof contactBody>,
): Promise<ContactRow> {
  const mayTell = writer.emailVerified || (await mayMailUnasked(deps, writer.email))
  return deps.db.transaction(async (tx) => {
    await keepPerson(tx, writer)
    const coach = inquiry.coachId ? await findActiveCoach(tx, inquiry.coachId) : null
    if (inquiry.coachId && !coach) throw new NotFound('This coach is not on our site any more.')
    const known = { id: newId(), userId: writer.id, createdAt: deps.now() }
    const values = { ...inquiry, ...known, coachId: coach?.id ?? null, game: expertiseOf(inquiry.game) }
    await openInquiry(tx, values)
    const kept = only(await tx.insert(contacts).values(values).returning())
    const contact = { ...kept, coachName: coach?.name ?? null }
    const dedupeKey = `contact-receipt:${contact.id}`
    if (mayTell)
      await queueMail(deps, tx, { ...contactReceiptMail(deps.env, contact, writer), dedupeKey, audience: 'owner' })
    await alertStaff(deps, tx, 'contact', contactAlert(contact, writer))
    return contact
  })
}

/** All inquiries, newest first, one page from `cursor` on, and how many there are. */
export async function listContacts(db: Db, cursor?: string): Promise<{ rows: OwnersRow[]; total: number }> {
  return readPage(db, selectContacts(db), { table: contacts, cursor })
}

function selectContacts(db: Db | Tx) {
  return db
    .select({ ...getTableColumns(contacts), coachName: coaches.name, coachEmail: users.email })
    .from(contacts)
    .leftJoin(coaches, eq(coaches.id, contacts.coachId))
    .leftJoin(users, eq(users.id, coaches.userId))
    .$dynamic()
}

/** Notes who answered an inquiry and when, the first time. Throws `NotFound`. */
export async function markAnswered(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: Account,
  id: string,
): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    await noteAnswer(tx, id, { answeredAt: now(), answeredBy: owner.id })
    await letInquiryWait(tx, id, null)
    return findContact(tx, id)
  })
}

/** Takes that back: it waits again. Throws `NotFound`. */
export async function markUnanswered(db: Db, id: string): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    await tx.update(contacts).set({ answeredAt: null, answeredBy: null }).where(eq(contacts.id, id))
    const contact = await findContact(tx, id)
    await letInquiryWait(tx, id, contact.createdAt)
    return contact
  })
}

/**
 * Posts into an inquiry's conversation. An owner's answer is mailed to where the writer wants it, and the first one counts;
 * what the writer adds is told to the owners, once until they answer. Sent again with its key it is one. Throws `NotFound` for
 * everybody else, and the `Conflict` of `postMessage`.
 */
export async function sendInquiryMessage(
  deps: Deps,
  sender: Account,
  id: string,
  message: CallParsed<typeof call>['body'],
): Promise<Message> {
  const place = await placeInInquiry(deps.db, sender, id)
  return postMessage(deps, sender, place, {
    ...message,
    also: async (tx, { number, createdAt }) => {
      if (place.side === 'inquirer') {
        if (await isFirstSinceOurs(tx, id, number))
          await alertStaff(
            deps,
            tx,
            'contact',
            furtherAlert(await findContact(tx, id), sender, number, message.content),
          )
        return
      }
      await noteAnswer(tx, id, { answeredAt: createdAt, answeredBy: sender.id })
      const contact = await findContact(tx, id)
      const mail = contactAnswerMail(deps.env, contact, {
        answer: message.content,
        isProven: await isProven(tx, contact),
      })
      await queueMail(deps, tx, { ...mail, dedupeKey: `contact-answer:${id}:${number}`, audience: 'owner' })
    },
  })
}

/** The first time counts. */
async function noteAnswer(tx: Tx, id: string, by: { answeredAt: Date; answeredBy: string }): Promise<void> {
  const isOpen = and(eq(contacts.id, id), isNull(contacts.answeredAt))
  await tx.update(contacts).set(by).where(isOpen)
}

/** Whether the writer has proved that the address they want the answer at is theirs. */
async function isProven(tx: Tx, { userId, email }: ContactRow): Promise<boolean> {
  if (!userId) return false
  const isTheirs = and(eq(users.id, userId), eq(users.email, email), isNotNull(users.emailVerifiedAt))
  return (await tx.$count(users, isTheirs)) > 0
}

async function findContact(db: Db | Tx, id: string): Promise<ContactRow> {
  const [contact] = await selectContacts(db).where(eq(contacts.id, id))
  if (!contact) throw new NotFound('This inquiry does not exist.')
  return contact
}

/** An inquiry as answers carry it. */
export function presentContact({ userId, coachId, answeredBy, answeredAt, createdAt, ...shown }: ContactRow) {
  return {
    ...shown,
    game: wireExpertise(shown.game),
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

/** The same for owners, who pass a question on to its coach. */
export function presentForOwner({ coachEmail, ...contact }: OwnersRow) {
  return { ...presentContact(contact), coachEmail }
}
