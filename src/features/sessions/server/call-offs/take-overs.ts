import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type BookingRow, findBooking, lockBooking, tell, withMeeters } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { hearMinutes } from '#src/features/sessions/call-offs.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { whyNoneLeft } from '../outcomes/why-no-remedy.ts'
import { choices, takeOvers } from '../table.ts'
import { type ChoiceRow, isOpen, settle } from './choices.ts'
import { nobodyNotice, takeOverNotice } from './notices/take-over.ts'
import { coachesToAsk, otherCoaches } from './other-coaches.ts'
import { handOver } from './remedies.ts'

/** Some minutes after coaches were asked: the player hears when none has said yes. */
export const sayNobodyJob = defineJob<{ choiceId: string }>('sessions.say-nobody-jumped-in')

/** Asks every free coach to take a called-off session that starts soon. Throws `Conflict` when there is none to ask. */
export async function askCoaches(deps: Deps, tx: Tx, booking: BookingRow, choice: ChoiceRow): Promise<void> {
  const now = deps.now()
  const toAsk = await coachesToAsk(deps, tx, booking, choice.id)
  if (toAsk.length === 0) throw new Conflict('No other coach is free at this hour.', { reason: 'taken' })
  for (const { id: coachId, name: coachName } of toAsk) {
    await tx.insert(takeOvers).values({ choiceId: choice.id, coachId, askedAt: now }).onConflictDoNothing()
    const met = await withMeeters(tx, { ...booking, coachId, coachName })
    await tell(deps, tx, met, { key: `take-over:${choice.id}:${coachId}` }, (about) =>
      about.as === 'coach' ? takeOverNotice(about, choice.deadline) : null,
    )
  }
  await tx.update(choices).set({ chosen: 'another-coach', chosenAt: now }).where(eq(choices.id, choice.id))
  const hears = new Date(+now + hearMinutes * 60_000)
  await deps.jobs.add(tx, sayNobodyJob, { choiceId: choice.id }, { startAfter: hears })
}

/** The sessions a coach is asked to take and has not answered, the soonest first. */
export async function listTakeOvers({ db, now }: Deps, coach: CoachRow) {
  const asked = await db
    .select({ choice: choices, booking: bookings })
    .from(takeOvers)
    .innerJoin(choices, eq(choices.id, takeOvers.choiceId))
    .innerJoin(bookings, eq(bookings.id, choices.bookingId))
    .where(and(eq(takeOvers.coachId, coach.id), isNull(takeOvers.accepts), isNull(choices.settledAt)))
    .orderBy(asc(bookings.startsAt))
  return asked.flatMap(({ choice, booking }) => {
    if (!isAsking(choice, booking, now()) || !choice.deadline) return []
    const { serviceName, minutes, zone } = booking
    const startsAt = choice.startsAt.toISOString()
    return [{ choiceId: choice.id, serviceName, minutes, startsAt, zone, deadline: choice.deadline.toISOString() }]
  })
}

/**
 * A coach takes a session that they were asked to take, or says no, which is remembered. The first yes has it: gives false
 * when another one was faster, or the player chose something else meanwhile. Throws `NotFound` when nobody asked them.
 */
export async function answerTakeOver(
  deps: Deps,
  coach: CoachRow,
  choiceId: string,
  accepts: boolean,
): Promise<boolean> {
  const seen = await bookingOf(deps.db, choiceId)
  if (!seen) throw new NotFound('Nobody asks you to take this session.')
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen, coach.id).catch((error) => {
      // It has another coach by now.
      if (error instanceof Conflict) return null
      throw error
    })
    const asked = and(eq(takeOvers.choiceId, choiceId), eq(takeOvers.coachId, coach.id))
    const [row] = await tx
      .select({ choice: choices, said: takeOvers.accepts })
      .from(takeOvers)
      .innerJoin(choices, eq(choices.id, takeOvers.choiceId))
      .where(asked)
    if (!row) throw new NotFound('Nobody asks you to take this session.')
    if (row.said !== null) return row.said && seen.coachId === coach.id
    await tx.update(takeOvers).set({ accepts, answeredAt: deps.now() }).where(asked)
    if (!booking || !isAsking(row.choice, booking, deps.now())) return false
    if (!accepts) {
      if ((await countAsked(tx, choiceId)) === 0) await sayNobody(deps, tx, booking, row.choice)
      return false
    }
    // They may have been taken off the site, or booked, since they were asked.
    if (!(await otherCoaches(deps, tx, booking)).some(({ id }) => id === coach.id)) return false
    await handOver(deps, tx, booking, coach, { id: coach.userId, role: 'coach' })
    await settle(deps, tx, row.choice, 'another-coach')
    return true
  })
}

/** How many coaches were asked and have not answered. */
export async function countAsked(db: Db | Tx, choiceId: string): Promise<number> {
  return db.$count(takeOvers, and(eq(takeOvers.choiceId, choiceId), isNull(takeOvers.accepts)))
}

/** The minutes that the player was promised are over: they hear that nobody has said yes, unless it is settled. */
export async function sayNobodyYet(deps: Deps, choiceId: string): Promise<void> {
  const seen = await bookingOf(deps.db, choiceId)
  if (!seen) return
  await deps.db.transaction(async (tx) => {
    const [choice] = await tx.select().from(choices).where(eq(choices.id, choiceId)).for('update')
    if (choice && isAsking(choice, seen, deps.now())) await sayNobody(deps, tx, seen, choice)
  })
}

/** Whether the player waits for a coach who says yes, and can have one: not beside all money back. */
function isAsking(choice: ChoiceRow, booking: BookingRow, now: Date): boolean {
  const isInTime = choice.deadline !== null && now < choice.deadline && now < choice.startsAt
  return isOpen(choice, booking) && choice.chosen === 'another-coach' && isInTime && !whyNoneLeft(booking)
}

/** Once, whether they all said no or have not answered. */
async function sayNobody(deps: Deps, tx: Tx, booking: BookingRow, choice: ChoiceRow): Promise<void> {
  await tell(deps, tx, await withMeeters(tx, booking), { key: `nobody-jumped-in:${choice.id}` }, (about) =>
    about.as === 'player' ? nobodyNotice(about, choice.deadline) : null,
  )
}

async function bookingOf(db: Db, choiceId: string): Promise<BookingRow | null> {
  const [choice] = await db.select({ id: choices.bookingId }).from(choices).where(eq(choices.id, choiceId))
  return choice ? findBooking(db, choice.id) : null
}
