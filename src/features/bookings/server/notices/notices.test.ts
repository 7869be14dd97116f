import { describe, expect, test } from 'vitest'
import { noRanks } from '#src/features/accounts/server/table.ts'
import { composeMail } from '#src/features/notifications/server/notifications.ts'
import { countSegments } from '#src/shared/sms-text.ts'
import { instantOf } from '#src/shared/zones.ts'
import type { MetBooking } from '../life-cycle/meeting.ts'
import { aBooking, noticeEnv as env } from '../life-cycle/unsaved-booking.ts'
import { type About, type Notice, readersOf } from './about.ts'
import { bookedNotice, givenAwayNotice, setNotice } from './booked.ts'
import { type Cancelling, cancelledNotice } from './cancelled.ts'
import { claimDecidedNotice } from './claim-decided.ts'
import { coachDiscordNotice, playerDiscordNotice } from './discord-given.ts'
import { movedNotice } from './moved.ts'
import { reminderNotice } from './reminder.ts'
import { smsOf } from './sms.ts'

/** Everything that is said of a booking: each event, by whoever did it, to both sides, on clocks of three zones. Read the files beside. */

/** Of the player and of the coach. */
const zones = [
  ['America/New_York', 'America/New_York'],
  ['Europe/Berlin', 'Asia/Kolkata'],
  ['Asia/Tokyo', 'Europe/Berlin'],
] as const

const profile = (zone: string, discord: string | null) => ({
  ...{ gamerTag: 'RimshotRL', handles: { discord, epic: null }, zone, goal: 'Kickoffs' },
  ranks: { ...noRanks, 'rocket-league': 'Diamond II' },
})

type Overrides = Parameters<typeof aBooking>[0] & { discord?: string | null }
const bookingIn =
  ({ discord = 'rim.shot', ...overrides }: Overrides = {}) =>
  ([playerZone, coachZone]: (typeof zones)[number]): MetBooking =>
    aBooking({
      ...{ date: '2026-12-03', time: '20:00', minutes: 90, includes: 'Two replays, drills and a plan.' },
      ...{ customerName: 'Rimshot', playerId: 'p', player: profile(playerZone, discord) },
      ...{ coachId: 'c', coachName: 'VexFlip', coachSlug: 'vexflip', coachEmail: 'coach@demo.test', coachZone },
      ...{ coachDiscord: 'vex.flip', createdAt: new Date('2026-11-24T15:00:00Z') },
      ...overrides,
    })

const at = (date: string, time: string) => instantOf(date, time, 'America/New_York')
const longBefore = at('2026-11-25', '09:00')
const untimed = { date: 'TBD', time: 'TBD' }
const anyCoach = {
  coachId: null,
  coachName: 'Any available coach',
  coachEmail: null,
  coachDiscord: null,
  coachSlug: null,
}

type Said = { booking: Overrides; say(about: About): Notice | null }

/** Cancelled `by` somebody when `refund` went back; before, `was` differed in what is named. */
function cancelled(cancelling: Partial<Cancelling>, overrides: Overrides = {}, was: Partial<MetBooking> = {}): Said {
  const { by = 'staff', reason = null, refund = 2900, others = 0, now = longBefore } = cancelling
  return {
    booking: { status: 'cancelled', sequence: 1, refundDue: refund + (was.refundDue ?? 0), ...overrides },
    say: (about) => {
      const before = { ...about.booking, status: 'confirmed' as const, refundDue: 0, ...was }
      return cancelledNotice(about, { by, reason, refund, others, now, was: before })
    },
  }
}

function moved(by: 'player' | 'coach' | 'staff', overrides: Overrides = {}): Said {
  const was = bookingIn({ date: '2026-12-01', time: '09:00' })(zones[0])
  return {
    booking: { sequence: 1, fullRefundUntilStart: by !== 'player', ...overrides },
    say: (about) => movedNotice(about, { was, by, now: longBefore }),
  }
}

const reminded = (now: Date, overrides: Overrides = {}): Said => ({
  booking: overrides,
  say: (about) => (about.as === 'player' ? reminderNotice(about, about.booking.startsAt!, now) : null),
})

