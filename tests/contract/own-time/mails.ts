import type { About, Notice } from '#src/features/bookings/server/notices/about.ts'
import { bookedNotice, setNotice } from '#src/features/bookings/server/notices/booked.ts'
import { cancelledNotice } from '#src/features/bookings/server/notices/cancelled.ts'
import { claimDecidedNotice } from '#src/features/bookings/server/notices/claim-decided.ts'
import { claimReceivedNotice } from '#src/features/bookings/server/notices/claim-received.ts'
import {
  coachDiscordNotice,
  playerDiscordNotice,
  playerKnownNotice,
} from '#src/features/bookings/server/notices/discord-given.ts'
import { leftHourNotice } from '#src/features/bookings/server/notices/left-hour.ts'
import { movedNotice } from '#src/features/bookings/server/notices/moved.ts'
import { noShowNotice } from '#src/features/bookings/server/notices/no-show.ts'
import { notesMissingNotice } from '#src/features/bookings/server/notices/notes-missing.ts'
import { refundedNotice } from '#src/features/bookings/server/notices/refunded.ts'
import { reminderNotice } from '#src/features/bookings/server/notices/reminder.ts'

const now = new Date('2026-01-02T12:00:00Z')

/** What is sent about a session, by its file in `bookings/server/notices`. */
export const mails: Record<string, (about: About) => Notice[]> = {
  // Who gets a session without a time is told of none.
  'booked.ts': (about) => [bookedNotice(about, 'player'), setNotice(about, { instead: null, now })],
  'cancelled.ts': (about) => {
    const was = { ...about.booking, status: 'confirmed' as const }
    return [
      cancelledNotice(about, {
        by: 'staff',
        isPlayersWish: false,
        isWithdrawal: false,
        reason: null,
        refund: 0,
        others: 0,
        wasCalledOff: false,
        now,
        was,
      }),
    ]
  },
  'claim-decided.ts': (about) => [
    claimDecidedNotice(about, { decision: 'declined', reason: 'Held', refund: 0, free: null, isAnswered: true }),
  ],
  'claim-received.ts': (about) => [
    claimReceivedNotice(about, { wanted: 'refunded', reason: 'Nothing new', answerBy: now, grantedAt: now }),
  ],
  'discord-given.ts': (about) => [
    coachDiscordNotice(about, 'vex.flip'),
    playerDiscordNotice(about, 'rim.shot'),
    playerKnownNotice(about),
  ],
  'left-hour.ts': (about) => [leftHourNotice(about)],
  'moved.ts': (about) => [movedNotice(about, { was: about.booking, by: 'staff', reason: null, now })],
  'no-show.ts': (about) => [noShowNotice(about, 'coach')],
  'notes-missing.ts': (about) => [notesMissingNotice(about, 1400)],
  'refunded.ts': (about) => [
    refundedNotice({ ...about, booking: { ...about.booking, refundDue: 1400 } }, { amount: 1400, reason: 'Late' }),
  ],
  'reminder.ts': (about) => [
    reminderNotice(about, about.booking.startsAt!, new Date(+about.booking.startsAt! - 86_400_000)),
  ],
}
