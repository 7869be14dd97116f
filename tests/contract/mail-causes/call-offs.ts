import { aCoach } from '#src/demo/a-coach.ts'
import { lockBooking } from '#src/features/bookings/server/bookings.ts'
import { availability, weeklyHours } from '#src/features/schedule/server/table.ts'
import { acceptProposal, callOff, choose, proposeHour, type Wish } from '#src/features/sessions/call-off-contract.ts'
import { checkIn } from '#src/features/sessions/contract.ts'
import { giveBackOverdue } from '#src/features/sessions/server/call-offs/deadlines.ts'
import { handOver } from '#src/features/sessions/server/call-offs/remedies.ts'
import { callMissingCoaches } from '#src/features/sessions/server/preparation/call-coach.ts'
import { choices } from '#src/features/sessions/server/table.ts'
import { must } from '#src/shared/must.ts'
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
  hoursAgo,
  nextStart,
  silently,
} from './readers.ts'

export const callOffCauses: Cause[] = [
  [
    'a coach calls a session off, and the player keeps the hour with another coach',
    async () => callOffAnd({ chosen: 'another-coach', coachId: (await aCoachWithAccount()).id }),
    { choose: 'nobody', 'called-off': 'staff', 'call-off-alert': 'staff', 'handed-over': 'staff' },
  ],
  [
    'a coach calls a session off, and the player takes another hour',
    () => {
      const { date, time } = nextStart()
      return callOffAnd({ chosen: 'another-hour', selectedDate: date, selectedTime: time })
    },
    { choose: 'nobody', 'called-off': 'staff', 'call-off-alert': 'staff', 'another-hour': 'staff' },
  ],
  [
    'a coach calls a session off, and nothing is chosen',
    async () => {
      const account = await aReader()
      const coach = await aCoach(app.deps, { userId: account.id, hoursConfirmedAt: clock })
      const { id, startsAt } = await silently(async () => aPaidSession({ player: await aReader(), coach }))
      // Only this one.
      await app.deps.db.update(choices).set({ settledAt: clock })
      await ask(callOff, { reason: 'ill' }, account, { bookingId: id })
      await giveBackOverdue({ ...app.deps, now: () => new Date(must(startsAt, 'a time')) })
    },
    { choose: 'nobody', 'called-off': 'staff', 'call-off-alert': 'staff', 'money-back': 'staff' },
  ],
  [
    'a coach calls a running session off, and the player wants another coach',
    () => callOffAnd({ chosen: 'another-coach' }, hoursAgo(0.5)),
    {
      choose: 'nobody',
      'called-off': 'staff',
      'call-off-alert': 'staff',
      'team-finds': 'staff',
      'booking-moved-alert': 'staff',
    },
    'a-late-coach',
  ],
  [
    'coaches are asked to jump in, and none says yes',
    askInVain,
    {
      choose: 'nobody',
      'called-off': 'staff',
      'call-off-alert': 'staff',
      'take-over': 'staff',
      'nobody-jumped-in': 'staff',
    },
    'a-coach-today',
  ],
  ['the team hands a session over', handOverOne, { 'handed-over': 'staff', 'handed-away': 'staff' }, 'our-team'],
  [
    'a coach proposes another hour, and the player takes it',
    proposeAndTake,
    { proposed: 'staff', 'proposal-taken': 'staff' },
  ],
  [
    'a coach calls sessions off late',
    callOffLate,
    { choose: 'nobody', 'called-off': 'staff', 'call-off-alert': 'staff', unreliable: 'staff' },
  ],
  ['a player waits for a coach who is not there', waitForCoach, { 'coach-called': 'staff' }],
]

/** A session whose coach calls it off; the player then chooses. */
async function callOffAnd(wish: Wish, start = nextStart()) {
  const [player, account] = [await aReader(), await aReader()]
  const coach = await aCoach(app.deps, { userId: account.id, hoursConfirmedAt: clock })
  const booking = await aSession({ player, coach, start })
  await ask(callOff, { reason: 'emergency', word: 'I lost my voice.' }, account, { bookingId: booking.id })
  await ask(choose, wish, player, { bookingId: booking.id })
}

async function askInVain() {
  const [player, account] = [await aReader(), await aReader()]
  const coach = await aCoach(app.deps, { userId: account.id, gameExpertise: ['fortnite'] })
  const other = await aCoachWithAccount({ gameExpertise: ['fortnite'] })
  // Whatever the hour is.
  await app.deps.db.insert(availability).values({ coachId: other.id, zone: 'UTC' })
  const day = { coachId: other.id, opens: 0, closes: 1440 }
  await app.deps.db.insert(weeklyHours).values([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ ...day, weekday })))
  const { id } = await aSession({ player, coach, start: hoursAgo(-3) })
  await ask(callOff, { reason: 'ill' }, account, { bookingId: id })
  await ask(choose, { chosen: 'another-coach' }, player, { bookingId: id })
}

async function handOverOne() {
  const booking = await aSession()
  const to = await aCoachWithAccount()
  await app.deps.db.transaction(async (tx) =>
    handOver(app.deps, tx, await lockBooking(tx, booking, to.id), to, { id: admin.id, role: 'staff' }),
  )
}

async function proposeAndTake() {
  const [player, account] = [await aReader(), await aReader()]
  const coach = await aCoach(app.deps, { userId: account.id, hoursConfirmedAt: clock })
  const { id } = await aSession({ player, coach })
  const { date, time } = nextStart()
  await ask(proposeHour, { selectedDate: date, selectedTime: time }, account, { bookingId: id })
  await ask(acceptProposal, undefined, player, { bookingId: id })
}

async function callOffLate() {
  const account = await aReader()
  const coach = await aCoach(app.deps, { userId: account.id })
  for (const hours of [0.95, -0.1, -1.15]) {
    const { id } = await aSession({ coach, start: hoursAgo(hours) })
    await ask(callOff, { reason: 'ill' }, account, { bookingId: id })
  }
}

async function waitForCoach() {
  const player = await aReader()
  const { id } = await aSession({ player, start: hoursAgo(0.1) })
  await ask(checkIn, undefined, player, { bookingId: id })
  await callMissingCoaches(app.deps)
}
