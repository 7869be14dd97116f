import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import type { Deps } from '#src/deps.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { savePlayerNote } from '#src/features/bookings/server/coach-sessions.ts'
import { packages, services } from '#src/features/bookings/services.ts'
import { recountAnswerTimes } from '#src/features/messages/server/answer-times.ts'
import { saveAvailability } from '#src/features/schedule/server/availability.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { aloneIn } from '#src/platform/database/migrate.ts'
import { demoData } from '#src/platform/database/table.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { demoApplications } from './demo-applications.ts'
import { demoCoaches } from './demo-coaches.ts'
import { demoContacts } from './demo-contacts.ts'
import { demoDeliveries } from './demo-deliveries.ts'
import { demoRanks, demoRatings } from './demo-ratings.ts'
import { demoStories } from './demo-stories.ts'
import { eightWeeks } from './eight-weeks.ts'
import { type PaidAt, payBookings } from './pay-bookings.ts'
import { payCoaches } from './pay-coaches.ts'
import { someIntakes } from './some-intakes.ts'
import { someNotes } from './some-notes.ts'

/**
 * Fills a database that has no account yet with the demo's people, coaches and bookings, and marks it, so that production
 * refuses it; leaves any other alone. `url` is the database's. The bookings were paid at the sandbox; null: another provider is asked, which knows nothing of them.
 * Of several processes at once one fills it, and the others wait for that.
 */
export async function fillEmptyDatabase(deps: Deps, url: string, sandbox: PaidAt | null): Promise<void> {
  await aloneIn(url, async () => {
    if ((await deps.db.$count(users)) > 0) return
    // First of all: also what is left of a filling that broke off is marked.
    await deps.db.insert(demoData).values({}).onConflictDoNothing()
    const owner = await fill(deps)
    if (!sandbox) return
    await payBookings(deps, sandbox)
    await payCoaches(deps, owner)
  })
}

