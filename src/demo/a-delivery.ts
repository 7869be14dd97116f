import type { Deps } from '#src/deps.ts'
import { composeMail } from '#src/features/notifications/server/notifications.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'

type Columns = typeof deliveries.$inferInsert
export type DeliveryOverrides = Partial<Omit<Columns, 'dedupeKey' | 'text' | 'html'>> & {
  kind?: string
  /** Of a mail one paragraph. */
  says?: string
}

/** Creates a mail or SMS that was sent (unless `status` says otherwise), for tests and demo data. Nothing leaves. */
export async function aDelivery({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>, overrides: DeliveryOverrides = {}) {
  const { kind = 'booking-confirmed', says = 'Your session is booked.', ...columns } = overrides
  const { channel = 'mail', subject = channel === 'mail' ? 'Your session is booked' : '' } = overrides
  const { html, text } = composeMail(env, {
    to: 'player@demo.test',
    subject,
    preheader: says,
    title: subject,
    paragraphs: [says],
    why: 'You get this because you have an account.',
  })
  const isSent = !overrides.status || overrides.status === 'sent'
  const [delivery] = await db
    .insert(deliveries)
    .values({
      dedupeKey: `${kind}:${newId()}`,
      audience: 'staff',
      channel,
      recipient: 'player@demo.test',
      subject,
      ...(channel === 'sms' ? { text: says, html: '' } : { text, html }),
      status: 'sent',
      attempts: 1,
      sentAt: isSent ? (overrides.createdAt ?? now()) : null,
      ...columns,
    })
    .returning()
  return delivery!
}
