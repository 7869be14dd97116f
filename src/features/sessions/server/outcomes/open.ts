import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { choices, questions } from '../table.ts'
import { isOfNow } from './questions.ts'

/**
 * Throws `Conflict` while what became of a player's session is open, or theirs to choose: money or a new hour can follow, which
 * nobody would have any more once the account is deleted.
 */
export async function refuseOpen(tx: Tx, { id }: Account): Promise<void> {
  const own = eq(bookings.playerId, id)
  const isAsked = and(own, inArray(bookings.status, ['confirmed', 'completed']), ne(questions.state, 'settled'))
  const [asked] = await tx
    .select({ id: questions.id })
    .from(questions)
    .innerJoin(bookings, and(eq(bookings.id, questions.bookingId), isOfNow))
    .where(isAsked)
    .limit(1)
  const waits = or(
    eq(bookings.status, 'confirmed'),
    and(eq(bookings.status, 'cancelled'), eq(bookings.missing, 'coach')),
  )
  const [choosing] = await tx
    .select({ id: choices.id })
    .from(choices)
    .innerJoin(bookings, and(eq(bookings.id, choices.bookingId), eq(bookings.startsAt, choices.startsAt)))
    .where(and(own, waits, isNull(choices.settledAt)))
    .limit(1)
  if (asked || choosing)
    throw new Conflict(
      'Something about a session of yours is still open. See My Sessions: once it is settled you can delete your account.',
    )
}
