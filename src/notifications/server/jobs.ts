import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { MailRefused } from '#src/outside/mailer.ts'
import { SmsRefused } from '#src/outside/twilio.ts'
import type { Deps } from '#src/server/deps.ts'
import { given, prepareOnce } from '#src/server/prepare-once.ts'
import { deliverMessage, giveUpDeliveries } from './notifications.ts'
import { plainError } from './plain-error.ts'
import { deliveries } from './table.ts'

/** Registers the jobs that send mails and SMS and see what became of them. */
export function jobs(deps: Deps): void {
  deps.jobs.handle(deliverMessage, ({ deliveryId }) => deliver(deps, deliveryId))
  deps.jobs.every('*/5 * * * *', giveUpDeliveries, () => giveUpDead(deps))
}

/**
 * What is still queued although its job used up its tries (the process died in the middle of some) has failed. From then
 * on the delivery stands for it: the dead job goes.
 */
async function giveUpDead({ db, jobs }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    const dead = (await jobs.takeDead(tx, deliverMessage)).map(({ deliveryId }) => deliveryId)
    if (dead.length === 0) return
    const blanked = (text: typeof deliveries.text | typeof deliveries.html) =>
      sql`case when ${deliveries.secret} then '' else ${text} end`
    await tx
      .update(deliveries)
      .set({ status: 'failed', text: blanked(deliveries.text), html: blanked(deliveries.html) })
      .where(and(inArray(deliveries.id, dead), eq(deliveries.status, 'queued')))
  })
}

const claimed = prepareOnce((db) =>
  db
    .update(deliveries)
    .set({ status: 'sent', attempts: sql`${deliveries.attempts} + 1`, lastError: null, ...given(deliveries, 'sentAt') })
    .where(and(eq(deliveries.id, sql.placeholder('id')), eq(deliveries.status, 'queued')))
    .returning({
      ...getTableColumns(deliveries),
      // Longer than the providers' own limits: the database must not end a transaction that waits for them.
      patience: sql`set_config('idle_in_transaction_session_timeout', '60s', true)`,
    })
    .prepare('claimed_delivery'),
)

/**
 * Sends one delivery, unless it was sent or given up before. Throws when it could not be sent this time: the job comes again. After
 * the last try, or when the provider refuses the recipient for good, the row stays as `failed` with the reason.
 *
 * It is written down as sent first, but committed only once it is. The row's lock is the claim: it is held while the
 * provider works, so that another worker waits and then finds the message sent; when this process dies the database takes
 * all of it back at once. A message can be doubled only when its
 * acceptance by the provider cannot be recorded: the process or a connection breaks between that answer and the commit.
 * A mail's Message-ID stays the same, so that mail systems can still spot the repeat.
 */
async function deliver(deps: Deps, deliveryId: string): Promise<void> {
  const failure = await deps.db.transaction(async (tx) => {
    const [row] = await claimed(tx).execute({ id: deliveryId, sentAt: deps.now() })
    if (!row) return null

    const { attempts } = row
    const blanked = row.secret ? { text: '', html: '' } : {}
    try {
      await hand(deps, row)
    } catch (error) {
      // The count goes on when staff sends it again: each time there are as many tries as the first time.
      const isLast = attempts % (deliverMessage.retries + 1) === 0
      const failed = error instanceof MailRefused || error instanceof SmsRefused || isLast
      const lastError = String(error instanceof Error ? error.message : error).slice(0, 300)
      const status = failed ? 'failed' : 'queued'
      await tx
        .update(deliveries)
        .set({ status, lastError, sentAt: null, ...(failed && blanked) })
        .where(eq(deliveries.id, row.id))
      if (failed)
        deps.log.error(
          { deliveryId, attempts, reason: plainError(row.channel, lastError) },
          `the ${row.channel} could not be delivered`,
        )
      return { final: failed, error }
    }
    if (row.secret) await tx.update(deliveries).set(blanked).where(eq(deliveries.id, row.id))
    return null
  })
  if (failure && !failure.final) throw failure.error
}

async function hand({ mailer, sms, env }: Deps, row: typeof deliveries.$inferSelect): Promise<void> {
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
