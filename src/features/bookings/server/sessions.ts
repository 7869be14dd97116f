import { desc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { acts, guaranteeUntil, isHeld, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { cancellationTerms, isFullUntilStart, refundNow, withdrawableUntil } from '#src/features/bookings/rules.ts'
import { guaranteeIsForFirst } from '#src/features/bookings/server/claims/claims.ts'
import { blockedCoaches } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { presentBooking } from './bookings.ts'
import { bookings, guaranteeClaims } from './table.ts'

/** A player's own bookings with what can be done with each right now: the next session first, the past newest first. */
export async function listMySessions({ db, now }: Deps, player: Account): Promise<MySession[]> {
  const rows = await db
    .select({
      ...{ booking: bookings, claim: guaranteeClaims },
      ...{ coachDiscord: coaches.discordUsername, coachUserId: coaches.userId },
    })
    .from(bookings)
    .leftJoin(guaranteeClaims, eq(guaranteeClaims.bookingId, bookings.id))
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(eq(bookings.playerId, player.id))
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(200)
  const apart = await blockedCoaches(db, player.id)
  const at = now()
  const first = rows.filter(({ booking }) => booking.price > 0 && isHeld(booking, at)).at(-1)?.booking.id
  const isClaimed = rows.some(({ claim }) => claim && claim.status !== 'declined')
  const sessions = rows.map(({ booking, claim, coachDiscord, coachUserId }) => ({
    ...present(booking, claim, booking.id === first && !isClaimed, at),
    isBlocked: booking.coachId !== null && apart.includes(booking.coachId),
    isOwn: coachUserId === player.id,
    coachDiscord,
  }))
  const isAhead = ({ status, endsAt }: MySession) => status === 'confirmed' && (!endsAt || new Date(endsAt) > at)
  return [...sessions.filter(isAhead).reverse(), ...sessions.filter((session) => !isAhead(session))]
}

function present(
  booking: typeof bookings.$inferSelect,
  claim: typeof guaranteeClaims.$inferSelect | null,
  isFirst: boolean,
  now: Date,
): Omit<MySession, 'coachDiscord' | 'isBlocked' | 'isOwn'> {
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
    terms: terms && {
      full: { amount: toDecimal(terms.full.amount), until: terms.full.until.toISOString() },
      half: { amount: toDecimal(terms.half.amount), until: terms.half.until.toISOString() },
      freeMoveUntil: terms.freeMoveUntil.toISOString(),
    },
    fullRefundUntilStart: isFullUntilStart(booking),
    withdrawUntil: withdrawableUntil(booking, now),
    refusals,
    guaranteeUntil: isFirst && !booking.hadRemedy ? guaranteeUntil(booking).toISOString() : null,
    claim: claim && { ...claim, createdAt: claim.createdAt.toISOString() },
  }
}
