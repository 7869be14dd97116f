import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import type { Account } from '#src/server/guards.ts'
import { deliveries } from './table.ts'

type Person = Pick<Account, 'id' | 'email' | 'emailVerified'>

/** The name of somebody whose account was deleted. */
export const nameOfNobody = 'Deleted player'

const nowhere = '@invalid'

/** Stands where the e-mail of a deleted account stood; nothing is ever sent there. */
export function addressOfNobody(accountId: string): string {
  return `deleted-${accountId}${nowhere}`
}

/** Whether an address is such a one. */
export function isNobody(address: string): boolean {
  return address.endsWith(nowhere)
}

/** What was sent to the person's address, once they have proved that it is theirs. */
export async function personalData(db: Db, { email, emailVerified }: Person) {
  const { channel, subject, status, createdAt, sentAt } = deliveries
  const shown = { channel, subject, status, createdAt, sentAt }
  return { mails: emailVerified ? await db.select(shown).from(deliveries).where(eq(deliveries.recipient, email)) : [] }
}

/**
 * Empties everything sent to a person, and everything sent to others about them: `marks` are their phone numbers and the
 * ids of what is theirs, which the dedupe keys carry as they do the person's own. What has not left yet never does. Who has
 * not proved their e-mail may have signed up with somebody else's, whose mails stay.
 */
export async function forgetPerson(tx: Tx, { id, email, emailVerified }: Person, found: string[]): Promise<void> {
  const marks = [id, ...found]
  const addresses = emailVerified ? [email, ...marks] : marks
  // A dedupe key is its kind, then the id of what the message is about.
  const isMarked = sql`split_part(${deliveries.dedupeKey}, ':', 2) = any(${sql.param(marks)}::text[])`
  await tx
    .update(deliveries)
    .set({
      recipient: addressOfNobody(id),
      subject: '',
      text: '',
      html: '',
      attachments: [],
      status: sql`case when ${deliveries.status} = 'queued' then 'failed' else ${deliveries.status} end`,
      lastError: null,
    })
    .where(or(inArray(deliveries.recipient, addresses), isMarked))
}

/** What was sent or given up more than 180 days ago goes. */
export async function forgetOld(tx: Tx, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 180 * 24 * 3_600_000)
  await tx.delete(deliveries).where(and(ne(deliveries.status, 'queued'), lt(deliveries.createdAt, longAgo)))
}
