import { and, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { type BookingRow, claimedCoachIds, deciderCoachIds } from '#src/features/bookings/server/bookings.ts'
import { byRating } from '#src/features/coaches/by-rating.ts'
import {
  activeCoachIds,
  type CoachRow,
  coachEmail,
  coachesNotFor,
  findCoach,
  findCoaches,
} from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { freeCoaches } from '#src/features/schedule/server/schedule.ts'
import { mostAsked, takeOverWay } from '#src/features/sessions/call-offs.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { Expertise } from '#src/shared/games.ts'
import { choices, questions, takeOvers } from '../table.ts'

/**
 * The active coaches of the session's game who are free at its hour, the best rated first. Never one whom the player
 * refused, by a claim of the guarantee or a block, nor one who called this session off, decided about it as our team, or did not
 * come. Where they have to say yes first, the notice they want does not count.
 */
export async function otherCoaches({ env, now }: Deps, db: Db | Tx, booking: BookingRow): Promise<CoachRow[]> {
  const { coachId, startsAt, minutes, capacity, sessionDate: date, sessionTime: time } = booking
  const coach = coachId && (await findCoach(db, coachId))
  if (!coach || !startsAt) return []
  const refused = await refusedBy(db, booking)
  const coachIds = (await activeCoachIds(db, await gamesOf(db, booking, coach))).filter((id) => !refused.includes(id))
  const at = { now: now(), zone: env.businessTimeZone }
  const query = { coachIds, minutes, capacity, isAgreed: takeOverWay(startsAt, at.now) !== 'at-once' }
  const free = await freeCoaches(db, query, { date, time, startsAt }, at)
  const found = await findCoaches(db, free)
  return byRating([...found.values()].filter(({ userId }) => userId === null || userId !== booking.playerId))
}

/** The games a session may be about: those it was given away or ordered for, as far as its coach coaches them, else all of these, else the coach's. */
async function gamesOf(db: Db | Tx, { id, serviceId }: BookingRow, { gameExpertise }: CoachRow): Promise<Expertise> {
  const [order] = await db.select({ game: orders.game }).from(orders).where(eq(orders.bookingId, id))
  const wanted = freeServices.find((service) => service.id === serviceId)?.games ?? order?.game ?? []
  const both = wanted.filter((game) => gameExpertise.includes(game))
  const [first, ...more] = both.length > 0 ? both : wanted
  return first ? [first, ...more] : gameExpertise
}

/** Those of them who can be asked to jump in: they read their mail, and have not said no to this choice. */
export async function coachesToAsk(
  deps: Deps,
  db: Db | Tx,
  booking: BookingRow,
  choiceId: string,
): Promise<CoachRow[]> {
  const saidNo = await db
    .select({ coachId: takeOvers.coachId })
    .from(takeOvers)
    .where(and(eq(takeOvers.choiceId, choiceId), eq(takeOvers.accepts, false)))
  const toAsk: CoachRow[] = []
  for (const coach of await otherCoaches(deps, db, booking)) {
    if (toAsk.length === mostAsked) break
    if (saidNo.some(({ coachId }) => coachId === coach.id) || !(await coachEmail(db, coach.id))) continue
    toAsk.push(coach)
  }
  return toAsk
}

async function refusedBy(db: Db | Tx, { id, coachId, playerId }: BookingRow): Promise<string[]> {
  const away = await db.select({ coachId: choices.coachId }).from(choices).where(eq(choices.bookingId, id))
  // A 'no' before the start changes nothing: the session's history has no line of it.
  const decided = await db
    .selectDistinct({ coachId: coaches.id })
    .from(questions)
    .innerJoin(coaches, eq(coaches.userId, questions.decidedBy))
    .where(eq(questions.bookingId, id))
  return [
    ...(coachId ? [coachId] : []),
    ...(await deciderCoachIds(db, id)),
    ...decided.map((by) => by.coachId),
    ...away.flatMap((choice) => choice.coachId ?? []),
    ...(playerId ? [...(await claimedCoachIds(db, playerId)), ...(await coachesNotFor(db, playerId))] : []),
  ]
}
