import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '#src/deps.ts'
import { logins } from '#src/features/accounts/server/table.ts'
import { withBankStates } from '#src/features/bookings/rules.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { showPerson as call } from '#src/features/desk/person-contract.ts'
import { hasOptedOut } from '#src/features/notifications/server/notifications.ts'
import type { Db } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toCents, toDecimal } from '#src/shared/money.ts'
import { isE164 } from '#src/shared/phone.ts'
import { listNotes } from './notes.ts'
import { listSections } from './sections.ts'
import { findVisiblePerson } from './visible.ts'

/** One person, as far as this member of the team may read (WHO-2). Throws `NotFound`. */
export async function showPerson(deps: Deps, staff: Account, userId: string): Promise<CallReply<typeof call>> {
  const person = await findVisiblePerson(deps.db, staff, userId)
  const [money, lastLoginAt, { phone, sections }, notes] = await Promise.all([
    sumBookings(deps.db, userId),
    staff.isOwner ? lastLogin(deps.db, userId) : null,
    listSections(deps, staff, person),
    staff.id === userId ? null : listNotes(deps.db, userId),
  ])
  const { coach, createdAt, ...who } = person
  return {
    ...who,
    createdAt: createdAt.toISOString(),
    coach: coach && { id: coach.id, name: coach.name, slug: coach.slug, isActive: coach.isActive },
    ...{ phone, money, sections, notes },
    isPhoneStopped: await isStopped(deps.db, phone),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  }
}

async function isStopped(db: Db, phone: string | null): Promise<boolean> {
  return isE164(phone) ? hasOptedOut(db, phone) : false
}

/** What somebody booked, in dollars as text. */
async function sumBookings(db: Db, playerId: string) {
  const sum = (column: PgColumn | SQL, which: SQL = sql`true`) =>
    sql`coalesce(sum(${column}) filter (where ${which}), 0)`.mapWith((value: string) => toDecimal(toCents(value)))
  return only(
    await db
      .select({
        bookings: sql<number>`count(*)`.mapWith(Number),
        paid: sum(bookings.price, isNotNull(bookings.paymentId)),
        refunded: sum(bookings.refunded),
        disputed: sum(sql`${bookings.price} - ${bookings.refunded}`, inArray(bookings.dispute, withBankStates)),
      })
      .from(bookings)
      .where(eq(bookings.playerId, playerId)),
  )
}

async function lastLogin(db: Db, userId: string): Promise<Date | null> {
  const [last] = await db
    .select({ createdAt: logins.createdAt })
    .from(logins)
    .where(and(eq(logins.userId, userId), eq(logins.outcome, 'opened')))
    .orderBy(desc(logins.createdAt))
    .limit(1)
  return last?.createdAt ?? null
}
