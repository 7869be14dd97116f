import { noRanks } from '#src/features/accounts/server/table.ts'
import type { Remedy } from '#src/features/bookings/claims.ts'
import type { MetBooking } from '#src/features/bookings/server/life-cycle/meeting.ts'
import { aBooking } from '#src/features/bookings/server/life-cycle/unsaved-booking.ts'
import { type About, type Notice, type NoticeEnv, readersOf } from '#src/features/bookings/server/notices/about.ts'
import { bookedNotice, givenAwayNotice, setNotice } from '#src/features/bookings/server/notices/booked.ts'
import { type Cancelling, cancelledNotice } from '#src/features/bookings/server/notices/cancelled.ts'
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
import { services } from '#src/features/bookings/services.ts'
import { instantOf } from '#src/shared/zones.ts'

/** Of the player and of the coach. */
export type Zones = readonly [string, string]
export const zones: readonly Zones[] = [
  ['America/New_York', 'America/New_York'],
  ['Europe/Berlin', 'Asia/Kolkata'],
  ['Asia/Tokyo', 'Europe/Berlin'],
]

const profile = (zone: string, discord: string | null) => ({
  ...{ gamerTag: 'RimshotRL', handles: { discord, epic: null }, zone, goal: 'Kickoffs' },
  ranks: { ...noRanks, 'rocket-league': 'Diamond II' },
})

export type Overrides = Parameters<typeof aBooking>[0] & { discord?: string | null }
export const bookingIn =
  ({ discord = 'rim.shot', ...overrides }: Overrides = {}) =>
  ([playerZone, coachZone]: Zones): MetBooking =>
    aBooking({
      ...{ date: '2026-12-03', time: '20:00', minutes: 90, includes: 'Two replays, drills and a plan.' },
      ...{ customerName: 'Rimshot', playerId: 'p', player: profile(playerZone, discord) },
      ...{ coachId: 'c', coachName: 'VexFlip', coachSlug: 'vexflip', coachEmail: 'coach@demo.test', coachZone },
      ...{ coachDiscord: 'vex.flip', seatId: 's', createdAt: new Date('2026-11-24T15:00:00Z') },
      ...overrides,
    })

export const at = (date: string, time: string) => instantOf(date, time, 'America/New_York')
const longBefore = at('2026-11-25', '09:00')
const untimed = { date: 'TBD', time: 'TBD' }
const anyCoach = {
  coachId: null,
  coachName: 'Any available coach',
  coachEmail: null,
  coachDiscord: null,
  coachSlug: null,
}

type Said = {
  booking: Overrides
  /** How many others have a seat in the group's hour. */
  others?: number
  say(about: About): Notice | null
}

/** Those who are told; the coach of a group with the hour's one calendar entry. */
export function readersIn({ booking: overrides, others = 0 }: Said, pair: Zones, env: NoticeEnv): About[] {
  const booking = bookingIn(overrides)(pair)
  if (booking.capacity === 1) return readersOf(booking, env)
  const mates = ['Ice', 'Nova', 'Zed'].slice(0, others)
  const players = mates.map((customerName) => bookingIn({ ...overrides, status: 'confirmed', customerName })(pair))
  const isIn = booking.seatId !== null && booking.status === 'confirmed'
  return readersOf(booking, env, { uid: 'hour', sequence: 3, players: isIn ? [...players, booking] : players })
}

/** Cancelled `by` somebody when `refund` went back; before, `was` differed in what is named. */
function cancelled(cancelling: Partial<Cancelling>, overrides: Overrides = {}, was: Partial<MetBooking> = {}): Said {
  const { by = 'staff', reason = null, refund = 2900, others = 0, wasCalledOff = false, now = longBefore } = cancelling
  const { isPlayersWish = by === 'player', isWithdrawal = false } = cancelling
  return {
    others,
    booking: { status: 'cancelled', sequence: 1, refundDue: refund + (was.refundDue ?? 0), ...overrides },
    say: (about) => {
      const before = { ...about.booking, status: 'confirmed' as const, refundDue: 0, ...was }
      return cancelledNotice(about, {
        by,
        isPlayersWish,
        isWithdrawal,
        reason,
        refund,
        others,
        wasCalledOff,
        now,
        was: before,
      })
    },
  }
}

function moved(by: 'player' | 'coach' | 'staff', overrides: Overrides = {}, reason: string | null = null): Said {
  const was = bookingIn({ date: '2026-12-01', time: '09:00' })(zones[0]!)
  return {
    booking: { sequence: 1, fullRefundUntilStart: by !== 'player', ...overrides },
    say: (about) => movedNotice(about, { was, by, reason, now: longBefore }),
  }
}

