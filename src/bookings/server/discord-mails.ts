import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import { whereToMeet, whoComes } from '#src/bookings/meeting.ts'
import { greeting, mailLayout, queueMail } from '#src/notifications/server/notifications.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { showLongDate } from '#src/shared/times.ts'
import { isScheduled } from './calendar.ts'
import { showSessionTime } from './clock-texts.ts'
import { coachAction, inviteAttachment, playerAction } from './mails.ts'
import { type MetBooking, withMeeters } from './meeting.ts'
import { bookings } from './table.ts'

/** A coach has a (new) Discord name: who has a session with them ahead is mailed it, once for each session and name. */
export async function mailCoachDiscord(deps: Deps, coachId: string): Promise<void> {
  await eachAhead(deps, eq(bookings.coachId, coachId), async (tx, booking) => {
    const { id, coachName, coachDiscord, customerName, customerEmail, isEmailProven } = booking
    if (!coachDiscord) return
    await queueMail(tx, {
      dedupeKey: `coach-discord:${id}:${hashed(coachDiscord)}`,
      to: customerEmail,
      subject: `${coachName} on Discord: ${coachDiscord}`,
      ...mailLayout({
        title: `Here is ${coachName} on Discord`,
        paragraphs: [`${greeting(customerName, isEmailProven)} this is where you meet.`, whereToMeet(booking).long],
        facts: [['Discord', coachDiscord], ['Coach', coachName], ...session(booking)],
        action: playerAction(deps.env),
      }),
      attachments: inviteAttachment(booking, 'REQUEST', { as: 'player', email: customerEmail }, deps.env),
    })
  })
}

/** A player has a (new) Discord name: the coaches of the sessions ahead are mailed it, once for each session and name. */
export async function mailPlayerDiscord(deps: Deps, playerId: string): Promise<void> {
  await eachAhead(deps, eq(bookings.playerId, playerId), async (tx, booking) => {
    const { id, customerName, coachEmail, coachName, player } = booking
    const discord = player?.handles.discord
    if (!discord || !coachEmail) return
    await queueMail(tx, {
      dedupeKey: `player-discord:${id}:${hashed(discord)}`,
      to: coachEmail,
      subject: `${customerName} on Discord: ${discord}`,
      ...mailLayout({
        title: `How to find ${customerName}`,
        paragraphs: [`${greeting(coachName, true)} your player tells you how to find them.`, whoComes(booking, player)],
        facts: [['Player', customerName], ...session(booking)],
        action: coachAction(deps.env),
      }),
      attachments: inviteAttachment(booking, 'REQUEST', { as: 'coach', email: coachEmail }, deps.env),
    })
  })
}

/** Confirmed bookings that are not over, each in a transaction of its own that sees it as it is now. */
async function eachAhead(
  { db, now }: Deps,
  whose: SQL,
  tell: (tx: Tx, booking: MetBooking) => Promise<void>,
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
      if (booking) await tell(tx, await withMeeters(tx, booking))
    })
}

function session(booking: MetBooking): [string, string][] {
  const when = isScheduled(booking)
    ? `${showLongDate(booking.sessionDate)}, ${showSessionTime(booking)}`
    : 'To be agreed'
  return [
    ['Session', booking.serviceName],
    ['When', when],
  ]
}

/** Names a name in a dedupe key, where people's own words do not belong. */
function hashed(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16)
}
