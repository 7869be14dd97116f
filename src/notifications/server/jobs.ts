import { count, eq, getTableColumns, sql } from 'drizzle-orm'
import { MailRefused } from '#src/outside/mailer.ts'
import { SmsRefused } from '#src/outside/twilio.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Queue } from '#src/server/jobs.ts'
import { given, prepareOnce } from '#src/server/prepare-once.ts'
import { plainError } from './plain-error.ts'
import { deliveries } from './table.ts'

type DeliveryRow = typeof deliveries.$inferSelect

/** How often a message is tried, with growing pauses of up to 10 minutes: the last time about a day after the first. */
export const mostTries = 151

/** Sends the mails and SMS that are due. */
export function jobs(deps: Deps): void {
  deps.jobs.drain({
    name: 'deliver-message',
    next: (follow) => deliverNext(deps, follow),
    lengths: () => countDue(deps),
  })
}

const isDue = sql`${deliveries.status} = 'queued' and ${deliveries.nextTryAt} <= now()`

const claimed = prepareOnce((db) =>
  db
    .update(deliveries)
    .set({ status: 'sent', attempts: sql`${deliveries.attempts} + 1`, lastError: null, ...given(deliveries, 'sentAt') })
    .where(
      sql`${deliveries.id} = (select id from ${deliveries} where ${isDue}
        order by ${deliveries.nextTryAt} limit 1 for update skip locked)`,
    )
    .returning({
      ...getTableColumns(deliveries),
      // Longer than the providers' own limits: the database must not end a transaction that waits for them.
      patience: sql`set_config('idle_in_transaction_session_timeout', '60s', true)`,
    })
    .prepare('claimed_delivery'),
)

/**
 * Sends the delivery that is due for longest; false when none is.
 *
 * It is written down as sent first, but committed only once it is. The row's lock is the claim: it is held while the
 * provider works, so that everybody else passes over it; when this process dies the database takes all of it back at
 * once. A message can be doubled only when its acceptance by the provider cannot be recorded: the process or a connection
 * breaks between that answer and the commit. A mail's Message-ID stays the same, so that mail systems can still spot
 * the repeat.
 */
function deliverNext(deps: Deps, follow: Parameters<Queue['next']>[0]): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const [row] = await claimed(tx).execute({ sentAt: deps.now() })
    if (row) await follow(row.id, () => deliver(deps, tx, row))
    return row !== undefined
  })
}

/**
 * Hands a claimed delivery over; false when that failed. Then it is queued again for later; after the last try, or when
 * the provider refuses the recipient for good, it stays as `failed` with the reason.
 */
async function deliver(deps: Deps, tx: Tx, row: DeliveryRow): Promise<boolean> {
  const blanked = row.secret ? { text: '', html: '' } : {}
  try {
    await hand(deps, row)
  } catch (error) {
    // The count goes on when staff sends it again: each time there are as many tries as the first time.
    const tries = row.attempts % mostTries
    const isFinal = error instanceof MailRefused || error instanceof SmsRefused || tries === 0
    const lastError = String(error instanceof Error ? error.message : error).slice(0, 300)
    await tx
      .update(deliveries)
      .set({ lastError, sentAt: null, ...(isFinal ? { status: 'failed', ...blanked } : tryAgain(tries)) })
      .where(eq(deliveries.id, row.id))
    const about = { deliveryId: row.id, attempts: row.attempts, reason: plainError(row.channel, lastError) }
    if (isFinal) deps.log.error(about, `the ${row.channel} could not be delivered`)
    else deps.log.warn({ ...about, err: error }, `the ${row.channel} could not be delivered this time`)
    return false
  }
  if (row.secret) await tx.update(deliveries).set(blanked).where(eq(deliveries.id, row.id))
  return true
}

/** After 2, 4, 8 … seconds, and from the ninth try on after 10 minutes; each a little later, so that many do not come at once. */
function tryAgain(tries: number) {
  const seconds = Math.min(2 ** tries, 600) * (1 + Math.random() / 10)
  return { status: 'queued', nextTryAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` } as const
}

async function countDue({ db }: Deps): ReturnType<Queue['lengths']> {
  const counted = (condition: typeof isDue) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [waiting] = await db
    .select({ ready: counted(isDue), deferred: counted(sql`not (${isDue})`) })
    .from(deliveries)
    .where(eq(deliveries.status, 'queued'))
  const [given] = await db.select({ failed: count() }).from(deliveries).where(eq(deliveries.status, 'failed'))
  return { ...waiting!, failed: given!.failed }
}

async function hand({ mailer, sms, env }: Deps, row: DeliveryRow): Promise<void> {
  if (row.channel === 'sms') {
    if (!sms) throw new Error('SMS cannot be sent: TWILIO_ACCOUNT_SID is not set')
    await sms.send({ to: row.recipient, text: row.text })
  } else {
    if (!mailer) throw new Error('there is no mail server: SMTP_URL is not set')
    await mailer.send({ ...row, to: row.recipient, messageId: messageId(row.id, env.mailFrom) })
  }
}

function messageId(deliveryId: string, from: string): string {
  const domain = /@([^\s<>@]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${deliveryId}@${domain}>`
}