const reminded = (now: Date, overrides: Overrides = {}): Said => ({
  booking: overrides,
  say: (about) => (about.as === 'player' ? reminderNotice(about, about.booking.startsAt!, now) : null),
})

function decided(
  decision: 'refunded' | 'another-coach' | 'declined',
  refund: number,
  reason: string | null,
  { isAnswered = true, ...overrides }: Overrides & { isAnswered?: boolean } = {},
): Said {
  const free = { id: 'free', number: 'LU-7HJ3M', price: 0, ...untimed, ...anyCoach }
  return {
    booking: { refundDue: decision === 'refunded' ? 2900 : 0, status: 'completed', ...overrides },
    say: (about) =>
      about.as === 'player'
        ? claimDecidedNotice(about, {
            ...{ decision, reason, refund, isAnswered },
            free: decision === 'another-coach' ? bookingIn(free)(zones[0]!) : null,
          })
        : null,
  }
}

const noShow = (by: 'coach' | 'staff', overrides: Overrides = {}): Said => ({
  booking: { status: 'no_show', ...overrides },
  say: (about) => (about.as === 'player' ? noShowNotice(about, by) : null),
})

const [answerBy, grantedAt] = [at('2026-12-07', '09:00'), at('2026-12-11', '09:00')]
const claimed = (overrides: Overrides = {}, wanted: Remedy = 'refunded'): Said => ({
  booking: { status: 'completed', ...overrides },
  say: (about) =>
    about.as === 'player'
      ? claimReceivedNotice(about, { wanted, reason: 'Nothing was new to me.', answerBy, grantedAt })
      : null,
})

const refunded = (amount: number, reason: string, overrides: Overrides = {}): Said => ({
  booking: { refundDue: amount, ...overrides },
  say: (about) => (about.as === 'player' ? refundedNotice(about, { amount, reason }) : null),
})

