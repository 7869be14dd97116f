import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { type DeliveryRow, deliveries, type Invite } from './table.ts'

type Mail = Pick<DeliveryRow, 'recipient' | 'headers' | 'invite'>

/** A mail that says otherwise of the same session: `invite.startsAt` is its hour now. */
type News = Pick<DeliveryRow, 'id' | 'createdAt'> & { invite: Invite }

/**
 * What its reader has been told since of the calendar entry that a mail brings. `invite`: the newest file of that entry,
 * which may be the mail's own. `news`: the newest mail about the same session, if it says that it is at another hour or
 * cancelled; null: the mail's words still hold.
 */
export async function findNewer(
  db: Db | Tx,
  { recipient, headers, invite }: Mail,
): Promise<{ invite: Invite | null; news: News | null }> {
  if (!invite?.uid) return { invite, news: null }
  const sequence = sql`(${deliveries.invite} ->> 'sequence')::int`
  const { id, createdAt } = deliveries
  const newer = await db
    .select({ id, createdAt, headers: deliveries.headers, invite: sql<Invite>`${deliveries.invite}` })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.recipient, recipient),
        sql`${deliveries.invite} ->> 'uid' = ${invite.uid}`,
        sql`${sequence} > ${invite.sequence}`,
      ),
    )
    .orderBy(desc(sequence))
  // A group's hour is one entry of mails about several sessions.
  const latest = newer.find((mail) => mail.headers.thread === headers.thread)
  return {
    invite: newer[0]?.invite ?? invite,
    news: latest && latest.invite.startsAt !== invite.startsAt ? latest : null,
  }
}
