import { and, eq, lt, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { bareAddress } from '#src/platform/config/setting-forms.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { MailRefused } from '#src/providers/mailer.ts'
import { SmsRefused, SmsUnsubscribed } from '#src/providers/twilio.ts'
import { failDelivery, withoutCode } from './fail-delivery.ts'
import { findNewer } from './newer-invite.ts'
import { sendDelivery } from './queue.ts'
import { hasOptedOut, saveOptOut } from './sms-opt-outs.ts'
import { statusPath } from './sms-status.ts'
import { type DeliveryRow, deliveries } from './table.ts'

/** Finds deliveries without a job. */
export const addLostJobs = defineJob('notifications.add-lost-jobs', 0)

/** Sends the queued mails and SMS. */
export function jobs(deps: Deps): void {
  deps.jobs.handle(sendDelivery, ({ deliveryId }) => deliver(deps, deliveryId))
  deps.jobs.every({ minutes: 10 }, addLostJobs, () => findLostJobs(deps))
}

/**
 * Sends a queued delivery; throws when it must be retried. The attempt is counted before the provider is called, so a
 * message that crashes our process runs out of attempts too. No lock or transaction is held while the provider works:
 * if the process or the database fails between the provider's answer and our record of it, the message is sent twice. A
 * mail's Message-ID stays the same, so that mail systems can recognise the repeat. A mail with a calendar file goes with
 * the entry's newest one, and not at all once a newer mail says otherwise: what is out of date does not follow it, unless both are on their way at
 * the same moment.
 */
async function deliver(deps: Deps, deliveryId: string): Promise<void> {
  const [row] = await deps.db
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, triesLeft: sql`${deliveries.triesLeft} - 1` })
    .where(isQueued(deliveryId))
    .returning()
  if (!row) return
  if (row.triesLeft < 0) return failDelivery(deps, isQueued(row.id), 'Our server ended during the last try.')
  const { invite, isOutOfDate } = await findNewer(deps.db, row)
  if (isOutOfDate) return supersede(deps, row)
  try {
    await sendToProvider(deps, { ...row, invite })
  } catch (error) {
    if (error instanceof SmsUnsubscribed)
      await saveOptOut(deps.db, { number: row.recipient, isOut: true, messageSid: null, saidAt: deps.now() })
    const lastError = String(error instanceof Error ? error.message : error).slice(0, 300)
    if (error instanceof MailRefused || error instanceof SmsRefused || row.triesLeft === 0)
      return failDelivery(deps, isQueued(row.id), lastError)
    await deps.db.update(deliveries).set({ lastError }).where(isQueued(row.id))
    const what = `the ${row.channel} ${row.id} could not be delivered at try ${row.attempts}`
    throw new Error(`${what}: ${lastError}`, { cause: error })
  }
  await deps.db
    .update(deliveries)
    .set({ status: 'sent', lastError: null, sentAt: deps.now(), ...withoutCode })
    .where(isQueued(row.id))
}

/** A later mail says otherwise of its session: it never leaves. */
async function supersede({ db }: Deps, row: DeliveryRow): Promise<void> {
  await db.update(deliveries).set({ status: 'superseded', lastError: null }).where(isQueued(row.id))
}

const isQueued = (id: string) => and(eq(deliveries.id, id), eq(deliveries.status, 'queued'))

/**
 * Adds missing jobs for queued deliveries, as in a database restored from an older backup. Existing jobs are not
 * duplicated.
 */
async function findLostJobs({ db, jobs }: Deps): Promise<void> {
  const queued = await db
    .select({ deliveryId: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.status, 'queued'), lt(deliveries.createdAt, sql`now() - interval '10 minutes'`)))
  await jobs.addAll(
    db,
    sendDelivery,
    queued.map((data) => ({ data })),
  )
}

async function sendToProvider({ db, mailer, sms, env }: Deps, row: DeliveryRow): Promise<void> {
  if (row.channel === 'sms') {
    if (!sms) throw new Error('SMS cannot be sent: TWILIO_ACCOUNT_SID is not set')
    // They may have said so since it was queued.
    if (await hasOptedOut(db, row.recipient)) throw new SmsRefused('The recipient is unsubscribed')
    await sms.send({ to: row.recipient, text: row.text, statusCallback: env.baseUrl + statusPath(row.id) })
  } else {
    if (!mailer) throw new Error('there is no mail server: SMTP_URL is not set')
    const { recipient: to, subject, text, html } = row
    const invite = row.invite && { method: row.invite.method, content: row.invite.content }
    const { replyTo, thread, optOut } = row.headers
    await mailer.send({
      ...{ to, subject, text, html, invite, replyTo },
      messageId: messageId(row.id, env.mailFrom),
      thread: thread && messageId(`thread-${thread}`, env.mailFrom),
      unsubscribe: optOut?.url,
    })
  }
}

function messageId(id: string, from: string): string {
  const domain = bareAddress(from).split('@').at(-1) || 'localhost'
  return `<${id}@${domain}>`
}
