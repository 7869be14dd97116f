import { and, eq, getTableColumns, isNull, lte, ne, or } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { claimGrantedAt, type Decision, needsReason } from '#src/features/bookings/claims.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { bankDecides, refundLeft } from '#src/features/bookings/rules.ts'
import { book } from '#src/features/bookings/server/bookings.ts'
import { anyCoachLabel } from '#src/features/bookings/services.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { writeHistory } from '../life-cycle/change-booking.ts'
import { withMeeters } from '../life-cycle/meeting.ts'
import { isOwnSession } from '../life-cycle/own-session.ts'
import { claimDecidedNotice } from '../notices/claim-decided.ts'
import { tell } from '../notices/tell.ts'
import { bookings, guaranteeClaims } from '../table.ts'
import { groundToDecline } from './ground-to-decline.ts'

const refused = { reason: 'refused' }
const ownClaim = 'This is your own session: you can only give what was asked; all else is another owner’s.'
export const onlyOnGround =
  'A claim can be declined only when the session was not held, or when the same person or card claimed before.'

/** Grants what nobody answered. */
export const grantUnansweredJob = defineJob('bookings.grant-unanswered-claims')

type Claimed = { claim: typeof guaranteeClaims.$inferSelect; booking: typeof bookings.$inferSelect }

/**
 * The owner's answer to a claim: all that was paid goes back, or a free session with another coach is booked for the team
 * to schedule, or nothing. What the player did not ask for needs a reason, which they read. Once: a second decision is a
 * `Conflict`. A session cancelled meanwhile changes nothing but the rest there is to give back. `Conflict`, too, while the bank
 * decides about the payment, for another coach once all went back, and for a no without a ground (TERM-7). An owner whose
 * own session it is gives what was asked, or leaves it to another owner; who is the player decides nothing.
 */
export async function decideClaim(
  deps: Deps,
  owner: Account,
  claimId: string,
  decision: Decision,
  reason: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const claimed = await lockClaim(tx, claimId)
    if (!claimed) throw new NotFound('This claim does not exist.')
    const { claim, booking } = claimed
    if (claim.status !== 'open') throw new Conflict('This claim is decided already.', refused)
    if (booking.dispute === 'open') throw new Conflict(bankDecides, refused)
    if (decision === 'another-coach' && refundLeft(booking) === 0)
      throw new Conflict('All of this session’s price went back: there is no other coach beside that.', refused)
    const isOwn = await isOwnSession(tx, owner.id, booking.id, 'owner')
    if (booking.playerId === owner.id || (isOwn && needsReason(claim.wanted, decision)))
      throw new Conflict(ownClaim, refused)
    if (decision === 'declined' && !(await groundToDecline(tx, claimed, deps.now())))
      throw new Conflict(onlyOnGround, refused)
    if (!reason && needsReason(claim.wanted, decision))
      throw new Invalid({ reason: 'Please say why: the player reads it.' })
    await settle(deps, tx, claimed, { decision, reason, by: owner.id })
  })
}

/** Gives what was asked for in each claim that nobody answered in time (TERM-7). Where the bank decides about the payment it waits. */
export async function grantUnanswered(deps: Deps): Promise<void> {
  const at = deps.now()
  const made = new Date(+at - (+claimGrantedAt(at) - +at))
  const unanswered = await deps.db
    .select({ id: guaranteeClaims.id })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(
      and(
        eq(guaranteeClaims.status, 'open'),
        lte(guaranteeClaims.createdAt, made),
        or(isNull(bookings.dispute), ne(bookings.dispute, 'open')),
      ),
    )
  for (const { id } of unanswered)
    await deps.db
      .transaction(async (tx) => {
        const claimed = await lockClaim(tx, id)
        if (claimed?.claim.status !== 'open' || claimed.booking.dispute === 'open') return
        const wanted = claimed.claim.wanted ?? 'refunded'
        // Beside all of the price there is no other coach.
        const decision = refundLeft(claimed.booking) === 0 ? 'refunded' : wanted
        await settle(deps, tx, claimed, { decision, reason: null, by: null })
      })
      .catch((error) => deps.log.error({ err: error, claim: id }, 'a claim could not be granted'))
}

/** The booking before its claim, as acts on a booking lock them. */
async function lockClaim(tx: Tx, claimId: string): Promise<Claimed | null> {
  const [booking] = await tx
    .select(getTableColumns(bookings))
    .from(bookings)
    .innerJoin(guaranteeClaims, eq(guaranteeClaims.bookingId, bookings.id))
    .where(eq(guaranteeClaims.id, claimId))
    .for('update', { of: bookings })
  if (!booking) return null
  const claim = only(await tx.select().from(guaranteeClaims).where(eq(guaranteeClaims.id, claimId)).for('update'))
  return { claim, booking }
}

/** Decides a locked, open claim. `by`: the owner; null: time itself. */
async function settle(
  deps: Deps,
  tx: Tx,
  { claim, booking }: Claimed,
  { decision, reason, by }: { decision: Decision; reason: string | null; by: string | null },
): Promise<void> {
  await tx
    .update(guaranteeClaims)
    .set({ status: decision, decisionReason: reason, decidedAt: deps.now() })
    .where(eq(guaranteeClaims.id, claim.id))
  const amount = decision === 'refunded' ? refundLeft(booking) : 0
  if (amount > 0) {
    await tx.update(bookings).set({ refundDue: booking.price }).where(eq(bookings.id, booking.id))
    await deps.jobs.emit(tx, refundDue, { bookingId: booking.id, cause: 'guarantee', causeId: claim.id, amount })
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
    actorId: by,
    actorRole: by ? 'staff' : 'system',
    reason,
  })
  const met = await withMeeters(tx, booking)
  const instead = free && (await withMeeters(tx, free))
  const decided = { decision, reason, refund: amount, free: instead, isAnswered: by !== null }
  await tell(deps, tx, met, { key: `claim-decided:${claim.id}`, audience: 'owner' }, (about) =>
    about.as === 'player' ? claimDecidedNotice(about, decided) : null,
  )
}
