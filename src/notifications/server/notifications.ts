import { and, eq, gt, sql } from 'drizzle-orm'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { newId } from '#src/server/columns.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { AppError, Invalid, Unavailable } from '#src/server/errors.ts'
import { defineJob, type Jobs } from '#src/server/jobs.ts'
import { isNobody } from './personal-data.ts'
import { type Attachment, deliveries } from './table.ts'

export { mailLayout } from './mail-layout.ts'
export { addressOfNobody, forgetOld, forgetPerson, nameOfNobody, personalData } from './personal-data.ts'

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
  await queueMails(jobs, tx, [mail])
}

/** Queues several mails as `queueMail` does one, in as many statements. */
export async function queueMails(jobs: Jobs, tx: Tx, mails: (MailContent & { dedupeKey: string })[]): Promise<void> {
  const mailed = mails
    .filter(({ to }) => !isNobody(to))
    .map((mail) => ({ ...mail, id: newId(), subject: oneLine(mail.subject) }))
  if (mailed.length === 0) return
  // As JSON any number of mails is the same statement, which the database has planned.
  const { rows: queued } = await tx.execute<{ id: string }>(sql`
    insert into ${deliveries} (id, dedupe_key, channel, recipient, subject, text, html, attachments, secret)
      select id, "dedupeKey", 'mail', "to", subject, text, html, coalesce(attachments, '[]'), coalesce(secret, false)
        from json_to_recordset(${JSON.stringify(mailed)}) as mailed (id uuid, "dedupeKey" text, "to" text,
          subject text, text text, html text, attachments jsonb, secret boolean)
      on conflict (dedupe_key) do nothing returning id`)
  await jobs.addAll(
    tx,
    deliverMessage,
    queued.map(({ id }) => ({ data: { deliveryId: id } })),
  )
}

/**
 * Queues an SMS like `queueMail` does a mail. `to` is a number in E.164 form (`+12125550100`). Callers ask `smsRefusal` first. Gives the delivery's id, null when that cause has had its SMS.
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

const day = 24 * 3_600_000

/**
 * Why no SMS can go to this number now (SMS is not set up, another country than `SMS_COUNTRIES` names, a number that costs
 * extra, or the `SMS_DAILY_CAP` of the last 24 hours), as the error to throw; null when one can. Until the transaction ends
 * nobody else is told so, or two would both send the last one that the cap allows.
 */
export async function smsRefusal(
  { sms, env, now, log }: Pick<Deps, 'sms' | 'env' | 'now' | 'log'>,
  tx: Tx,
  to: string,
): Promise<AppError | null> {
  if (!sms) return new Unavailable('SMS is not set up here: no messages can be sent.')
  const number = parsePhoneNumberFromString(to)
  if (!number?.country || !env.smsCountries.includes(number.country) || number.getType() === 'PREMIUM_RATE')
    return new Invalid({
      phone: `SMS go to ordinary numbers of these countries only: ${env.smsCountries.join(', ')}. Please write a message instead.`,
    })
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sms-daily-cap', 2))`)
  const lately = and(eq(deliveries.channel, 'sms'), gt(deliveries.createdAt, new Date(now().getTime() - day)))
  if ((await tx.$count(deliveries, lately)) < env.smsDailyCap) return null
  log.warn({ cap: env.smsDailyCap }, 'the SMS of a day are used up')
  return new AppError(429, 'That was the last SMS for today. Please try again tomorrow, or write a message instead.')
}

/** Names find their way into subjects, and a line break there would start another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