export const events: Record<string, Record<string, Said>> = {
  booked: {
    'and paid': { booking: {}, say: (about) => bookedNotice(about, 'player') },
    'and paid, nobody has said a Discord name': {
      booking: { discord: null, coachDiscord: null },
      say: (about) => bookedNotice(about, 'player'),
    },
    'and paid, with replays to send': {
      booking: { owed: services[1]!.owed },
      say: (about) => (about.as === 'player' ? bookedNotice(about, 'player') : null),
    },
    'and paid, too late for its replays': {
      booking: { owed: services[0].owed, createdAt: at('2026-12-03', '09:00') },
      say: (about) => (about.as === 'player' ? bookedNotice(about, 'player') : null),
    },
    'and paid, a seat in a group of three': {
      ...{ booking: { capacity: 4 }, others: 2 },
      say: (about) => (about.as === 'coach' ? bookedNotice(about, 'player') : null),
    },
    'and paid, without a time': { booking: untimed, say: (about) => bookedNotice(about, 'player') },
    'and paid, without a time and a coach': {
      booking: { ...untimed, ...anyCoach },
      say: (about) => bookedNotice(about, 'player'),
    },
    'for free by our team, for somebody without an account': {
      booking: { price: 0, paymentId: null, playerId: null, player: null, isEmailProven: false, isPlayerProven: false },
      say: (about) => bookedNotice(about, 'staff'),
    },
    'by somebody who has proved nothing': {
      booking: { isEmailProven: false, isPlayerProven: false },
      say: (about) => bookedNotice(about, 'player'),
    },
  },
  set: {
    'with the coach who was chosen': {
      booking: { sequence: 1 },
      say: (about) => setNotice(about, { instead: null, now: longBefore }),
    },
    'with another coach': {
      booking: { sequence: 1, fullRefundUntilStart: true },
      say: (about) => setNotice(about, { instead: 'ApexOrbit', now: longBefore }),
    },
    'with another coach, to the one who was chosen': {
      booking: { ...untimed, coachName: 'ApexOrbit' },
      say: (about) => (about.as === 'coach' ? givenAwayNotice(about, 'VexFlip') : null),
    },
  },
  moved: {
    'by the player': moved('player', { refundShareLimit: 50 }),
    'by the coach': moved('coach'),
    'by our team': moved('staff'),
    'by our team, with a reason': moved('staff', {}, 'AerialAce has an exam'),
    'by the player, out of a group of three': {
      ...{ booking: { capacity: 4, sequence: 1, seatId: null }, others: 2 },
      say: (about) => (about.as === 'coach' ? leftHourNotice(about) : null),
    },
    'by the player, into an hour of two': { ...moved('player', { capacity: 4 }), others: 2 },
  },
  cancelled: {
    'by the player, everything back': cancelled({ by: 'player', reason: 'Exam' }),
    'by the player, half back': cancelled({ by: 'player', refund: 1450, now: at('2026-12-03', '09:00') }),
    'by the player, half back after a late move': cancelled(
      { by: 'player', refund: 1450 },
      { refundShareLimit: 50 },
      { refundShareLimit: 50 },
    ),
    'by the player, nothing back': cancelled({ by: 'player', refund: 0, now: at('2026-12-03', '19:00') }),
    'by the player, free': cancelled({ by: 'player', refund: 0 }, { price: 0 }),
    'by the player, some was given before': cancelled({ by: 'player', refund: 1500 }, {}, { refundDue: 1400 }),
    'by the player, all was given before': cancelled({ by: 'player', refund: 0 }, {}, { refundDue: 2900 }),
    'by the player, a seat of three': cancelled({ by: 'player', others: 2 }, { capacity: 4 }),
    'by the coach': cancelled({ by: 'coach', reason: 'My power is out.' }),
    'by the player, after a call-off': cancelled({ by: 'player', wasCalledOff: true }),
    'by our team, with a reason': cancelled({ by: 'staff', reason: 'Coach is ill' }),
    'by our team, as the player asked, half back': cancelled({
      ...{ by: 'staff', isPlayersWish: true, refund: 1450, now: at('2026-12-03', '09:00') },
      reason: 'You wrote to us on Monday.',
    }),
    'by our team, while the bank decides': cancelled({ by: 'staff', refund: 0 }, { dispute: 'open' }),
    'by the player, the last of a group': cancelled({ by: 'player' }, { capacity: 4 }),
    'by our team, a seat of two, the coach has no page': cancelled({ others: 1 }, { capacity: 4, coachSlug: null }),
    'by our team, without a time': cancelled({}, untimed),
  },
  reminder: {
    'a day before': reminded(at('2026-12-02', '20:00')),
    'a day before, nobody has said a Discord name': reminded(at('2026-12-02', '20:00'), {
      discord: null,
      coachDiscord: null,
    }),
    'late, on the same day': reminded(at('2026-12-03', '12:00')),
    'an hour before': reminded(at('2026-12-03', '19:00')),
    'half an hour before': reminded(at('2026-12-03', '19:31')),
  },
  'claim-decided': {
    'refunded, as asked': decided('refunded', 2900, null),
    'refunded, the rest': decided('refunded', 1500, 'You are right.'),
    'refunded, when all had gone before': decided('refunded', 0, null),
    'refunded, when the bank had given it back': decided('refunded', 0, null, { refundDue: 0, dispute: 'lost' }),
    'refunded, by itself': decided('refunded', 2900, null, { isAnswered: false }),
    'another coach': decided('another-coach', 0, 'Try QuietPump: they love teaching kickoffs.'),
    'another coach, by itself': decided('another-coach', 0, null, { isAnswered: false }),
    declined: decided('declined', 0, 'You played two hours of it.'),
  },
  'notes-missing': {
    'the difference goes back': {
      booking: { status: 'completed', owed: services[0].owed, refundDue: 1400 },
      say: (about) => notesMissingNotice(about, 1400),
    },
  },
  'no-show': {
    'marked by the coach': noShow('coach'),
    'marked by our team, free, without an account': noShow('staff', {
      ...{ price: 0, paymentId: null, playerId: null, player: null, isEmailProven: false, isPlayerProven: false },
    }),
    'marked by our team, some was given before': noShow('staff', { refundDue: 1400 }),
  },
  'claim-received': {
    'for the money back': claimed(),
    'for another coach': claimed({}, 'another-coach'),
    'whose e-mail is not proven': claimed({ isEmailProven: false }),
  },
  refunded: {
    'all of it': refunded(2900, 'Your coach came 20 minutes late.', { status: 'completed' }),
    'a part, ahead of the session': refunded(500, 'The old time was our mistake.'),
    'a part, of a session that is called off': refunded(500, 'Sorry for the wait.', { seatId: null }),
    'another part, without a coach': refunded(500, 'Sorry for the wait.', { ...untimed, ...anyCoach, refundDue: 1000 }),
  },
  'discord-given': {
    'by the coach': {
      booking: { sequence: 1 },
      say: (about) => (about.as === 'player' ? coachDiscordNotice(about, 'vex.flip') : null),
    },
    'by the player': {
      booking: { sequence: 1 },
      say: (about) => (about.as === 'coach' ? playerDiscordNotice(about, 'rim.shot') : null),
    },
    'by a player who then verifies their e-mail': {
      booking: { sequence: 2 },
      say: (about) => (about.as === 'coach' ? playerKnownNotice(about) : null),
    },
  },
}

export const spoken = Object.entries(events).flatMap(([event, cases]) =>
  Object.entries(cases).map(([name, said]) => ({ event, name, ...said })),
)
