import { mailLayout } from '#src/notifications/server/notifications.ts'
import { deliveries } from '#src/notifications/server/table.ts'
import { newId } from '#src/server/columns.ts'
import type { Deps } from '#src/server/deps.ts'

type Columns = typeof deliveries.$inferInsert
export type DeliveryWish = Partial<Omit<Columns, 'dedupeKey' | 'text' | 'html'>> & {
  kind?: string
  /** Of a mail one paragraph. */
  says?: string
}

/** Creates a mail or SMS that was sent (unless `status` says otherwise), for tests and demo data. Nothing leaves. */
export async function aDelivery({ db, now }: Pick<Deps, 'db' | 'now'>, wish: DeliveryWish = {}) {
  const { kind = 'booking-confirmed', says = 'Your session is booked.', ...columns } = wish
  const { channel = 'mail', subject = channel === 'mail' ? 'Your session is booked' : '' } = wish
  const mail = mailLayout({ title: subject, paragraphs: [says] })
  const isSent = !wish.status || wish.status === 'sent'
  const [delivery] = await db
    .insert(deliveries)
    .values({
      dedupeKey: `${kind}:${newId()}`,
      channel,
      recipient: 'player@demo.test',
      subject,
      ...(channel === 'sms' ? { text: says, html: '' } : mail),
      status: 'sent',
      attempts: 1,
      sentAt: isSent ? (wish.createdAt ?? now()) : null,
      ...columns,
    })
    .returning()
  return delivery!
}
