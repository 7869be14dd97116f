import { like } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { freeHours } from '#src/features/bookings/hours-contract.ts'
import { createFreeBooking } from '#src/features/bookings/staff-contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { saveAvailability } from '#src/features/schedule/contract.ts'
import { clockTime } from '#src/features/schedule/server/hours.ts'
import { isLong, seed } from '#tests/support/random-draws.ts'
import {
  allChanges,
  calendarTimes,
  closeStarts,
  everyTextNamesTheInstant,
  offeredIsTheRule,
  type Situation,
  same,
  situations,
  startsAreTheClocks,
} from '#tools/drills/time-promises.ts'
import { clockText, worksThroughout } from '#tools/drills/time-rule.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

/** `npm run drill:time` looks at every change of clocks of every zone in four years, this file alone at a sample. */
const limit = 30 * 60_000

test(
  'in every zone: offered = rule, every offered hour bookable, page = mail = SMS = calendar = instant',
  () => {
    const changes = allChanges('2025-01-01', isLong ? '2029-01-01' : '2026-01-01')
    const share = isLong ? 1 : Math.ceil(changes.length / 110)
    const chosen = changes.filter((_, i) => (i + seed) % share === 0)
    let hours = 0
    let cases = 0
    for (const [i, change] of chosen.entries())
      fc.assert(
        fc.property(situations(change), (situation) => {
          const starts = startsAreTheClocks(situation)
          offeredIsTheRule(starts, situation)
          hours += starts.length
          for (const start of closeStarts(starts, situation)) {
            everyTextNamesTheInstant(start, situation)
            cases += 1
          }
        }),
        { numRuns: isLong ? 2 : 1, seed: seed + i },
      )
    console.info(
      `seed ${seed}: ${cases} cases (a session compared in all texts) at ${chosen.length} changes of clocks, ${hours} hours compared with the rule, 0 counter-examples`,
    )
    expect(cases).toBeGreaterThan(isLong ? 20_000 : 700)
  },
  limit,
)

test(
  'through the database and the calls: the offered hours can be booked, at their instant, and the others cannot',
  async () => {
    let now = new Date()
    const app = await startTestApp({ now: () => now })
    try {
      const changes = allChanges('2026-01-01', '2028-01-01')
      const chosen = fc.sample(fc.constantFrom(...changes).chain(situations), { numRuns: isLong ? 120 : 4, seed })
      let booked = 0
      for (const situation of chosen) {
        now = situation.now
        app.deps.env.businessTimeZone = situation.businessZone
        booked += await bookWhatIsOffered(app, situation)
      }
      console.info(`seed ${seed}: ${chosen.length} coaches, ${booked} offered hours booked, 0 counter-examples`)
      expect(booked).toBeGreaterThan(isLong ? 200 : 3)
    } finally {
      await app.close()
    }
  },
  limit,
)

/** Returns how many hours were booked. */
async function bookWhatIsOffered(app: TestApp, situation: Situation): Promise<number> {
  const { minutes, businessZone } = situation
  const user = await aUser(app.deps)
  const admin = await aUser(app.deps, { isAdmin: true })
  const coach = await aCoach(app.deps, { userId: user.id, gameExpertise: ['rocket-league', 'fortnite'] })
  // Exceptions in the past are refused.
  const today = clockText(+situation.now, situation.hours.zone).slice(0, 10)
  const days = new Map([...situation.hours.days].filter(([date]) => date >= today))
  const hours = { ...situation.hours, days }
  const week = hours.week.map(({ weekday, ...range }) => ({ weekday, ...shown(range) }))
  const exceptions = [...days].map(([date, range]) => ({ date, ...shown(range) }))
  same(
    'saved',
    (await app.call(saveAvailability, { body: { zone: hours.zone, week, exceptions } }, user.token)).status,
    200,
  )

  const service = freeServices.find((each) => each.minutes === minutes)!
  const offer = await app.call(freeHours, { query: { serviceId: service.id, coachId: coach.id } })
  const starts = offer.body.days
    .flatMap((day) => day.hours)
    .map((hour) => ({ ...hour, startsAt: new Date(hour.startsAt) }))
  for (const start of starts)
    same(`${start.date} ${start.time}`, start.state === 'free', worksThroughout(hours, +start.startsAt, minutes))

  const taken = new Set<number>()
  for (const { date, time, startsAt, state } of closeStarts(starts, situation) as typeof starts) {
    // What was booked before is in the way of its neighbours.
    if ([...taken].some((other) => Math.abs(other - +startsAt) < minutes * 60_000)) continue
    const customer = { customerName: 'Rimshot', customerEmail: `${date}-${time.slice(0, 2)}-${coach.slug}@else.test` }
    const body = { ...customer, customerPhone: '', coachName: coach.name, serviceName: service.name }
    const answer = await app.call(
      createFreeBooking,
      { body: { ...body, selectedDate: date, selectedTime: time } },
      admin.token,
    )
    const what = `${date} ${time} in ${businessZone}`
    same(what, answer.status, state === 'free' ? 200 : 409)
    if (state !== 'free') continue
    taken.add(+startsAt)
    same(what, answer.body.booking.startsAt, startsAt.toISOString())
    await app.runJobs()
    const mails = await app.deps.db
      .select()
      .from(deliveries)
      .where(like(deliveries.dedupeKey, `%${answer.body.booking.id}%`))
    const mail = mails.find(({ recipient }) => recipient === customer.customerEmail)!
    same(what, calendarTimes(mail.invite!.content)[0], +startsAt)
  }
  return taken.size
}

function shown(range: { opens: number; closes: number } | null) {
  return range ? { opens: clockTime(range.opens), closes: clockTime(range.closes) } : { opens: null, closes: null }
}
