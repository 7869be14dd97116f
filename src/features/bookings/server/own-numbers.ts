import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { listOwnNumbers as call } from '#src/features/bookings/numbers-contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { hasOptedOut } from '#src/features/notifications/server/notifications.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { isE164 } from '#src/shared/phone.ts'
import { bookings } from './table.ts'

/** As many as a page shows. */
const mostNumbers = 5

/** The numbers somebody left with bookings or as a coach that can be texted, and whether each was stopped. */
export async function listOwnNumbers({ db, sms }: Deps, { id }: Account): Promise<CallReply<typeof call>> {
  const [booked, coached] = await Promise.all([
    db
      .select({ number: bookings.customerPhone })
      .from(bookings)
      .where(and(eq(bookings.playerId, id), isNotNull(bookings.customerPhone)))
      .groupBy(bookings.customerPhone)
      .orderBy(desc(sql`max(${bookings.createdAt})`))
      .limit(mostNumbers),
    db.select({ number: coaches.phone }).from(coaches).where(eq(coaches.userId, id)),
  ])
  const given = [...coached, ...booked].map(({ number }) => number).filter(isE164)
  const numbers = [...new Set(given)].map(async (number) => ({ number, isStopped: await hasOptedOut(db, number) }))
  return { ourNumber: sms?.ownNumber ?? null, numbers: await Promise.all(numbers) }
}
