import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { findBooking, lockBooking } from '#src/features/bookings/server/bookings.ts'
import { choices } from '../table.ts'
import { isOpen, settle } from './choices.ts'
import { giveMoneyBack } from './remedies.ts'

/** Of one run. */
const mostDeadlines = 1_000

/** Nothing was chosen in time: all money goes back, each in a transaction of its own. */
export async function giveBackOverdue(deps: Deps): Promise<void> {
  const due = await deps.db
    .select({ id: choices.id, bookingId: choices.bookingId })
    .from(choices)
    .where(isDue(deps))
    .orderBy(asc(choices.deadline))
    .limit(mostDeadlines)
  for (const choice of due)
    await giveBack(deps, choice).catch((error) =>
      deps.log.error({ err: error, booking: choice.bookingId }, 'a choice could not be settled'),
    )
}

const isDue = ({ now }: Deps) => and(isNull(choices.settledAt), lte(choices.deadline, now()))

async function giveBack(deps: Deps, { id, bookingId }: { id: string; bookingId: string }): Promise<void> {
  const seen = await findBooking(deps.db, bookingId)
  if (!seen) return
  await deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen)
    const [choice] = await tx
      .select()
      .from(choices)
      .where(and(eq(choices.id, id), isDue(deps)))
    if (!choice) return
    // The bank decides first; until then nothing could go back.
    if (booking.dispute === 'open') return
    if (isOpen(choice, booking)) await giveMoneyBack(deps, tx, booking, { actor: { id: null, role: 'system' }, choice })
    await settle(deps, tx, choice, null)
  })
}
