import { and, countDistinct, eq, gt, isNotNull, not, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { type MetBooking, playerName } from '#src/features/bookings/server/bookings.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import {
  type CallOffReason,
  callOffReasonLabels,
  earlyMinutes,
  isLate,
  unreliable,
} from '#src/features/sessions/call-offs.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { showInstant } from '#src/shared/times.ts'
import { choices } from '../table.ts'

/** Tells the team that a coach called a session off, whose player chooses now. `by`: the coach's account. */
export async function alertCalledOff(
  deps: Deps,
  tx: Tx,
  booking: MetBooking,
  { reason, by }: { reason: CallOffReason; by: string },
): Promise<void> {
  const { id, coachName, serviceName, number, startsAt, sequence, zone } = booking
  const player = playerName(booking)
  const page = `/owner?booking=${id}` as const
  await alertStaff(deps, tx, 'cancellation', {
    dedupeKey: `call-off-alert:${id}:${sequence}`,
    subject: `Called off: ${coachName}, ${player}${startsAt ? `, ${showInstant(startsAt, zone)}` : ''}`,
    title: 'A session is called off',
    paragraphs: [
      `${coachName} called it off. ${player} is choosing now: another coach, another hour, or all money back.`,
    ],
    facts: [
      ['Session', serviceName],
      ...(startsAt ? ([['When', showInstant(startsAt, zone)]] satisfies [string, string][]) : []),
      ['Why', callOffReasonLabels[reason]],
      ['Booking', number],
    ],
    thread: id,
    action: { label: 'Open booking', owner: page, admin: page },
    by,
  })
}

/**
 * Tells the team of a coach who missed sessions or called them off late too often lately; what the team called off does not
 * count. Players who share a session count once, and so does a session in mails.
 */
export async function alertUnreliable(
  deps: Deps,
  tx: Tx,
  { coachId, cause, startsAt, createdAt }: typeof choices.$inferSelect,
): Promise<void> {
  if (!coachId || (cause === 'called-off' && !isLate(startsAt, createdAt))) return
  const since = new Date(+deps.now() - unreliable.days * 24 * 3_600_000)
  const late = sql`${choices.createdAt} >= ${choices.startsAt} - make_interval(mins => ${earlyMinutes})`
  const isByTeam = sql`exists (select from ${bookingHistory} h where h.booking_id = ${choices.bookingId}
    and h.act = 'call-off' and h.actor_role = 'staff' and h.detail->>'coachId' = ${choices.coachId}::text)`
  const counted = cause === 'called-off' ? and(late, not(isByTeam)) : isNotNull(choices.deadline)
  const [row] = await tx
    .select({ times: countDistinct(choices.startsAt) })
    .from(choices)
    .where(and(eq(choices.coachId, coachId), eq(choices.cause, cause), gt(choices.createdAt, since), counted))
  const times = row?.times ?? 0
  const did = cause === 'called-off' ? 'called off late' : 'missed'
  if (times < (cause === 'called-off' ? unreliable.late : unreliable.missed)) return
  const name = (await findCoach(tx, coachId))?.name ?? 'A coach'
  await alertStaff(deps, tx, 'unreliable', {
    dedupeKey: `unreliable:${coachId}:${+startsAt}`,
    subject: `${name} ${did} ${times} sessions in ${unreliable.days} days`,
    title: `Talk to ${name}`,
    paragraphs: [
      `${name} ${did} ${times} sessions in ${unreliable.days} days. The last one: ${showInstant(startsAt, deps.env.businessTimeZone)}.`,
    ],
    action: { label: 'Open coaches', owner: '/owner?tab=coaches' },
  })
}
