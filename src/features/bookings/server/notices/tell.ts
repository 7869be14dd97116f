import type { Deps } from '#src/deps.ts'
import type { Audience } from '#src/features/notifications/contract.ts'
import { composeMail, holdMailBack, queueMails, queueOwnSms } from '#src/features/notifications/server/notifications.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { type GroupHour, nextGroupHour, readGroupHour } from '../calendar/group-hour.ts'
import type { MetBooking } from '../life-cycle/meeting.ts'
import { type About, type Notice, readersOf, whyPlayer } from './about.ts'
import { smsOf } from './sms.ts'

const whyCoach = 'You get this because you coach at Level Up.'

/**
 * Tells both sides of a booking about an event, in the caller's transaction: by mail with the calendar file, and by SMS
 * where the notice has one and the reader a phone that can have it: the booking's, or the coach's own. `key` names the event (`kind:id`): each is told
 * once. `audience`: which staff may read it afterwards. `isHeldBack`: the player's address had
 * as many mails as strangers may cause (`holdMailBack`). `write` gives null for whom it does not concern; it may be asked twice.
 */
export async function tell(
  deps: Deps,
  tx: Tx,
  booking: MetBooking,
  { key, audience = 'staff', isHeldBack = false }: { key: string; audience?: Audience; isHeldBack?: boolean },
  write: (about: About) => Notice | null,
): Promise<void> {
  const say = (hour: GroupHour | null) =>
    readersOf(booking, deps.env, hour).flatMap((about) => {
      const notice = write(about)
      return notice ? [{ about, notice }] : []
    })
  const hour = booking.coachEmail ? await readGroupHour(tx, booking) : null
  const draft = say(hour)
  // Only who brings the hour's entry locks it: some tell ten coaches in one transaction.
  const bringsHour = hour && draft.some(({ about, notice }) => about.as === 'coach' && notice.invite)
  const told = bringsHour ? say(await nextGroupHour(tx, booking)) : draft
  const mails = told.map(({ about, notice: { invite, sms, smsWords, ...words } }) => ({
    dedupeKey: about.as === 'coach' ? `${key}:coach` : key,
    audience,
    ...composeMail(deps.env, {
      ...words,
      to: about.email,
      why: about.as === 'coach' ? whyCoach : whyPlayer(booking),
      thread: booking.id,
      ...(about.hour && { about: about.hour.players.map(({ id }) => id) }),
      ...(about.as === 'player' && { termsVersion: booking.termsVersion }),
      ...(invite && { invite }),
    }),
  }))
  const later = isHeldBack ? mails.filter(({ dedupeKey }) => dedupeKey === key) : []
  await queueMails(
    deps,
    tx,
    mails.filter((mail) => !later.includes(mail)),
  )
  for (const mail of later) await holdMailBack(deps, tx, mail)
  for (const { about, notice } of told) {
    const to = about.as === 'coach' ? booking.coachPhone : booking.customerPhone
    if (!notice.sms || !to) continue
    const dedupeKey = about.as === 'coach' ? `${key}:coach:sms` : `${key}:sms`
    await queueOwnSms(deps, tx, { dedupeKey, audience, to, text: smsOf(about, notice.sms, notice.smsWords) })
  }
}
