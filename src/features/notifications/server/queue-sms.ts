import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Audience } from '#src/features/notifications/contract.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { AppError, Invalid, Unavailable } from '#src/platform/http/errors.ts'
import { isE164, notTextable, writePhone } from '#src/shared/phone.ts'
import { toOneSms } from '#src/shared/text/sms-text.ts'
import { tellFailed } from './fail-delivery.ts'
import { addDeliveries, secondsFromNow } from './queue.ts'
import { hasOptedOut } from './sms-opt-outs.ts'
import { deliveries } from './table.ts'

/** `to` is an E.164 number (`+12125550100`). Else as for a mail: `dedupeKey` names the cause, `audience` who may read it. */
type NewSms = { dedupeKey: string; audience: Audience; to: string; text: string }

/** The share of `SMS_DAILY_CAP` that is kept for SMS of our own: what staff types cannot use it up. */
const keptForOwn = 0.25

const day = 24 * 3_600_000

/**
 * Queues an SMS of our own, like `queueMail`, in the letters of one SMS (`toOneSms`); nothing for a number that is not texted.
 * Beyond `SMS_DAILY_CAP` it is written as one that failed.
 */
export async function queueOwnSms(deps: Deps, tx: Tx, { to, text, ...about }: NewSms): Promise<void> {
  if (await numberRefusal(deps, tx, to)) return
  const row = { ...about, ...rowOf(to, toOneSms(text)) }
  if (await hasRoom(deps, tx, deps.env.smsDailyCap)) {
    await addDeliveries(deps, tx, [row])
    return
  }
  const [failed] = await tx
    .insert(deliveries)
    .values({ ...row, status: 'failed', lastError: 'SMS_DAILY_CAP was used up' })
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning()
  if (failed) await tellFailed(deps, tx, failed)
}

/**
 * Queues an SMS as staff typed it, `after` so many seconds. Call `smsRefusal` first. Returns the delivery's id, or null if this cause
 * has had its SMS.
 */
export async function queueSms(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  { to, text, after = 0, ...about }: NewSms & { after?: number },
): Promise<string | null> {
  const [delivery] = await addDeliveries(deps, tx, [{ ...about, ...rowOf(to, text) }], secondsFromNow(after))
  return delivery?.id ?? null
}

/**
 * Returns the error to throw if staff cannot send an SMS (or not so many) to this number now, else null. Reasons: SMS is not set
 * up, the number is unreadable, outside `SMS_COUNTRIES` or premium, its owner answered STOP, or staff's part of
 * `SMS_DAILY_CAP` is used up.
 */
export async function smsRefusal(deps: Deps, tx: Tx, to: string, many = 1): Promise<AppError | null> {
  const refusal = await numberRefusal(deps, tx, to)
  if (refusal) return refusal
  const cap = deps.env.smsDailyCap
  const ofStaff = cap - Math.ceil(cap * keptForOwn)
  if (await hasRoom(deps, tx, ofStaff, many)) return null
  return new AppError(
    429,
    `That was the last SMS for today: of ${cap} in 24 hours, the last ${cap - ofStaff} are kept for reminders, moves and cancellations. Please try again tomorrow, or write a message instead.`,
  )
}

async function numberRefusal({ sms, env }: Deps, tx: Tx, to: string): Promise<AppError | null> {
  if (!sms) return new Unavailable('SMS is not set up here: no messages can be sent.')
  // Numbers are stored as typed, and the library would find one in many a text.
  if (!isE164(to)) return new Invalid({ phone: `This is ${notTextable}. ${writePhone}` })
  // Loaded only to send SMS: the numbers of all countries take 2 MB.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(to)
  if (!number?.country || !env.smsCountries.includes(number.country) || number.getType() === 'PREMIUM_RATE')
    return new Invalid({
      phone: `SMS go to ordinary numbers of these countries only: ${env.smsCountries.join(', ')}. Please write a message instead.`,
    })
  return (await hasOptedOut(tx, to)) ? new Invalid({ phone: 'This number asked for no more SMS.' }) : null
}

/**
 * Whether so many more SMS go out within 24 hours, of `most` in all; those that never left do not count. Holds a lock until commit so that two
 * senders cannot both use the last one.
 */
async function hasRoom({ now, log }: Deps, tx: Tx, most: number, many = 1): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sms-daily-cap', 2))`)
  const { channel, createdAt, status, attempts } = deliveries
  const left = or(ne(status, 'failed'), gt(attempts, 0))
  const lately = and(eq(channel, 'sms'), gt(createdAt, new Date(now().getTime() - day)), left)
  if ((await tx.$count(deliveries, lately)) + many <= most) return true
  log.warn({ most }, 'the SMS of a day are used up')
  return false
}

function rowOf(to: string, text: string) {
  return { channel: 'sms' as const, recipient: to, text, subject: '', html: '' }
}
