import { and, asc, desc, eq, isNotNull, ne, notInArray } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { keepOther } from '#src/features/accounts/server/accounts.ts'
import { type BookingRow, lockBooking, recordWriteUp } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { WriteUp, Written } from '#src/features/sessions/write-up-contract.ts'
import { shortestNotes, writtenLength } from '#src/features/sessions/write-ups.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { ownSide } from '../parties.ts'
import { homework, writeUps } from '../table.ts'
import { keepDrills } from './drills.ts'
import { tellWrittenUp } from './notices.ts'

/**
 * Writes up a session as its coach, in place of what they wrote before; homework that stays keeps its tick. The first time
 * counts as the notes that some offers owe, and the player is mailed. Gives whether it was that. Throws `NotFound` for everybody else,
 * `Invalid` for notes that are too short to be what was sold, `Conflict` when it does not take place, has not started, or was written up too long ago.
 */
export async function saveWriteUp(
  deps: Deps,
  coach: Account,
  bookingId: string,
  said: WriteUp,
): Promise<{ writeUp: Written; isFirst: boolean }> {
  const seen = await ownAsCoach(deps.db, coach, bookingId)
  const written = { ...said, homework: said.homework.map(({ text, link }) => ({ text, link })) }
  if (seen.owed && writtenLength(written) < shortestNotes)
    throw new Invalid({
      seen: `Notes were sold with this session: at least ${shortestNotes} letters and digits in all, please`,
    })
  const isFirst = await deps.db.transaction(async (tx) => {
    if (seen.playerId) await keepOther(tx, seen.playerId)
    const booking = await lockBooking(tx, seen)
    const isFirst = await recordWriteUp(deps, tx, coach.id, booking)
    const row = { seen: written.seen, nextStep: written.nextStep, writtenAt: deps.now() }
    await tx
      .insert(writeUps)
      .values({ bookingId, ...row })
      .onConflictDoUpdate({ target: writeUps.bookingId, set: row })
    await giveHomework(tx, bookingId, written.homework)
    if (booking.coachId)
      await keepDrills(
        tx,
        booking.coachId,
        said.homework.filter(({ keep }) => keep),
      )
    if (isFirst) await tellWrittenUp(deps, tx, booking, written)
    return isFirst
  })
  return { writeUp: written, isFirst }
}

/** Puts this homework in place of what was given before. */
async function giveHomework(tx: Tx, bookingId: string, list: Written['homework']): Promise<void> {
  const texts = list.map(({ text }) => text)
  await tx.delete(homework).where(and(eq(homework.bookingId, bookingId), notInArray(homework.text, texts)))
  for (const [place, { text, link }] of list.entries())
    await tx
      .insert(homework)
      .values({ bookingId, place, text, link })
      .onConflictDoUpdate({ target: [homework.bookingId, homework.text], set: { place, link } })
}

/**
 * What its coach wrote of a session, and what they wrote last of another seat of the same hour; null where there is nothing. Throws
 * `NotFound` for everybody else.
 */
export async function readWriteUp(
  db: Db,
  coach: Account,
  bookingId: string,
): Promise<{ writeUp: Written | null; sameHour: { playerName: string; writeUp: Written } | null }> {
  const { coachId, startsAt } = await ownAsCoach(db, coach, bookingId)
  const [other] =
    coachId && startsAt
      ? await db
          .select({ id: bookings.id, playerName: bookings.customerName })
          .from(bookings)
          .innerJoin(writeUps, eq(writeUps.bookingId, bookings.id))
          .where(and(eq(bookings.coachId, coachId), eq(bookings.startsAt, startsAt), ne(bookings.id, bookingId)))
          .orderBy(desc(writeUps.writtenAt))
          .limit(1)
      : []
  const copied = other && (await findWriteUp(db, other.id))
  return {
    writeUp: await findWriteUp(db, bookingId),
    sameHour: other && copied ? { playerName: other.playerName, writeUp: copied } : null,
  }
}

/**
 * Another hour or coach takes the place of what a coach wrote up: nobody played that hour. The caller clears the booking's
 * `notesSentAt`, so that the session really played owes notes again.
 */
export async function dropWriteUp(tx: Tx, bookingId: string): Promise<void> {
  for (const written of [writeUps, homework]) await tx.delete(written).where(eq(written.bookingId, bookingId))
}

/** What was written of a session, or null. */
export async function findWriteUp(db: Db | Tx, bookingId: string): Promise<Written | null> {
  const [row] = await db.select().from(writeUps).where(eq(writeUps.bookingId, bookingId))
  if (!row) return null
  const list = await db
    .select({ text: homework.text, link: homework.link })
    .from(homework)
    .where(eq(homework.bookingId, bookingId))
    .orderBy(asc(homework.place))
  return { seen: row.seen, nextStep: row.nextStep, homework: list }
}

/** Ticks a piece of homework, or takes the tick back; the first press keeps its time. Throws `NotFound` for all but its player. */
export async function tickHomework(
  { db, now }: Deps,
  player: Account,
  homeworkId: string,
  done: boolean,
): Promise<Date | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ doneAt: homework.doneAt })
      .from(homework)
      .innerJoin(bookings, eq(bookings.id, homework.bookingId))
      .where(and(eq(homework.id, homeworkId), isNotNull(bookings.playerId), eq(bookings.playerId, player.id)))
      .for('update', { of: homework })
    if (!found) throw new NotFound('This homework does not exist.')
    const doneAt = done ? (found.doneAt ?? now()) : null
    await tx.update(homework).set({ doneAt }).where(eq(homework.id, homeworkId))
    return doneAt
  })
}

async function ownAsCoach(db: Db, coach: Account, bookingId: string): Promise<BookingRow> {
  const { booking, side } = await ownSide(db, coach, bookingId)
  if (side !== 'coach') throw new NotFound('This booking does not exist.')
  return booking
}
