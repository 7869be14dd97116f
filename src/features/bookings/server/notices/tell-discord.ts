import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { type MetBooking, withMeeters } from '../life-cycle/meeting.ts'
import { bookings } from '../table.ts'
import { isKnown } from './about.ts'
import { coachDiscordNotice, playerDiscordNotice, playerKnownNotice } from './discord-given.ts'
import { tell } from './tell.ts'

/** A coach has a (new) Discord name: who has a session with them ahead is told, once for each session and name. */
export async function tellCoachDiscord(deps: Deps, coachId: string): Promise<void> {
  await eachAhead(deps, eq(bookings.coachId, coachId), async (tx, booking) => {
    const discord = booking.coachDiscord
    if (!discord) return
    const news = { key: `coach-discord:${booking.id}:${hashed(discord)}`, to: 'player' } as const
    await tellNews(deps, tx, booking, news, (about) => coachDiscordNotice(about, discord))
  })
}

/**
 * A player has a (new) Discord name: the coaches of the sessions ahead are told, once for each session and name. Of a
 * player who has not proved their e-mail they hear when that is done (`tellPlayerKnown`).
 */
export async function tellPlayerDiscord(deps: Deps, playerId: string): Promise<void> {
  await eachAhead(deps, eq(bookings.playerId, playerId), async (tx, booking) => {
    const discord = booking.player?.handles.discord
    if (!discord || !booking.coachEmail || !isKnown(booking)) return
    const news = { key: `player-discord:${booking.id}:${hashed(discord)}`, to: 'coach' } as const
    await tellNews(deps, tx, booking, news, (about) => playerDiscordNotice(about, discord))
  })
}

/** A player who never paid has proved their e-mail: the coaches of their sessions ahead, who were told no name, are told who comes. */
export async function tellPlayerKnown(deps: Deps, playerId: string): Promise<void> {
  await eachAhead(deps, eq(bookings.playerId, playerId), async (tx, booking) => {
    if (!booking.coachEmail || booking.hasPlayerPaid) return
    await tellNews(deps, tx, booking, { key: `player-known:${booking.id}`, to: 'coach' }, playerKnownNotice)
  })
}

/** Confirmed bookings that are not over, each in a transaction of its own that sees it as it is now. */
async function eachAhead(
  { db, now }: Deps,
  whose: SQL,
  act: (tx: Tx, booking: MetBooking) => Promise<void>,
): Promise<void> {
  const isAhead = and(eq(bookings.status, 'confirmed'), or(isNull(bookings.endsAt), gt(bookings.endsAt, now())))
  const ahead = await db.select({ id: bookings.id }).from(bookings).where(and(whose, isAhead))
  for (const { id } of ahead)
    await db.transaction(async (tx) => {
      // Cancelled or moved meanwhile: the lock waits for that, and the invite is the latest.
      const [booking] = await tx
        .select()
        .from(bookings)
        .where(and(eq(bookings.id, id), whose, isAhead))
        .for('update')
      if (booking) await act(tx, await withMeeters(tx, booking))
    })
}

/** Tells one side what it has not been told, with a calendar file that is newer than the one it has. */
async function tellNews(
  deps: Deps,
  tx: Tx,
  booking: MetBooking,
  { key, to }: { key: string; to: 'player' | 'coach' },
  write: Parameters<typeof tell>[4],
): Promise<void> {
  const dedupeKey = to === 'coach' ? `${key}:coach` : key
  if ((await tx.$count(deliveries, eq(deliveries.dedupeKey, dedupeKey))) > 0) return
  const sequence = booking.sequence + 1
  await tx.update(bookings).set({ sequence }).where(eq(bookings.id, booking.id))
  await tell(deps, tx, { ...booking, sequence }, { key }, (about) => (about.as === to ? write(about) : null))
}

/** Names a name in a dedupe key, where people's own words do not belong. */
function hashed(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16)
}