function decided(decision: 'refunded' | 'another-coach' | 'declined', refund: number, reason: string | null): Said {
  const free = { id: 'free', number: 'LU-7HJ3M', price: 0, ...untimed, ...anyCoach }
  return {
    booking: { refundDue: decision === 'refunded' ? 2900 : 0, status: 'completed' },
    say: (about) =>
      about.as === 'player'
        ? claimDecidedNotice(about, {
            ...{ decision, reason, refund },
            free: decision === 'another-coach' ? bookingIn(free)(zones[0]) : null,
          })
        : null,
  }
}

const events: Record<string, Record<string, Said>> = {
  booked: {
    'and paid': { booking: {}, say: (about) => bookedNotice(about, 'player') },
    'and paid, nobody has said a Discord name': {
      booking: { discord: null, coachDiscord: null },
      say: (about) => bookedNotice(about, 'player'),
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
    'by our team, with a reason': cancelled({ by: 'staff', reason: 'Coach is ill' }),
    'by our team, half back': cancelled({ by: 'staff', refund: 1450, now: at('2026-12-03', '09:00') }),
    'by our team, while the bank decides': cancelled({ by: 'staff', refund: 0 }, { dispute: 'open' }),
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
    'another coach': decided('another-coach', 0, 'Try QuietPump: they love teaching kickoffs.'),
    declined: decided('declined', 0, 'You played two hours of it.'),
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
    'by a player who has proved nothing': {
      booking: { sequence: 1, isPlayerProven: false, isEmailProven: false },
      say: (about) => (about.as === 'coach' ? playerDiscordNotice(about, 'rim.shot') : null),
    },
  },
}

const spoken = Object.entries(events).flatMap(([event, cases]) =>
  Object.entries(cases).map(([name, said]) => ({ event, name, ...said })),
)

describe.each(Object.keys(events))('%s', (event) => {
  test('is said as it stands in its file', async () => {
    const texts = spoken
      .filter((said) => said.event === event)
      .map(({ name, booking, say }) => {
        const [first = [], ...others] = zones.map((pair) => {
          const readers = readersOf(bookingIn(booking)(pair), env)
          return readers.flatMap((about) => {
            const notice = say(about)
            return notice ? written(about, notice) : []
          })
        })
        // Of the other zones only what reads otherwise.
        const otherwise = others.map((lines, i) => [
          `-- player in ${zones[i + 1]![0]}, coach in ${zones[i + 1]![1]}`,
          ...lines.filter((line) => !first.includes(line)),
        ])
        return [`===== ${event} ${name}`, ...first, ...otherwise.flat(), ''].join('\n')
      })
    await expect(texts.join('\n')).toMatchFileSnapshot(`said/${event}.txt`)
  })
})

test('each SMS is one, in letters that every phone has, however long the names are', () => {
  const long = {
    coachName: 'TheVeryLongNamedAerialWizard',
    coachDiscord: 'the.very.long.named.wizard.1234',
    serviceName: 'Advanced Rocket League Coaching Session',
  }
  const odd = { coachName: 'Zoë “Ápex” – ß', serviceName: '1-on-1 Pro Session' }
  const plain = { serviceName: '1-on-1 Advanced Session' }
  let count = 0
  for (const { booking, say, name } of spoken)
    for (const pair of zones)
      for (const names of [plain, odd, long])
        for (const about of readersOf(bookingIn({ ...booking, ...names })(pair), env)) {
          const { sms } = say(about) ?? { sms: null }
          if (!sms) continue
          count += 1
          const text = smsOf(about, sms)
          expect(text, name).toMatch(/^Level Up: .+ https:\/\/levelup\.example\/s\/4KQ2X STOP to opt out$/)
          expect(countSegments(text), text).toEqual({ segments: 1, isBasic: true })
          // In ordinary cases nothing is cut, and when and where are said.
          if (names === plain) expect(text, text).not.toContain('...')
        }
  expect(count).toBeGreaterThan(100)
})

test('each side reads its own words, and nothing of the other’s', () => {
  for (const { event, name, booking, say } of spoken)
    for (const about of readersOf(bookingIn(booking)(zones[1]), env)) {
      const notice = say(about)
      if (!notice) continue
      const text = JSON.stringify(notice)
      const what = `${event} ${name}, to the ${about.as}`
      if (about.as === 'coach') {
        // Neither how to reach the player, nor what they paid.
        expect(text, what).not.toMatch(/player@demo\.test|15550100|pi_test|\$|\/sessions|refund/)
        if (!about.booking.player) expect(text, what).not.toMatch(/RimshotRL|Kickoffs|rim\.shot/)
      } else {
        expect(text, what).not.toMatch(/coach@demo\.test|\/coach-dashboard|rim\.shot|RimshotRL/)
        if (!about.booking.isEmailProven) expect(text, what).not.toContain('Rimshot')
      }
      // No line says nothing, and no subject is said twice.
      expect(
        notice.paragraphs.every((line) => line.trim() !== ''),
        what,
      ).toBe(true)
      expect(text, what).not.toMatch(/TBD|undefined|Invalid|\.\.[^.]/)
      expect(notice.title, what).not.toBe(notice.subject)
    }
})

test('the terms are said with the dollars and deadlines that were sold, and none that had passed', () => {
  const lines = (overrides: Overrides) => {
    const [player] = readersOf(bookingIn(overrides)(zones[0]), env)
    return bookedNotice(player!, 'player').sections!.at(-1)!.lines
  }
  const all = [
    'Move it to another free hour until Thu, Dec 3, 8:00 AM (New York): free.',
    'Cancel until Wed, Dec 2, 8:00 PM (New York): full refund of $29.',
    'Cancel until Thu, Dec 3, 6:00 PM (New York): 50% refund, $14.50.',
    'No refund in the last 2 hours before it starts.',
  ]
  const guarantee = 'First paid session not right? Tell us within 7 days after it: your money back or another coach.'
  expect(lines({})).toEqual([...all, guarantee])
  expect(lines({ createdAt: at('2026-12-03', '09:00') })).toEqual([...all.slice(2), guarantee])
  expect(lines({ refundShareLimit: 50 })).toEqual([all[0], ...all.slice(2), guarantee])
  expect(lines({ price: 0 })).toEqual([
    all[0],
    'This session is free, so there is nothing to refund. If you cannot come, please tell us early.',
  ])
})

test('what people typed cannot become markup', () => {
  const [player] = readersOf(bookingIn({ customerName: `<img src=x onerror="alert('1')">&` })(zones[0]), env)
  const { sms, invite, ...words } = bookedNotice(player!, 'player')
  const { html } = composeMail(env, { ...words, to: 'player@demo.test', why: 'Why not.' })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')
})

/** A notice as plain text. */
function written(about: About, notice: Notice): string[] {
  const { subject, preheader, title, paragraphs, facts = [], sections = [], action, links = [], invite, sms } = notice
  const file = invite?.content.replaceAll('\r\n ', '') ?? ''
  const shown = file.match(/^(METHOD|SUMMARY|DTSTART|LOCATION|DESCRIPTION|SEQUENCE|STATUS).*$/gm) ?? []
  return [
    `--- to the ${about.as}${notice.optOut ? ` (can be switched off: ${notice.optOut})` : ''}`,
    `Subject: ${subject}`,
    `Preview: ${preheader}`,
    `# ${title}`,
    ...paragraphs,
    ...facts.map(([label, value]) => `| ${label}: ${value}`),
    ...(action ? [`[${action.label}] ${action.url}`] : []),
    ...sections.flatMap(({ heading, lines }) => [`## ${heading}`, ...lines.map((line) => `- ${line}`)]),
    ...links.map(({ label, url }) => `(${label}) ${url}`),
    ...shown.map((line) => `ics ${line.trim()}`),
    ...(sms ? [`SMS ${smsOf(about, sms)}`] : []),
  ]
}
