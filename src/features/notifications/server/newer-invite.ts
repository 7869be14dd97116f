import { and, desc, eq, isNotNull, like, not, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { must } from '#src/shared/must.ts'
import { type DeliveryRow, deliveries, type Invite } from './table.ts'

type Mail = Pick<DeliveryRow, 'recipient' | 'headers' | 'invite'>

type News = Pick<DeliveryRow, 'id' | 'createdAt' | 'dedupeKey'> & { invite: Invite }

/**
 * What its reader has been told since of the calendar entry that a mail brings. `invite`: the newest file of that entry,
 * which may be the mail's own. `isOutOfDate`: a newer mail about the same session says that it is at another hour, or not theirs
 * any more.
 */
export async function findNewer(
  db: Db | Tx,
  { recipient, headers, invite }: Mail,
): Promise<{ invite: Invite | null; isOutOfDate: boolean }> {
  if (!invite?.uid) return { invite, isOutOfDate: false }
  const sequence = sql`(${deliveries.invite} ->> 'sequence')::int`
  const newer = await db
    .select({ headers: deliveries.headers, invite: sql<Invite>`${deliveries.invite}` })
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
    isOutOfDate: latest !== undefined && latest.invite.startsAt !== invite.startsAt,
  }
}

/** The newest mail that tells the same reader when the same session is: `invite.startsAt`; null there: not theirs any more. */
export async function findNews(db: Db | Tx, { recipient, headers }: Mail): Promise<News> {
  const { id, createdAt, dedupeKey, invite } = deliveries
  const [news] = await db
    .select({ id, createdAt, dedupeKey, invite: sql<Invite>`${invite}` })
    .from(deliveries)
    .where(
      and(
        ...[eq(deliveries.recipient, recipient), isNotNull(invite)],
        sql`${deliveries.headers} ->> 'thread' = ${headers.thread}`,
        // Of an hour that a group's player left, not of where they are now.
        not(like(dedupeKey, 'booking-left-hour:%')),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(1)
  return must(news, 'the mail itself, if no later one')
}
