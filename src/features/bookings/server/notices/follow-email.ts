import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { hashToken } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { withMeeters } from '../life-cycle/meeting.ts'
import { bookings } from '../table.ts'
import { bookedNotice } from './booked.ts'
import { tell } from './tell.ts'

/**
 * A player who mistyped their e-mail has another one: their bookings made with the old one follow, and of each session that
 * is not over they get the confirmation that never reached them. `was`: the old one, hashed.
 */
export async function followEmail(deps: Deps, { accountId, was }: { accountId: string; was: string }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, accountId))
      .for('key share')
    if (!account) return
    const own = await tx
      .select()
      .from(bookings)
      .where(eq(bookings.playerId, accountId))
      .orderBy(bookings.id)
      .for('update')
    for (const booking of own.filter(({ customerEmail }) => hashToken(customerEmail) === was)) {
      const set = { customerEmail: account.email }
      await tx.update(bookings).set(set).where(eq(bookings.id, booking.id))
      const { status, startsAt, endsAt, seatId } = booking
      const isCalledOff = startsAt && !seatId
      if (status !== 'confirmed' || isCalledOff || (endsAt && endsAt <= deps.now())) continue
      const met = await withMeeters(tx, { ...booking, ...set })
      await tell(
        deps,
        tx,
        met,
        { key: `booking-confirmed-again:${booking.id}:${hashToken(account.email)}` },
        (about) => (about.as === 'player' ? bookedNotice(about, booking.price > 0 ? 'player' : 'staff') : null),
      )
    }
  })
}
