import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Audience } from '#src/features/notifications/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { MailContent } from './compose-mail.ts'
import { leaveOutSwitchedOff } from './mail-choices.ts'
import { isNobody } from './personal-data.ts'
import { addDeliveries, secondsFromNow } from './queue.ts'
import { deliveries, isHeldBack } from './table.ts'

export { nameOfNobody } from '#src/shared/nobody.ts'
export { composeMail, type MailContent, type NewMail } from './compose-mail.ts'
export { isFailure } from './failed.ts'
export { greeting, type MailParts } from './mail-layout.ts'
export { addressOfNobody, forgetOld, forgetPerson, isNobody, personalData } from './personal-data.ts'
export { plainError } from './plain-error.ts'
export { queueOwnSms, queueSms, smsRefusal } from './queue-sms.ts'
export { hasOptedOut } from './sms-opt-outs.ts'

/** `dedupeKey` names the cause (`kind:id`); `audience` says which staff may read the message afterwards. */
type About = { dedupeKey: string; audience: Audience }

export type QueuedMail = MailContent & About

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

const heldBackSeconds = 60 * 60

/**
 * Queues a mail to an address that had as many as strangers may cause (`mayMailUnasked`): it leaves when the hour is over,
 * in the place of those that wait about the same (`thread`), so that only the latest state is told. One without a calendar
 * file takes the place of none with one: the entry would stay as it was.
 */
export async function holdMailBack(deps: Pick<Deps, 'jobs'>, tx: Tx, mail: QueuedMail): Promise<void> {
  const { recipient, status, attempts, headers, invite } = deliveries
  const waits = and(eq(status, 'queued'), eq(attempts, 0), isHeldBack)
  const isSame = and(eq(recipient, mail.to), sql`${headers} ->> 'thread' = ${mail.headers?.thread ?? ''}`)
  await tx
    .update(deliveries)
    .set({ status: 'superseded' })
    .where(and(waits, isSame, mail.invite ? undefined : isNull(invite)))
  await queueMail(deps, tx, { ...mail, headers: { ...mail.headers, isHeldBack: true } }, heldBackSeconds)
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

/** Names appear in subjects, where a line break would start another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
