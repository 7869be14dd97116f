import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '#src/server/db.ts'
import { defineJob, type Jobs } from '#src/server/jobs.ts'
import { isNobody } from './personal-data.ts'
import { type Attachment, deliveries } from './table.ts'

export { mailLayout } from './mail-layout.ts'
export { addressOfNobody, forgetPerson, nameOfNobody, personalData } from './personal-data.ts'

/** A mail to one person: `to` is their bare address. A `secret` one is stored only until it was sent or given up. */
export type MailContent = {
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  secret?: boolean
}

/** Sends one stored delivery, mail or SMS. Growing pauses of up to 10 minutes: the last try is about a day after the first. */
export const deliverMessage = defineJob<{ deliveryId: string }>('deliver-message', 150)

/** Finds the deliveries that nobody sends any more. */
export const giveUpDeliveries = defineJob<object>('give-up-deliveries')

/**
 * Queues a mail in the caller's transaction: it leaves once that commits, and never if it is rolled back. `dedupeKey`
 * names the cause; a second mail of the same cause is quietly dropped, and so is one to somebody who deleted their account.
 */
export async function queueMail(jobs: Jobs, tx: Tx, mail: MailContent & { dedupeKey: string }): Promise<void> {
  const { to, subject, ...content } = mail
  if (isNobody(to)) return
  const [delivery] = await tx
    .insert(deliveries)
    .values({ ...content, channel: 'mail', recipient: to, subject: oneLine(subject) })
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning({ id: deliveries.id })
  if (delivery) await jobs.add(tx, deliverMessage, { deliveryId: delivery.id })
}

/**
 * Queues an SMS like `queueMail` does a mail. `to` is a number in E.164 form (`+12125550100`). Callers ask `deps.sms` first:
 * where no SMS can be sent none is queued. Gives the delivery's id, null when that cause has had its SMS.
 */
export async function queueSms(
  jobs: Jobs,
  tx: Tx,
  sms: { dedupeKey: string; to: string; text: string },
): Promise<string | null> {
  const { to, ...content } = sms
  const [delivery] = await tx
    .insert(deliveries)
    .values({ ...content, channel: 'sms', recipient: to, subject: '', html: '' })
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning({ id: deliveries.id })
  if (delivery) await jobs.add(tx, deliverMessage, { deliveryId: delivery.id })
  return delivery?.id ?? null
}

/**
 * How many SMS were queued since then, whatever became of them. Until the transaction ends nobody else counts, or two
 * would both be the last that a cap allows.
 */
export async function countSms(tx: Tx, since: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sms-daily-cap', 2))`)
  return tx.$count(deliveries, and(eq(deliveries.channel, 'sms'), gt(deliveries.createdAt, since)))
}

/** Names find their way into subjects, and a line break there would start another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
