import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Audience } from '#src/features/notifications/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { AppError, Invalid, Unavailable } from '#src/platform/http/errors.ts'
import { notTextable, toE164, writePhone } from '#src/shared/phone.ts'
import { toOneSms } from '#src/shared/text/sms-text.ts'
import type { MailContent } from './compose-mail.ts'
import { leaveOutSwitchedOff } from './mail-choices.ts'
import { isNobody } from './personal-data.ts'
import { addDeliveries } from './queue.ts'
import { hasOptedOut } from './sms-opt-outs.ts'
import { deliveries } from './table.ts'

export { nameOfNobody } from '#src/shared/nobody.ts'
export { composeMail, type MailContent, type NewMail } from './compose-mail.ts'
export { isFailure } from './failed.ts'
export { greeting, type MailParts } from './mail-layout.ts'
export { addressOfNobody, forgetOld, forgetPerson, isNobody, personalData } from './personal-data.ts'
export { plainError } from './plain-error.ts'

/** `dedupeKey` names the cause (`kind:id`); `audience` says which staff may read the message afterwards. */
type About = { dedupeKey: string; audience: Audience }

export type QueuedMail = MailContent & About

type NewSms = About & { to: string; text: string; asTyped?: boolean; after?: number }

/**
 * Queues a mail in the caller's transaction: it is sent after the commit, and never after a rollback. A second mail
 * with the same `dedupeKey` is dropped silently, and so is one to a deleted account, and one that its reader has switched
 * off. It is sent `after` so many seconds.
 */
export async function queueMail(deps: Pick<Deps, 'jobs'>, tx: Tx, mail: QueuedMail, after = 0): Promise<void> {
  await queueMails(deps, tx, [mail], after)
}

/** Queues several mails, like `queueMail`. */
export async function queueMails(deps: Pick<Deps, 'jobs'>, tx: Tx, mails: QueuedMail[], after = 0): Promise<void> {
  const reachable = mails.filter(({ to }) => !isNobody(to))
  const rows = (await leaveOutSwitchedOff(tx, reachable)).map(({ to, ...mail }) => ({
    ...mail,
    channel: 'mail' as const,
    recipient: to,
    subject: oneLine(mail.subject),
  }))
  if (rows.length > 0) await addDeliveries(deps, tx, rows, after ? secondsFromNow(after) : undefined)
}

/** Drops a mail that waits to be sent. Returns false when a first try was made already. */
export async function dropMail(tx: Tx, key: string): Promise<boolean> {
  const { dedupeKey, status, attempts } = deliveries
  const isUntried = and(eq(dedupeKey, key), eq(status, 'queued'), eq(attempts, 0))
  const dropped = await tx.delete(deliveries).where(isUntried).returning({ id: deliveries.id })
  return dropped.length > 0
}

/** Which of these dedupe keys have their mail or SMS already. */
export async function wereQueued(db: Db, dedupeKeys: string[]): Promise<Set<string>> {
  const { dedupeKey } = deliveries
  return new Set(
    (await db.select({ dedupeKey }).from(deliveries).where(inArray(dedupeKey, dedupeKeys))).map((row) => row.dedupeKey),
  )
}

/**
 * Queues an SMS, like `queueMail`. `to` is an E.164 number (`+12125550100`). Call `smsRefusal` first. A text of ours
 * goes out in the letters of one SMS (`toOneSms`). What staff typed goes `asTyped`. It is
 * sent `after` so many seconds. Returns the delivery's id, or null if this cause has had its SMS.
 */
export async function queueSms(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  { to, text, asTyped, after = 0, ...about }: NewSms,
): Promise<string | null> {
  const sent = asTyped ? text : toOneSms(text)
  const row = { ...about, text: sent, channel: 'sms' as const, recipient: to, subject: '', html: '' }
  const [delivery] = await addDeliveries(deps, tx, [row], secondsFromNow(after))
  return delivery?.id ?? null
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000)

const day = 24 * 3_600_000

/**
 * Returns the error to throw if no SMS (or not so many) can go to this number now, else null. Reasons: SMS is not set
 * up, the number is unreadable, outside `SMS_COUNTRIES` or premium, its owner answered STOP, or `SMS_DAILY_CAP` is used
 * up. Holds a lock until commit so that two senders cannot both use the last SMS of the cap.
 */
export async function smsRefusal(
  { sms, env, now, log }: Pick<Deps, 'sms' | 'env' | 'now' | 'log'>,
  tx: Tx,
  to: string,
  many = 1,
): Promise<AppError | null> {
  if (!sms) return new Unavailable('SMS is not set up here: no messages can be sent.')
  // Numbers are stored as typed, and the library would find one in many a text.
  if (toE164(to) !== to) return new Invalid({ phone: `This is ${notTextable}. ${writePhone}` })
  // Loaded only to send SMS: the numbers of all countries take 2 MB.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(to)
  if (!number?.country || !env.smsCountries.includes(number.country) || number.getType() === 'PREMIUM_RATE')
    return new Invalid({
      phone: `SMS go to ordinary numbers of these countries only: ${env.smsCountries.join(', ')}. Please write a message instead.`,
    })
  if (await hasOptedOut(tx, to)) return new Invalid({ phone: 'This number asked for no more SMS.' })
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sms-daily-cap', 2))`)
  const lately = and(eq(deliveries.channel, 'sms'), gt(deliveries.createdAt, new Date(now().getTime() - day)))
  if ((await tx.$count(deliveries, lately)) + many <= env.smsDailyCap) return null
  log.warn({ cap: env.smsDailyCap }, 'the SMS of a day are used up')
  return new AppError(429, 'That was the last SMS for today. Please try again tomorrow, or write a message instead.')
}

/** Names appear in subjects, where a line break would start another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
