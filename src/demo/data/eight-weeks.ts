import { aBooking } from '#src/demo/a-booking.ts'
import { aWriteUp, type WriteUpWords } from '#src/demo/a-write-up.ts'
import type { Deps } from '#src/deps.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { drills, intakes } from '#src/features/sessions/server/table.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'

const fastAerial = { text: 'Fast aerial pack, 10 minutes', link: 'https://clips.example.com/drills/fast-aerial' }
const wallTouch = { text: 'Wall to air dribble, 20 tries a side', link: 'https://clips.example.com/drills/wall-to-air' }
const landing = { text: 'Land on four wheels, 50 times', link: 'https://clips.example.com/drills/landing' }
const replay = { text: 'Watch one lost match and name the first mistake' }

type Week = {
  daysAgo: number
  rank: string
  goal: string
  holdsBack: string
  /** Not held. */
  isCancelled?: true
  /** It was booked for so many days before it took place. */
  movedBy?: number
} & Partial<WriteUpWords>

const champion = 'Champion before the season ends'

/** One session a week, at six in the evening. */
const weeks: Week[] = [
  {
    daysAgo: 52,
    rank: 'Platinum III',
    goal: 'Reach Diamond',
    holdsBack: 'I whiff everything above the crossbar.',
    seen: [
      'You jump before you know where the ball goes.',
      'Your second jump comes late, so you never get height.',
      'After a whiff you drive back through the middle.',
    ],
    homework: [
      { ...fastAerial, done: true },
      { ...landing, done: true },
    ],
    nextStep: 'Fast aerials without boost first, then with.',
  },
  {
    daysAgo: 45,
    rank: 'Platinum III',
    goal: 'Reach Diamond',
    holdsBack: 'Fast aerials work in training, not in matches.',
    seen: ['Takeoff is clean now.', 'You go for balls that are not yours.', 'Boost is empty when it matters.'],
    homework: [
      { ...fastAerial, done: true },
      { ...replay, done: true },
    ],
    nextStep: 'One question before each jump: is it mine?',
  },
  {
    daysAgo: 38,
    rank: 'Platinum III',
    goal: 'Reach Diamond',
    holdsBack: 'Exams this week.',
    isCancelled: true,
  },
  {
    daysAgo: 30,
    rank: 'Diamond I',
    goal: champion,
    holdsBack: 'First match in Diamond was a wall.',
    movedBy: 1,
    seen: [
      'Diamond reads your first touch: everything goes to the same corner.',
      'You wait on the wall instead of coming off it.',
      'Kick-offs are good, keep them.',
    ],
    homework: [
      { ...wallTouch, done: true },
      { text: 'Ten shots a day to the far post', done: true },
    ],
    nextStep: 'Coming off the wall with the ball, not after it.',
  },
  {
    daysAgo: 24,
    rank: 'Diamond I',
    goal: champion,
    holdsBack: 'I lose the ball when two of them rush me.',
    seen: [
      'The wall touch holds until you look up.',
      'Under pressure you flick at once.',
      'Landings cost you a second.',
    ],
    homework: [{ ...wallTouch, done: true }, { ...landing }],
    nextStep: 'Keep the ball for two touches before you flick.',
  },
  {
    daysAgo: 17,
    rank: 'Diamond II',
    goal: champion,
    holdsBack: 'Third man: I never know when to go.',
    seen: [
      'You rotate behind the ball now, well done.',
      'As third man you stand too near to see both mates.',
      'You still save boost for yourself: pass it on.',
    ],
    homework: [{ ...replay, done: true }],
    nextStep: 'Third man: half the field away until the second has touched.',
  },
  {
    daysAgo: 10,
    rank: 'Diamond II',
    goal: champion,
    holdsBack: 'We lose leads in the last minute.',
    seen: [
      'Ahead by one you attack as if you were behind.',
      'Clears go to the middle: twice straight to their striker.',
      'Recoveries are Champion level.',
    ],
    homework: [
      { text: 'Clear to the side, 30 balls', link: 'https://clips.example.com/drills/side-clears', done: true },
      { ...replay },
    ],
    nextStep: 'With a lead: one attacks, two stay.',
  },
  {
    daysAgo: 3,
    rank: 'Diamond III',
    goal: champion,
    holdsBack: 'I panic when the ball bounces in front of our goal.',
    seen: [
      'Bounces: you jump at the ball, wait for its second bounce instead.',
      'Air dribbles start well and end in a pop: less boost, more tilt.',
      'Your calls are short and clear now.',
    ],
    homework: [
      { text: 'Bounce reads in free play, 15 minutes', link: 'https://clips.example.com/drills/bounces' },
      { ...wallTouch },
      { text: 'Three matches without a single panic clear', done: true },
    ],
    nextStep: 'Two wins in a row to Champion: play them with the side clears.',
  },
]

/**
 * For the demo: eight weeks of a player with one coach, from Platinum to the edge of Champion, with one session moved and one
 * cancelled; and the drills of that coach. It sends no mail.
 */
export async function eightWeeks(deps: Deps, player: Account, coach: CoachRow): Promise<void> {
  const coachUser = { actorId: coach.userId, actorRole: 'coach' as const }
  const playerActor = { actorId: player.id, actorRole: 'player' as const }
  const note = (line: typeof bookingHistory.$inferInsert) => deps.db.insert(bookingHistory).values(line)
  for (const { daysAgo, rank, goal, holdsBack, isCancelled, movedBy, seen, ...words } of weeks) {
    const start = eveningOf(deps, daysAgo)
    const bookedAt = new Date(+start.startsAt - 6.8 * 86_400_000)
    const { price } = services[0]
    const booking = await aBooking(deps, {
      ...{ player, coach, start, createdAt: bookedAt },
      status: isCancelled ? 'cancelled' : 'completed',
      ...(isCancelled && { refundDue: price, refunded: price }),
    })
    const bookingId = booking.id
    await note({ bookingId, act: 'booked', ...playerActor, createdAt: bookedAt })
    const saidAt = new Date(+bookedAt + 15 * 60_000)
    await deps.db.insert(intakes).values({ bookingId, rank, goal, holdsBack, watchedAt: saidAt, updatedAt: saidAt })
    const changed = { bookingId, ...playerActor, createdAt: new Date(+bookedAt + 20 * 60_000) }
    if (isCancelled) await note({ ...changed, act: 'cancel', detail: { refund: toDecimal(price) }, reason: 'Exams' })
    if (movedBy) {
      const from = eveningOf(deps, daysAgo + movedBy)
      const detail = { from: `${from.date} ${from.time}`, to: `${start.date} ${start.time}` }
      await note({ ...changed, act: 'move', detail })
    }
    if (!seen || !booking.endsAt) continue
    const doneAt = new Date(+booking.endsAt + 5 * 60_000)
    await note({ bookingId, act: 'complete', ...coachUser, createdAt: doneAt })
    await aWriteUp(deps, booking, { seen, ...words })
    const writtenAt = new Date(+booking.endsAt + 3 * 3_600_000)
    await note({ bookingId, act: 'write-up', ...coachUser, createdAt: writtenAt })
  }
  const own = [fastAerial, wallTouch, landing, replay]
  await deps.db.insert(drills).values(own.map((drill, place) => ({ link: null, ...drill, coachId: coach.id, place })))
}

/** Six in the evening, so many days ago, on the business's clock. */
function eveningOf({ now, env: { businessTimeZone: zone } }: Deps, days: number): Start {
  const date = addDays(wallClock(now(), zone).date, -days)
  return { date, time: '18:00', startsAt: instantOf(date, '18:00', zone) }
}
