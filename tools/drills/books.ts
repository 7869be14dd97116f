import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { openDatabase } from '#src/platform/database/db.ts'
import { embeddedPostgresUrl } from '#src/platform/database/embedded-postgres.ts'

/** The app's own database in `dataDir`, for looking and for making people without the slow sign-up. */
export function openBooks(dataDir: string) {
  // A killed database breaks idle connections: the pool replaces them.
  const { db, close } = openDatabase(embeddedPostgresUrl(dataDir)!, () => {}, { max: 8 })
  return { db, now: () => new Date(), close }
}
export type Books = ReturnType<typeof openBooks>

type Lists = { payment_intent: Stripe.PaymentIntent; refund: Stripe.Refund; event: Stripe.Event }

/** All objects of a kind in the provider's ledger, oldest first. */
export function readLedger<K extends keyof Lists>(dataDir: string, kind: K): Lists[K][] {
  const ledger = new DatabaseSync(path.join(dataDir, 'sandbox.sqlite'), { readOnly: true, timeout: 5_000 })
  const rows = ledger.prepare('select body from objects where kind = ? order by seq').all(kind)
  ledger.close()
  return rows.map(({ body }) => JSON.parse(body as string) as Lists[K])
}

/** How often a coach is promised twice: overlapping sessions, a shared group session apart, and groups above capacity. */
export async function countDoubled({ db }: Books): Promise<number> {
  const { rows } = await db.execute<{ doubled: number }>(sql`
    select (select count(*) from bookings a join bookings b on a.coach_id = b.coach_id and a.id < b.id
             and a.starts_at < b.ends_at and b.starts_at < a.ends_at
            where a.status = 'confirmed' and b.status = 'confirmed'
              and not (a.service_id = 'group-basic' and b.service_id = 'group-basic' and a.starts_at = b.starts_at))::int
         + (select count(*) from (select 1 from bookings where service_id = 'group-basic' and status = 'confirmed'
             group by coach_id, starts_at having count(*) > 4) g)::int as doubled`)
  return rows[0]!.doubled
}

/** Paid intents that ended neither in one booking, given back what it owes, nor in a full refund; empty when all money is where it belongs. */
export async function findUnsettled({ db }: Books, dataDir: string): Promise<string[]> {
  const { rows } = await db.execute<{ payment_id: string; due: number }>(
    sql`select payment_id, (refund_due * 100)::int as due from bookings where payment_id is not null`,
  )
  const due = new Map(rows.map((row) => [row.payment_id, row.due]))
  const refunded = new Map<unknown, number>()
  for (const refund of readLedger(dataDir, 'refund'))
    if (refund.status === 'succeeded')
      refunded.set(refund.payment_intent, (refunded.get(refund.payment_intent) ?? 0) + refund.amount)
  return readLedger(dataDir, 'payment_intent')
    .filter((intent) => intent.status === 'succeeded')
    .filter(({ id, amount }) => (refunded.get(id) ?? 0) !== (due.get(id) ?? amount))
    .map(({ id }) => id)
}

/** The confirmation mails: how many paid bookings of the drills' players have none, and when one left that left again later (ms since 1970). */
export async function checkConfirmations(
  { db }: Books,
  dataDir: string,
): Promise<{ missing: number; doubled: number[] }> {
  const { rows } = await db.execute<{ email: string }>(
    sql`select customer_email as email from bookings join orders on orders.booking_id = bookings.id
      where customer_email like 'player-%'`,
  )
  const outbox = new DatabaseSync(path.join(dataDir, 'sandbox.sqlite'), { readOnly: true, timeout: 5_000 })
  const mails = outbox
    .prepare(`select recipient, sent_at from outbox where subject like 'You''re booked%' order by id`)
    .all() as { recipient: string; sent_at: string }[]
  outbox.close()
  const sent = Map.groupBy(mails, ({ recipient }) => recipient)
  return {
    missing: rows.filter(({ email }) => !sent.has(email)).length,
    doubled: [...sent.values()].flatMap((copies) => copies.slice(0, -1)).map(({ sent_at }) => Date.parse(sent_at)),
  }
}
