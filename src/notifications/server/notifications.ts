import type { Tx } from '#src/server/db.ts'
import { defineJob, type Jobs } from '#src/server/jobs.ts'
import { type Attachment, deliveries } from './table.ts'

export { mailLayout } from './mail-layout.ts'

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

/**
 * Queues a mail in the caller's transaction: it leaves once that commits, and never if it is rolled back. `dedupeKey`
 * names the cause; a second mail of the same cause is quietly dropped.
 */
export async function queueMail(jobs: Jobs, tx: Tx, mail: MailContent & { dedupeKey: string }): Promise<void> {
  const { to, subject, ...content } = mail
  const [delivery] = await tx
    .insert(deliveries)
    .values({ ...content, channel: 'mail', recipient: to, subject: oneLine(subject) })
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning({ id: deliveries.id })
  if (delivery) await jobs.add(tx, deliverMessage, { deliveryId: delivery.id })
}

/**
 * Queues an SMS like `queueMail` does a mail. `to` is a number in E.164 form (`+12125550100`). Callers ask `deps.sms` first:
 * where no SMS can be sent none is queued.
 */
export async function queueSms(
  jobs: Jobs,
  tx: Tx,
  sms: { dedupeKey: string; to: string; text: string },
): Promise<void> {
  const { to, ...content } = sms
  const [delivery] = await tx
    .insert(deliveries)
    .values({ ...content, channel: 'sms', recipient: to, subject: '', html: '' })
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning({ id: deliveries.id })
  if (delivery) await jobs.add(tx, deliverMessage, { deliveryId: delivery.id })
}

/** Names find their way into subjects, and a line break there would start another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
