import { and, eq, gt, sql } from 'drizzle-orm'
import { newId } from '#src/server/columns.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { AppError, Invalid, Unavailable } from '#src/server/errors.ts'
import { prepareSql } from '#src/server/prepare-once.ts'
import { notTextable, toE164, writePhone } from '#src/shared/phone.ts'
import { isNobody } from './personal-data.ts'
import { type Attachment, deliveries } from './table.ts'

export { greeting, type MailParts, mailLayout } from './mail-layout.ts'
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

/**
 * Queues a mail in the caller's transaction: it leaves once that commits, and never if it is rolled back. `dedupeKey`
 * names the cause; a second mail of the same cause is quietly dropped, and so is one to somebody who deleted their account.
 */
export async function queueMail(tx: Tx, mail: MailContent & { dedupeKey: string }): Promise<void> {
  await queueMails(tx, [mail])
}

/** Queues several mails as `queueMail` does one, in as many statements: asked at once, so a commit can go out behind it. */
export async function queueMails(tx: Tx, mails: (MailContent & { dedupeKey: string })[]): Promise<void> {
  const mailed = mails
    .filter(({ to }) => !isNobody(to))
    .map((mail) => ({ ...mail, id: newId(), subject: oneLine(mail.subject) }))
  if (mailed.length > 0) await mailsQueued(tx).execute({ mailed: JSON.stringify(mailed) })
}

/** As JSON any number of mails is the same statement, which the database has planned. */
const mailsQueued = prepareSql(
  'mails_queued',
  sql`
    insert into ${deliveries} (id, dedupe_key, channel, recipient, subject, text, html, attachments, secret)
      select id, "dedupeKey", 'mail', "to", subject, text, html, coalesce(attachments, '[]'), coalesce(secret, false)
        from json_to_recordset(${sql.placeholder('mailed')}) as mailed (id uuid, "dedupeKey" text, "to" text,
          subject text, text text, html text, attachments jsonb, secret boolean)
      on conflict (dedupe_key) do nothing`,
)

/**
 * Queues an SMS like `queueMail` does a mail. `to` is a number in E.164 form (`+12125550100`). Callers ask `smsRefusal` first. It goes out `after` so
 * many seconds. Gives the delivery's id, null when that cause has had its SMS.
 */
export async function queueSms(
  tx: Tx,
  sms: { dedupeKey: string; to: string; text: string; after?: number },
): Promise<string | null> {
  const { to, after = 0, ...content } = sms
  const nextTryAt = sql`now() + make_interval(secs => ${after})`
  const [delivery] = await tx
    .insert(deliveries)
    .values({ ...content, channel: 'sms', recipient: to, subject: '', html: '', nextTryAt })
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning({ id: deliveries.id })
  return delivery?.id ?? null
}

const day = 24 * 3_600_000

/**
 * Why no SMS (or not so many) can go to this number now (SMS is not set up, no number we can read, another country than `SMS_COUNTRIES` names, a number that costs
 * extra, or the `SMS_DAILY_CAP` of the last 24 hours), as the error to throw; null when one can. Until the transaction ends
 * nobody else is told so, or two would both send the last one that the cap allows.
 */
export async function smsRefusal(
  { sms, env, now, log }: Pick<Deps, 'sms' | 'env' | 'now' | 'log'>,
  tx: Tx,
  to: string,
  many = 1,
): Promise<AppError | null> {
  if (!sms) return new Unavailable('SMS is not set up here: no messages can be sent.')
  // What people left is kept as they typed it, and the library would find a number in many a text.
  if (toE164(to) !== to) return new Invalid({ phone: `This is ${notTextable}. ${writePhone}` })
  // All countries' numbers are 2 MB, needed by whom sends SMS.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(to)
  if (!number?.country || !env.smsCountries.includes(number.country) || number.getType() === 'PREMIUM_RATE')
    return new Invalid({
      phone: `SMS go to ordinary numbers of these countries only: ${env.smsCountries.join(', ')}. Please write a message instead.`,
    })
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sms-daily-cap', 2))`)
  const lately = and(eq(deliveries.channel, 'sms'), gt(deliveries.createdAt, new Date(now().getTime() - day)))
  if ((await tx.$count(deliveries, lately)) + many <= env.smsDailyCap) return null
  log.warn({ cap: env.smsDailyCap }, 'the SMS of a day are used up')
  return new AppError(429, 'That was the last SMS for today. Please try again tomorrow, or write a message instead.')
}

/** Names find their way into subjects, and a line break there would start another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
