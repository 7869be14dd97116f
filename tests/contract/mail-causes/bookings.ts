import { eq, ne } from 'drizzle-orm'
import { aCoach } from '#src/demo/a-coach.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser } from '#src/demo/a-user.ts'
import { hashToken } from '#src/features/accounts/server/accounts.ts'
import * as sessions from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { followEmail } from '#src/features/bookings/server/notices/follow-email.ts'
import { tellNotDelivered } from '#src/features/bookings/server/notices/not-delivered.ts'
import { tellCoachDiscord, tellPlayerDiscord } from '#src/features/bookings/server/notices/tell-discord.ts'
import { remindDue } from '#src/features/bookings/server/reminders/reminders.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { createFreeBooking, scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { saveIntake } from '#src/features/sessions/contract.ts'
import { mailDayPlans } from '#src/features/sessions/server/preparation/day-plans.ts'
import { shareGame } from '#src/shared/games.ts'
import { toDecimal } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { instantOf, wallClock } from '#src/shared/zones.ts'
import { basic } from '../../support/prices.ts'
import {
  aCoachWithAccount,
  admin,
  aPaidSession,
  app,
  aReader,
  aSession,
  ask,
  type Cause,
  clock,
  nextStart,
  type Person,
  runJobs,
  silently,
  zone,
} from './readers.ts'

export const bookingCauses: Cause[] = [
  [
    'a session is paid',
    async () => aPaidSession({ coach: await aCoachWithAccount() }),
    { 'booking-confirmed': 'staff', 'booking-alert': 'staff' },
  ],
  [
    'a session of a coach without an account is paid',
    () => aPaidSession(),
    { 'booking-confirmed': 'staff', 'booking-alert': 'staff' },
    'a-player-without-coach',
  ],
  [
    'the team gives away a session of a coach with an account',
    giveSession,
    { 'booking-confirmed': 'staff', 'booking-alert': 'staff' },
    'our-team',
  ],
  [
    'the team moves a session of a coach with an account, and cancels it',
    async () => moveAndCancel(admin, await silently(async () => aPaidSession({ coach: await aCoachWithAccount() }))),
    { 'booking-moved': 'staff', 'booking-cancelled': 'staff', 'booking-cancelled-alert': 'staff' },
    'our-team',
  ],
  [
    'a player moves a session of a coach with an account, and cancels it',
    async () => {
      const player = await aReader()
      const session = silently(async () => aPaidSession({ player, coach: await aCoachWithAccount() }))
      await moveAndCancel(player, await session)
    },
    { 'booking-moved': 'staff', 'booking-cancelled': 'staff', 'booking-cancelled-alert': 'staff' },
    'the-player',
  ],
  [
    'a player moves out of a group’s hour',
    async () => {
      const player = await aReader()
      await move(player, await aSession({ player, service: group }))
    },
    { 'booking-moved': 'staff', 'booking-left-hour': 'staff' },
    'the-player-of-a-group',
  ],
  [
    'a session of a coach without an account is moved',
    async () => move(admin, await aSession({ coach: await aCoach(app.deps) })),
    { 'booking-moved': 'staff', 'booking-moved-alert': 'staff' },
    'our-team-without-coach',
  ],
  [
    'a session without a time is scheduled with another coach',
    schedule,
    { 'booking-set': 'staff', 'booking-given-away': 'staff' },
  ],
  ['an SMS about a cancelled session does not arrive', missCancellation, { 'sms-not-delivered': 'staff' }],
  ['a player gives the e-mail that they mistyped', correctEmail, { 'booking-confirmed-again': 'staff' }],
  ['player and coach have a new Discord name', changeDiscord, { 'coach-discord': 'staff', 'player-discord': 'staff' }],
  [
    'a session is near',
    remind,
    {
      ...{ 'reminder-24h': 'staff', 'reminder-1h': 'staff', 'day-plan': 'staff', 'coach-reminder': 'staff' },
      'no-discord-alert': 'staff',
    },
  ],
]

