import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { choicesOf, forgetChoices, forgetUnusedChoices } from './mail-choices.ts'
import { forgetReturned } from './sms-opt-outs.ts'
import { deliveries } from './table.ts'

type Person = Pick<Account, 'id' | 'email' | 'emailVerified'>

const nowhere = '@invalid'

/** Stands where the e-mail of a deleted account stood; nothing is ever sent there. */
export function addressOfNobody(accountId: string): string {
  return `deleted-${accountId}${nowhere}`
}

/** Whether an address is such a one. */
export function isNobody(address: string): boolean {
  return address.endsWith(nowhere)
}

/** Numbers nobody has proved: `numbers` are those in the person's bookings, `own` those of them that nobody else gave. */
type GivenNumbers = { bookingIds: string[]; numbers: string[]; own: string[] }

/**
 * The mails to the person's address and which they want, once they have proved that it is theirs, and the SMS to the numbers they gave: about
 * their bookings, and whatever went to a number that is only theirs. One-time codes are left out.
 */
export async function personalData(db: Db, { email, emailVerified }: Person, given: GivenNumbers) {
  const { recipient, subject, status, createdAt, sentAt, deliveredAt } = deliveries
  const textUnlessCode = sql<string | null>`case when ${deliveries.audience} <> 'nobody' then ${deliveries.text} end`
  const mailsTo = db
    .select({ subject, text: textUnlessCode, status, createdAt, sentAt })
    .from(deliveries)
    .where(and(eq(deliveries.channel, 'mail'), eq(deliveries.recipient, email)))
    .orderBy(createdAt, deliveries.id)
  const sms = await db
    .select({ to: recipient, text: textUnlessCode, status, createdAt, sentAt, deliveredAt })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.channel, 'sms'),
        inArray(recipient, given.numbers),
        or(inArray(subjectId, given.bookingIds), inArray(recipient, given.own)),
      ),
    )
    .orderBy(createdAt, deliveries.id)
  return {
    mails: emailVerified ? await mailsTo : [],
    mailsWanted: emailVerified ? await choicesOf(db, email) : null,
    sms,
  }
}

/** A dedupe key is its kind, then the id of what the message is about. */
const subjectId = sql`split_part(${deliveries.dedupeKey}, ':', 2)`

/**
 * Empties everything sent to a person, and everything sent to others about them: `marks` are their phone numbers and the
 * ids of what is theirs, which the dedupe keys carry as they do the person's own. What has not left yet never does. A
 * person who has not proved their e-mail may have signed up with somebody else's, whose mails stay. Returns the ids of what was emptied.
 */
export async function forgetPerson(tx: Tx, { id, email, emailVerified }: Person, found: string[]): Promise<string[]> {
  const marks = [id, ...found]
  const addresses = emailVerified ? [email, ...marks] : marks
  const isMarked = sql`(${subjectId} = any(${sql.param(marks)}::text[])
    or ${deliveries.headers} -> 'about' ?| ${sql.param(marks)}::text[])`
  const emptied = await tx
    .update(deliveries)
    .set({
      recipient: addressOfNobody(id),
      subject: '',
      text: '',
      html: '',
      headers: {},
      invite: null,
      status: sql`case when ${deliveries.status} = 'queued' then 'failed' else ${deliveries.status} end`,
      lastError: null,
    })
    .where(or(inArray(deliveries.recipient, addresses), isMarked))
    .returning({ id: deliveries.id })
  if (emailVerified) await forgetChoices(tx, email)
  return emptied.map((delivery) => delivery.id)
}

/**
 * Deletes mails and SMS sent or given up longer ago than they are kept, links to switch them off that nobody used, and
 * answers of people who want SMS again. Returns the ids of what was sent.
 */
export async function forgetOld(tx: Tx, now: Date): Promise<string[]> {
  const longAgo = new Date(now.getTime() - daysInMs(keepDays.deliveries))
  await forgetUnusedChoices(tx, longAgo)
  await forgetReturned(tx, now)
  const gone = await tx
    .delete(deliveries)
    .where(and(ne(deliveries.status, 'queued'), lt(deliveries.createdAt, longAgo)))
    .returning({ id: deliveries.id })
  return gone.map((delivery) => delivery.id)
}