/** Returns the owner. */
async function fill(deps: Deps): Promise<Account> {
  const owner = await aUser(deps, { name: 'Demo Owner', email: 'owner@demo.test', isOwner: true })
  await aUser(deps, { name: 'Demo Admin', email: 'admin@demo.test', isAdmin: true })
  const coach = await aUser(deps, { name: 'Demo Coach', email: 'coach@demo.test' })
  const player = await aUser(deps, { name: 'Demo Player', email: 'player@demo.test' })
  const others = await Promise.all(
    ['Rimshot', 'Pixelmaus', 'NachoBoost', 'QuietStorm'].map((name) =>
      aUser(deps, { name, email: `${name.toLowerCase()}@demo.test` }),
    ),
  )
  // Not the demo's player: people who try the demo are asked, as everybody is once.
  const goals = ['Fast aerials', 'Third person in 3v3', 'Box fights', null]
  for (const [i, goal] of goals.entries()) await aProfile(deps, others[i]!, { goal })

  const coaches = []
  for (const profile of demoCoaches) {
    const email = `${profile.name.toLowerCase()}@demo.test`
    const account =
      { ApexOrbit: owner, VexFlip: coach }[profile.name] ?? (await aUser(deps, { name: profile.name, email }))
    coaches.push(await aCoach(deps, { ...profile, userId: account.id, hoursConfirmedAt: deps.now() }))
  }

  const { businessTimeZone: zone } = deps.env
  const players = [player, ...others]
  const offers = [...services.slice(0, 3), ...packages]
  const upcoming = bookableStarts(deps.now(), zone)
  for (let i = 0; i < 14; i++) {
    const isPast = i >= 8
    const start = isPast ? pastStart(deps, i - 6, 9 + ((i * 3) % 11)) : upcoming[i * 17 + 3]!
    await aBooking(deps, {
      player: players[i % players.length],
      coach: coaches[(i * 5) % coaches.length],
      service: offers[i % offers.length],
      start,
      status: isPast ? (i === 11 ? 'no_show' : 'completed') : 'confirmed',
      customerPhone: i % 3 === 0 ? `+1212555${String(1000 + i * 37)}` : null,
      createdAt: new Date(Math.min(deps.now().getTime(), start.startsAt.getTime()) - (i + 1) * 7_400_000),
    })
  }
  // Some begin tomorrow with full hours, so that not everybody's next free hour is the same.
  for (const [i, coach] of coaches.entries())
    for (let hour = 0; hour < [0, 1, 3, 0, 2, 5][i]!; hour++)
      await aBooking(deps, {
        player: others[(i + hour) % others.length],
        coach,
        start: upcoming[hour]!,
        customerPhone: hour % 2 ? null : `+1212555${2000 + i * 10 + hour}`,
      })

  // Each rated session has a day of its own.
  let rated = 0
  const nextDaysAgo = () => 20 + 3 * rated++
  for (const coach of coaches)
    for (const [i, [rating, review]] of (demoRatings[coach.name] ?? []).entries())
      await aRating(deps, {
        daysAgo: nextDaysAgo(),
        coach,
        player: others[i % others.length],
        rating,
        review,
        rank: demoRanks[i % demoRanks.length],
      })
  for (const [i, rating] of [5, 3].entries())
    await aRating(deps, {
      daysAgo: nextDaysAgo(),
      coach: coaches[i],
      player: others[i],
      rating,
      review: i === 0 ? 'Every replay ended with one thing to practise. I stopped guessing.' : null,
      isApproved: false,
    })
  await eightWeeks(deps, player, coaches[1]!)
  await someNotes(deps)
  await recountAnswerTimes(deps)
  const group = services.find((service) => service.capacity > 1)!
  for (const member of players.slice(0, 2))
    await aBooking(deps, { player: member, coach: coaches[1], service: group, start: upcoming[29]! })
  await someIntakes(deps, others)
  // Over since yesterday: for the coach to say whether it took place.
  await aBooking(deps, { player: others[1], coach: coaches[1], start: pastStart(deps, 1, 15) })
  // Called off soon after they were booked: with all the money back, and with half of it on the evening before.
  for (const [i, [days, time, share]] of (
    [
      [5, '12:00', 1],
      [3, '20:00', 0.5],
    ] as const
  ).entries()) {
    const { date } = pastStart(deps, days, 9)
    const refunded = services[0]!.price * share
    await aBooking(deps, {
      player: others[2 + i],
      coach: coaches[i],
      start: pastStart(deps, 2, 9 + i),
      status: 'cancelled',
      createdAt: instantOf(date, time, zone),
      refundDue: refunded,
      refunded,
    })
  }
  await savePlayerNote(deps, coaches[1]!.id, player.id, 'Boosts too early on kick-offs. Next time: half-volleys.')
  await saveAvailability(deps, coaches[1]!.id, {
    zone,
    week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      opens: '09:00',
      closes: weekday < 6 ? '22:00' : '20:00',
    })),
    exceptions: [{ date: addDays(upcoming[0]!.date, 19), opens: null, closes: null }],
  })

  const daysAgo = (days: number) => new Date(deps.now().getTime() - days * 86_400_000)
  for (const [i, story] of demoStories.entries())
    await aStory(deps, { author: others[i % others.length], createdAt: daysAgo(i * 6 + 1), ...story })
  for (const [i, application] of demoApplications.entries())
    await anApplication(deps, { createdAt: daysAgo(i * 2 + 0.4), ...application })
  await anApplication(deps, {
    userId: coach.id,
    coachId: coaches.find((profile) => profile.userId === coach.id)!.id,
    applicantName: 'VexFlip',
    applicantEmail: coach.email,
    gameExpertise: ['rocket-league'],
    status: 'approved',
    adminNotes: 'Approved by admin',
    createdAt: daysAgo(40),
  })
  for (const [i, contact] of demoContacts.entries())
    await aContact(deps, { writer: others[i % others.length], createdAt: daysAgo(i + 0.2), ...contact })
  for (const [i, delivery] of demoDeliveries.entries())
    await aDelivery(deps, { createdAt: daysAgo(i * 0.4 + 0.1), ...delivery })
  return owner
}

/** A start `days` ago at `hour` o'clock. */
function pastStart({ now, env }: Deps, days: number, hour: number): Start {
  const date = addDays(wallClock(now(), env.businessTimeZone).date, -days)
  const time = `${String(hour).padStart(2, '0')}:00`
  return { date, time, startsAt: instantOf(date, time, env.businessTimeZone) }
}
