import { and, asc, desc, eq, getTableColumns, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { claimAnswerBy, type Decision, needsReason, type Remedy } from '#src/features/bookings/claims.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { bankDecides, isWithBank, refundLeft } from '#src/features/bookings/rules.ts'
import { book } from '#src/features/bookings/server/bookings.ts'
import { writeHistory } from '#src/features/bookings/server/life-cycle/change-booking.ts'
import { wereHeld } from '#src/features/bookings/server/life-cycle/held.ts'
import { act } from '#src/features/bookings/server/life-cycle/life-cycle.ts'
import { withMeeters } from '#src/features/bookings/server/life-cycle/meeting.ts'
import { isOwnSession } from '#src/features/bookings/server/life-cycle/own-session.ts'
import { claimDecidedNotice } from '#src/features/bookings/server/notices/claim-decided.ts'
import { claimReceivedNotice } from '#src/features/bookings/server/notices/claim-received.ts'
import { tell } from '#src/features/bookings/server/notices/tell.ts'
import { alertClaim } from '#src/features/bookings/server/staff-alerts.ts'
import { bookings, guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { anyCoachLabel } from '#src/features/bookings/services.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'

export const guaranteeIsForFirst = 'The guarantee is for the first session you paid for.'
const ownClaim = 'This is your own session: you can only give what was asked; all else is another owner’s.'
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
    const [other] = await tx
      .select({ id: guaranteeClaims.id })
      .from(guaranteeClaims)
      .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
      .where(and(eq(bookings.playerId, player.id), ne(bookings.id, bookingId), ne(guaranteeClaims.status, 'declined')))
      .limit(1)
    if (other) throw new Conflict(guaranteeIsClaimed, { reason: 'refused' })
    const earlier = await tx.$count(
      bookings,
      and(
        eq(bookings.playerId, player.id),
        wereHeld(deps.now()),
        gt(bookings.price, 0),
        ne(bookings.id, bookingId),
        // One without a time comes before none; of two at the same time one is the first.
        booking.startsAt
          ? or(
              lt(bookings.startsAt, booking.startsAt),
              and(eq(bookings.startsAt, booking.startsAt), lt(bookings.id, bookingId)),
            )
          : sql`false`,
      ),
    )
    if (booking.price === 0 || earlier > 0) throw new Conflict(guaranteeIsForFirst, { reason: 'refused' })
    const claimed = await tx
      .insert(guaranteeClaims)
      .values({ bookingId, wanted, reason, createdAt: deps.now() })
      .onConflictDoNothing()
      .returning()
    if (claimed.length === 0)
      throw new Conflict('You have claimed the guarantee for this session already.', { reason: 'refused' })
    const met = await withMeeters(tx, booking)
    const answerBy = claimAnswerBy(deps.now())
    await tell(deps, tx, met, { key: `claim-received:${bookingId}`, audience: 'owner' }, (about) =>
      about.as === 'player' ? claimReceivedNotice(about, { wanted, reason, answerBy }) : null,
    )
    await alertClaim(deps, tx, met, {
      wanted: wanted === 'refunded' ? 'their money back' : 'another coach',
      answerBy,
    })
    return { set: {}, reason, detail: { wanted } }
  })
}

/** Claims with their bookings, open ones first, then the newest. */
export async function listClaims(db: Db) {
  return db
    .select({ claim: guaranteeClaims, booking: bookings })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .orderBy(asc(sql`${guaranteeClaims.status} <> 'open'`), desc(guaranteeClaims.createdAt))
    .limit(100)
}

/**
 * The owner's answer to a claim: all that was paid goes back, or a free session with another coach is booked for the team
 * to schedule, or nothing. What the player did not ask for needs a reason, which they read. Once: a second decision is a
 * `Conflict`. A session cancelled meanwhile changes nothing but the rest there is to give back. `Conflict`, too,
 * while the bank has the payment or took it back, and for another coach once all went back. An owner whose own session it is gives what
 * was asked, or leaves it to another owner; who is the player decides nothing.
 */
export async function decideClaim(
  deps: Deps,
  owner: Account,
  claimId: string,
  decision: Decision,
  reason: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // The booking before its claim, as acts on a booking lock them.
    const [booking] = await tx
      .select(getTableColumns(bookings))
      .from(bookings)
      .innerJoin(guaranteeClaims, eq(guaranteeClaims.bookingId, bookings.id))
      .where(eq(guaranteeClaims.id, claimId))
      .for('update', { of: bookings })
    if (!booking) throw new NotFound('This claim does not exist.')
    const claim = only(await tx.select().from(guaranteeClaims).where(eq(guaranteeClaims.id, claimId)).for('update'))
    if (claim.status !== 'open') throw new Conflict('This claim is decided already.', { reason: 'refused' })
    if (decision !== 'declined' && isWithBank(booking)) throw new Conflict(bankDecides, { reason: 'refused' })
    if (decision === 'another-coach' && refundLeft(booking) === 0)
      throw new Conflict('All of this session’s price went back: there is no other coach beside that.', {
        reason: 'refused',
      })
    const isOwn = await isOwnSession(tx, owner.id, booking.id, 'owner')
    if (booking.playerId === owner.id || (isOwn && needsReason(claim.wanted, decision)))
      throw new Conflict(ownClaim, { reason: 'refused' })
    if (!reason && needsReason(claim.wanted, decision))
      throw new Invalid({ reason: 'Please say why: the player reads it.' })
    await tx
      .update(guaranteeClaims)
      .set({ status: decision, decisionReason: reason, decidedAt: deps.now() })
      .where(eq(guaranteeClaims.id, claimId))

    const amount = decision === 'refunded' ? refundLeft(booking) : 0
    if (amount > 0) {
      await tx.update(bookings).set({ refundDue: booking.price }).where(eq(bookings.id, booking.id))
      await deps.jobs.emit(tx, refundDue, { bookingId: booking.id, cause: 'guarantee', causeId: claimId, amount })
    }
    const free =
      decision === 'another-coach'
        ? await book(deps, tx, {
            id: newId(),
            playerId: booking.playerId,
            customer: { name: booking.customerName, email: booking.customerEmail, phone: booking.customerPhone },
            coach: { id: null, name: anyCoachLabel },
            // The same session as was sold, whatever the catalogue offers by now; nothing was paid for its notes.
            sold: { ...booking, owed: booking.owed && { ...booking.owed, difference: 0 } },
            start: null,
            price: 0,
            paymentId: null,
            seatId: null,
            isToldElsewhere: true,
          })
        : null
    await writeHistory(tx, {
      bookingId: booking.id,
      act: `claim-${decision}`,
      actorId: owner.id,
      actorRole: 'staff',
      reason,
    })
    const met = await withMeeters(tx, booking)
    const instead = free && (await withMeeters(tx, free))
    await tell(deps, tx, met, { key: `claim-decided:${claimId}`, audience: 'owner' }, (about) =>
      about.as === 'player' ? claimDecidedNotice(about, { decision, reason, refund: amount, free: instead }) : null,
    )
  })
}
