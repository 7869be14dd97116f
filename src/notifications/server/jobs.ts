import { and, eq, ne, sql } from 'drizzle-orm'
import { MailRefused } from '#src/outside/mailer.ts'
import type { Deps } from '#src/server/deps.ts'
import { deliverMail } from './notifications.ts'
import { deliveries } from './table.ts'

/** Registers the job that sends mails. */
export function jobs(deps: Deps): void {
  deps.jobs.handle(deliverMail, ({ deliveryId }) => deliver(deps, deliveryId))
}

/**
 * Sends one delivery, unless it was sent before. Throws when it could not be sent this time: the job comes again. After
 * the last try, or when the mail server refuses the address for good, the row stays as `failed` with the reason.
 *
 * The row's lock is the claim: it is held while SMTP works, so that another worker waits and then finds the mail sent,
 * and the database frees it at once when this process dies. A mail can be doubled only when its acceptance by
 * the SMTP server cannot be recorded: the process or a connection breaks between that answer and the commit. The
 * Message-ID stays the same, so that mail systems can still spot the repeat.
 */
async function deliver(deps: Deps, deliveryId: string): Promise<void> {
  const failure = await deps.db.transaction(async (tx) => {
    // Longer than the mailer's own limit: the database must not end a transaction that waits for SMTP.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
    const [mail] = await tx
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.id, deliveryId), ne(deliveries.status, 'sent')))
      .for('update')
    if (!mail) return null

    const attempts = mail.attempts + 1
    try {
      if (!deps.mailer) throw new Error('there is no mail server: SMTP_URL is not set')
      await deps.mailer.send({ ...mail, to: mail.recipient, messageId: messageId(mail.id, deps.env.mailFrom) })
    } catch (error) {
      const failed = error instanceof MailRefused || attempts > deliverMail.retries
      const lastError = String(error instanceof Error ? error.message : error).slice(0, 300)
      const status = failed ? 'failed' : 'queued'
      await tx.update(deliveries).set({ status, attempts, lastError }).where(eq(deliveries.id, mail.id))
      if (failed) deps.log.error({ deliveryId, attempts, reason: lastError }, 'a mail could not be delivered')
      return { final: failed, error }
    }
    const sent = { status: 'sent', attempts, lastError: null, sentAt: deps.now() } as const
    await tx.update(deliveries).set(sent).where(eq(deliveries.id, mail.id))
    return null
  })
  if (failure && !failure.final) throw failure.error
}

function messageId(deliveryId: string, from: string): string {
  const domain = /@([^\s<>@]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${deliveryId}@${domain}>`
}
