import { and, asc, desc, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { claimAnswerBy, claimGrantedAt, type Remedy } from '#src/features/bookings/claims.ts'
import { guaranteeUntil, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { wereHeld } from '#src/features/bookings/server/life-cycle/held.ts'
import { act } from '#src/features/bookings/server/life-cycle/life-cycle.ts'
import { withMeeters } from '#src/features/bookings/server/life-cycle/meeting.ts'
import { claimReceivedNotice } from '#src/features/bookings/server/notices/claim-received.ts'
import { tell } from '#src/features/bookings/server/notices/tell.ts'
import { alertClaim } from '#src/features/bookings/server/staff-alerts.ts'
import { bookings, guaranteeClaims } from '#src/features/bookings/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { must } from '#src/shared/must.ts'
import { readClaimCard } from './claim-card.ts'
import { groundToDecline } from './ground-to-decline.ts'

export const guaranteeIsForFirst = 'The guarantee is for the first session you paid for.'
export const guaranteeIsClaimed = 'You have claimed the guarantee for another session already.'

/**
 * A player asks for the satisfaction guarantee, and says which after their first session (TERM-6): the first that they
 * paid for, since one that was free gives nothing back and must not use the promise up. Once per player, unless the owner declined the claim.
 */
export async function claimGuarantee(
  deps: Deps,
  player: Account,
  bookingId: string,
  { wanted, reason }: { wanted: Remedy; reason: string },
): Promise<void> {
  await act(deps, player, bookingId, 'claim-guarantee', async (tx, booking) => {
    // Two claims at once: the second one sees the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`claims ${player.id}`}, 2))`)
    const refusal = await refusalToClaim(tx, booking, deps.now())
    if (refusal) throw new Conflict(refusal, { reason: 'refused' })
    const claimed = await tx
      .insert(guaranteeClaims)
      .values({ bookingId, wanted, reason, createdAt: deps.now() })
      .onConflictDoNothing()
      .returning()
    if (claimed.length === 0)
      throw new Conflict('You have claimed the guarantee for this session already.', { reason: 'refused' })
    const met = await withMeeters(tx, booking)
    const dates = { answerBy: claimAnswerBy(deps.now()), grantedAt: claimGrantedAt(deps.now()) }
    await tell(deps, tx, met, { key: `claim-received:${bookingId}`, audience: 'owner' }, (about) =>
      about.as === 'player' ? claimReceivedNotice(about, { wanted, reason, ...dates }) : null,
    )
    await alertClaim(deps, tx, met, {
      wanted: wanted === 'refunded' ? 'their money back' : 'another coach',
      ...dates,
    })
    await deps.jobs.add(tx, readClaimCard, { bookingId })
    return { set: {}, reason, detail: { wanted } }
  })
}

/** Until when the player of a held session can claim the guarantee for it; null: they cannot. */
export async function claimableUntil(tx: Tx, booking: typeof bookings.$inferSelect, now: Date): Promise<Date | null> {
  const refusal = refusalOf('claim-guarantee', booking, 'player', now) ?? (await refusalToClaim(tx, booking, now))
  return refusal ? null : guaranteeUntil(booking)
}

/** By what else the player booked: it is for the first session that they paid for, and once. */
async function refusalToClaim(
  tx: Tx,
  { id, playerId, price, startsAt }: typeof bookings.$inferSelect,
  now: Date,
): Promise<string | null> {
  const isTheirs = and(eq(bookings.playerId, must(playerId, 'the player')), ne(bookings.id, id))
  const [other] = await tx
    .select({ id: guaranteeClaims.id })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(and(isTheirs, ne(guaranteeClaims.status, 'declined')))
    .limit(1)
  if (other) return guaranteeIsClaimed
  // One without a time comes before none; of two at the same time one is the first.
  const isEarlier = startsAt
    ? or(lt(bookings.startsAt, startsAt), and(eq(bookings.startsAt, startsAt), lt(bookings.id, id)))
    : sql`false`
  const earlier = await tx.$count(bookings, and(isTheirs, wereHeld(now), gt(bookings.price, 0), isEarlier))
  return price === 0 || earlier > 0 ? guaranteeIsForFirst : null
}

/** Claims with their bookings, open ones first, then the newest; `ground`: why an open one may be declined, else null. */
export async function listClaims(db: Db, now: Date) {
  const rows = await db
    .select({ claim: guaranteeClaims, booking: bookings })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .orderBy(asc(sql`${guaranteeClaims.status} <> 'open'`), desc(guaranteeClaims.createdAt))
    .limit(100)
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      ground: row.claim.status === 'open' ? await groundToDecline(db, row, now) : null,
    })),
  )
}