const group = must(
  services.find(({ capacity }) => capacity > 1),
  'a group',
)

async function giveSession() {
  const coach = await aCoachWithAccount()
  const { date, time } = nextStart()
  // Where somebody without an account lives is not known.
  const customerEmail = zone ? (await aReader()).email : 'rimshot@else.test'
  await ask(
    createFreeBooking,
    {
      ...{ customerName: 'Rimshot', customerEmail, coachName: coach.name },
      serviceName: freeServices.find(({ games }) => shareGame(coach.gameExpertise, games))!.name,
      ...{ selectedDate: date, selectedTime: time },
    },
    admin,
  )
}

async function move(by: Person, { id }: { id: string }) {
  const { date, time } = nextStart()
  await ask(sessions.moveBooking, { selectedDate: date, selectedTime: time }, by, { bookingId: id })
}

async function moveAndCancel(by: Person, session: { id: string }) {
  await move(by, session)
  // Else a mail that it moved is never sent: it is cancelled.
  await runJobs()
  await ask(sessions.cancelBooking, { refund: basic.decimal, reason: 'Exam' }, by, { bookingId: session.id })
}

async function correctEmail() {
  const { playerId, customerEmail } = await silently(() => aSession())
  await followEmail(app.deps, { accountId: must(playerId, 'a player'), was: hashToken(customerEmail) })
}

async function missCancellation() {
  const { id } = await silently(async () => {
    const session = await aSession({ customerPhone: '+12125550177' })
    await ask(sessions.cancelBooking, { refund: toDecimal(session.price) }, admin, { bookingId: session.id })
    return session
  })
  await tellNotDelivered(app.deps, { deliveryId: id, dedupeKey: `booking-cancelled:${id}:sms` })
}

async function schedule() {
  const { id } = await aSession({ start: null })
  const { date, time } = nextStart()
  const coachId = (await aCoachWithAccount()).id
  await ask(scheduleBooking, { selectedDate: date, selectedTime: time, coachId }, admin, { bookingId: id })
}

async function changeDiscord() {
  const player = await aUser(app.deps)
  await aProfile(app.deps, player, { zone })
  const coach = await aCoach(app.deps, { userId: (await aReader()).id, discordUsername: 'vexflip' })
  await aSession({ player, coach })
  await tellCoachDiscord(app.deps, coach.id)
  await tellPlayerDiscord(app.deps, player.id)
}

async function remind() {
  const player = await aReader()
  const coachsZone = zone ?? app.deps.env.businessTimeZone
  // By day for the coach: a session of the night stands in the plan of the day before, with its date.
  const start = bookableStarts(clock, app.deps.env.businessTimeZone)
    .slice(30)
    .find(({ startsAt }) => wallClock(startsAt, coachsZone).time > '12:00')
  const { id, startsAt } = await aSession({ player, start: must(start, 'a start') })
  const said = {
    ...{ rank: 'Diamond II', goal: 'Champion by spring', holdsBack: 'I whiff aerials.' },
    links: ['https://clips.example.com/1'],
  }
  await ask(saveIntake, said, player, { bookingId: id })
  // Only this one.
  await app.deps.db.update(bookings).set({ nextReminderAt: null })
  for (const hours of [24, 1]) {
    const at = new Date(Number(startsAt) - hours * 3_600_000)
    await app.deps.db.update(bookings).set({ nextReminderAt: at }).where(eq(bookings.id, id))
    await remindDue({ ...app.deps, now: () => at })
  }
  await app.deps.db.update(bookings).set({ seatId: null }).where(ne(bookings.id, id))
  const { date } = wallClock(must(startsAt, 'a time'), coachsZone)
  const morning = instantOf(date, '07:00', coachsZone)
  await mailDayPlans({ ...app.deps, now: () => morning })
}
