import { desc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { users } from '#src/features/accounts/server/table.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { acts, isHeld, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { cancellationTerms, refundNow } from '#src/features/bookings/rules.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Db } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { presentBooking } from './bookings.ts'
import { guaranteeIsForFirst } from './life-cycle/claims.ts'
import { findVisible } from './life-cycle/life-cycle.ts'
import { bookingHistory, bookings, guaranteeClaims } from './table.ts'

/** A player's own bookings with what can be done with each right now: the next session first, the past newest first. */
export async function listMySessions({ db, now }: Deps, player: Account): Promise<MySession[]> {
  const rows = await db
    .select({ booking: bookings, claim: guaranteeClaims, coachDiscord: coaches.discordUsername })
    .from(bookings)
    .leftJoin(guaranteeClaims, eq(guaranteeClaims.bookingId, bookings.id))
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(eq(bookings.playerId, player.id))
    .orderBy(desc(bookings.startsAt), desc(bookings.createdAt))
    .limit(200)
  const at = now()
  const first = rows.filter(({ booking }) => booking.price > 0 && isHeld(booking, at)).at(-1)?.booking.id
  const sessions = rows.map(({ booking, claim, coachDiscord }) => ({
    ...present(booking, claim, booking.id === first, at),
    coachDiscord,
  }))
  const isAhead = ({ status, endsAt }: MySession) => status === 'confirmed' && (!endsAt || new Date(endsAt) > at)
  return [...sessions.filter(isAhead).reverse(), ...sessions.filter((session) => !isAhead(session))]
}

/** Who did what to a booking, oldest first. */
export async function listHistory(db: Db, staff: Account, bookingId: string) {
  await findVisible(db, staff, bookingId)
  return db
    .select({
      act: bookingHistory.act,
      actorRole: bookingHistory.actorRole,
      actorName: users.name,
      reason: bookingHistory.reason,
      detail: bookingHistory.detail,
      createdAt: bookingHistory.createdAt,
    })
    .from(bookingHistory)
    .leftJoin(users, eq(users.id, bookingHistory.actorId))
    .where(eq(bookingHistory.bookingId, bookingId))
    .orderBy(bookingHistory.createdAt, bookingHistory.id)
}

function present(
  booking: typeof bookings.$inferSelect,
  claim: typeof guaranteeClaims.$inferSelect | null,
  isFirst: boolean,
  now: Date,
): Omit<MySession, 'coachDiscord'> {
  const { startsAt } = booking
  const terms = startsAt && cancellationTerms({ ...booking, startsAt })
  const refusals = Object.fromEntries(
    acts.map((act) => [act, refusalOf(act, booking, 'player', now)]),
  ) as MySession['refusals']
  if (claim) refusals['claim-guarantee'] = 'You have claimed the guarantee for this session already.'
  else if (!isFirst) refusals['claim-guarantee'] ??= guaranteeIsForFirst
  return {
    ...presentBooking(booking),
    coachId: booking.coachId,
    refundNow: toDecimal(refusals.cancel === null ? refundNow(booking, now) : 0),
    refundDue: toDecimal(booking.refundDue),
    terms: terms && {
      full: { amount: toDecimal(terms.full.amount), until: terms.full.until.toISOString() },
      half: { amount: toDecimal(terms.half.amount), until: terms.half.until.toISOString() },
      freeMoveUntil: terms.freeMoveUntil.toISOString(),
    },
    fullRefundUntilStart: booking.fullRefundUntilStart,
    refusals,
    claim,
  }
}
