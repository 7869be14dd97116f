import { describe, expect, test } from 'vitest'
import { composeMail } from '#src/features/notifications/server/notifications.ts'
import { countSegments } from '#src/shared/text/sms-text.ts'
import {
  at,
  bookingIn,
  events,
  type Overrides,
  readersIn,
  spoken,
  type Zones,
  zones,
} from '#tests/support/bookings/booking-notices.ts'
import { noticeEnv as env } from '../life-cycle/unsaved-booking.ts'
import { type About, type Notice, readersOf } from './about.ts'
import { bookedNotice } from './booked.ts'
import { cancelledNotice } from './cancelled.ts'
import { smsOf } from './sms.ts'

/** Everything that is said of a booking: each event, by whoever did it, to both sides, on clocks of three zones. Read the files beside. */
describe.each(Object.keys(events))('%s', (event) => {
  test('is said as it stands in its file', async () => {
    const texts = spoken
      .filter((said) => said.event === event)
      .map(({ name, ...said }) => {
        const [first = [], ...others] = zones.map((pair) => {
          return readersIn(said, pair, env).flatMap((about) => {
            const notice = said.say(about)
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

test('each SMS is one, in letters that every phone has, and says where to meet, however long names, zone and address are', () => {
  const long = {
    coachName: 'TheVeryLongNamedAerialWizard',
    coachDiscord: 'the.very.long.named.wizard.1234',
    serviceName: 'Advanced Rocket League Coaching Session',
  }
  const odd = { coachName: 'Zoë “Ápex” – ß', serviceName: '1-on-1 Pro Session' }
  const plain = { serviceName: '1-on-1 Advanced Session' }
  const longest: Zones = ['America/Port-au-Prince', 'Europe/Berlin']
  const addresses = [env.baseUrl, 'https://www.levelup-coaching.example']
  let [count, whole] = [0, 0]
  for (const { booking, others, say, name } of spoken)
    for (const pair of [...zones, longest])
      for (const names of [plain, odd, long])
        for (const baseUrl of addresses)
          for (const about of readersIn({ booking: { ...booking, ...names }, others, say }, pair, {
            ...env,
            baseUrl,
          })) {
            const { sms, smsWords } = say(about) ?? { sms: null }
            if (!sms) continue
            count += 1
            const text = smsOf(about, sms, smsWords)
            expect(text.startsWith('Level Up: '), name).toBe(true)
            expect(text.endsWith(` ${baseUrl}/s/4KQ2X STOP to opt out`), text).toBe(true)
            expect(countSegments(text), text).toEqual({ segments: 1, isBasic: true })
            // Where to meet is never left out, and never cut.
            const { coachDiscord } = about.booking
            if (!sms[0]?.includes('Discord')) continue
            const isWhole = coachDiscord !== null && text.includes(`Discord: ${coachDiscord}`)
            if (names !== long && coachDiscord) expect(isWhole, text).toBe(true)
            if (!isWhole) expect(text).toContain('Discord name: by mail')
            if (isWhole && names === long) whole += 1
          }
  expect(count).toBeGreaterThan(250)
  expect(whole).toBeGreaterThan(0)
})

test('the SMS of a cancellation keeps its reason, cut where it is too long', () => {
  const cancelling = {
    by: 'staff' as const,
    ...{ isPlayersWish: false, isWithdrawal: false, refund: 2900, others: 0, wasCalledOff: false },
  }
  const sms = (reason: string, overrides: Overrides = {}) => {
    const booking = bookingIn(overrides)(zones[0]!)
    const [player] = readersOf(booking, env)
    const { sms, smsWords } = cancelledNotice(player!, {
      ...cancelling,
      reason,
      was: booking,
      now: at('2026-12-01', '09:00'),
    })
    const text = smsOf(player!, sms!, smsWords)
    expect(countSegments(text)).toEqual({ segments: 1, isBasic: true })
    expect(text).toContain('https://levelup.example/s/4KQ2X STOP to opt out')
    return text
  }
  expect(sms('Coach is ill, sorry')).toBe(
    'Level Up: we had to cancel: VexFlip, Dec 3, 8:00 PM (New York). $29 back. "Coach is ill, sorry." https://levelup.example/s/4KQ2X STOP to opt out',
  )
  expect(sms('VexFlip caught a cold and lost their voice; we are looking for another coach for you')).toContain(
    '$29 back. "VexFlip caught a cold and lost thei." https',
  )
  expect(sms('Ill')).toContain('VexFlip, Thu, Dec 3, 8:00 PM (New York). $29 back to your card. Reason: "Ill." https')
  expect(sms('一二三 “sick” – 🤒🤒🤒')).toContain('"')
})

test('each side reads its own words, and nothing of the other’s', () => {
  for (const { event, name, ...said } of spoken)
    for (const about of readersIn(said, zones[1]!, env)) {
      const notice = said.say(about)
      if (!notice) continue
      const text = JSON.stringify(notice)
      const what = `${event} ${name}, to the ${about.as}`
      if (about.as === 'coach') {
        // Neither how to reach the player, nor what they paid.
        expect(text, what).not.toMatch(/player@demo\.test|15550100|pi_test|\$|\/sessions\?|refund/)
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
    const [player] = readersOf(bookingIn(overrides)(zones[0]!), env)
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
  const [player] = readersOf(bookingIn({ customerName: `<img/src=x/onerror="alert('1')">&` })(zones[0]!), env)
  const { sms, invite, ...words } = bookedNotice(player!, 'player')
  const { html } = composeMail(env, { ...words, to: 'player@demo.test', why: 'Why not.' })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img/src=x/onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')
})

/** A notice as plain text. */
function written(about: About, notice: Notice): string[] {
  const {
    subject,
    preheader,
    title,
    paragraphs,
    facts = [],
    sections = [],
    action,
    links = [],
    invite,
    sms,
    smsWords,
  } = notice
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
    ...(sms ? [`SMS ${smsOf(about, sms, smsWords)}`] : []),
  ]
}
