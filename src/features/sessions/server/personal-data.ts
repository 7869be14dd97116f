import { and, eq, getTableColumns, inArray, isNotNull, max, or } from 'drizzle-orm'
import { bookingHistory, bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import {
  checkIns,
  choices,
  drills,
  homework,
  intakes,
  proposals,
  questions,
  reportMessages,
  reports,
  statements,
  takeOvers,
  writeUps,
} from './table.ts'

/**
 * Exports what a person said, pressed and chose around their sessions as a player, with what their coaches said of these;
 * and of sessions they coach what they did and wrote themselves. A coach's reason for calling off is the coach's alone, a report the reporter's, why somebody said no their own.
 */
export async function personalData(db: Db, person: Account) {
  const { played, coached, coachIds, coachedSince } = await sessionsOf(db, person)
  const isPlayed = (bookingId: string) => played.includes(bookingId)
  const all = [...played, ...coached]
  const [pressed, said, asked, chosen] = [
    await db.select().from(checkIns).where(inArray(checkIns.bookingId, all)).orderBy(checkIns.at),
    await db.select().from(statements).where(inArray(statements.bookingId, all)).orderBy(statements.createdAt),
    await db.select().from(questions).where(inArray(questions.bookingId, all)).orderBy(questions.askedAt),
    await db
      .select()
      .from(choices)
      .where(or(inArray(choices.bookingId, played), inArray(choices.coachId, coachIds)))
      .orderBy(choices.createdAt),
  ]
  const { id: _id, reporterId: _reporter, settledBy: _settler, ...reported } = getTableColumns(reports)
  const { coachId: _asked, ...askedOf } = getTableColumns(takeOvers)
  return {
    sessionIntakes: await db.select().from(intakes).where(inArray(intakes.bookingId, played)),
    sessionCheckIns: pressed.filter(({ bookingId, side }) => isPlayed(bookingId) || side === 'coach'),
    sessionStatements: said
      .filter(({ bookingId, by }) => isPlayed(bookingId) || by === 'coach')
      .map(({ id, words, ...statement }) => ({
        ...statement,
        ...(isPlayed(statement.bookingId)
          ? statement.by === 'player' && { words }
          : statement.createdAt > (coachedSince.get(statement.bookingId) ?? new Date(0)) && { words }),
      })),
    sessionQuestions: asked
      .filter(({ bookingId, by }) => isPlayed(bookingId) || by === 'coach')
      .map(({ id, coachId, decidedBy, dueAt, why, ...question }) => question),
    sessionChoices: chosen.map(({ id, tokenHash, seatId, coachId, reason, ...choice }) => ({
      ...choice,
      ...(coachId && coachIds.includes(coachId) && { reason }),
    })),
    sessionProposals: await db.select().from(proposals).where(inArray(proposals.bookingId, all)),
    sessionWriteUps: await db.select().from(writeUps).where(inArray(writeUps.bookingId, all)),
    sessionHomework: (
      await db.select().from(homework).where(inArray(homework.bookingId, all)).orderBy(homework.place)
    ).map(({ id, place, ...each }) => each),
    coachDrills: (await db.select().from(drills).where(inArray(drills.coachId, coachIds)).orderBy(drills.place)).map(
      ({ coachId, place, ...drill }) => drill,
    ),
    sessionReports: await db
      .select(reported)
      .from(reports)
      .where(eq(reports.reporterId, person.id))
      .orderBy(reports.createdAt),
    sessionTakeOvers: await db.select(askedOf).from(takeOvers).where(inArray(takeOvers.coachId, coachIds)),
  }
}

/**
 * Forgets what a person said before their sessions and in reports, what coaches wrote of these, and the words said about them; who pressed, said and chose what, and
 * when, stays with the books and names nobody. Returns the ids that mails about it carry.
 */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<string[]> {
  const own = tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.playerId, id))
  for (const written of [intakes, writeUps, homework]) await tx.delete(written).where(inArray(written.bookingId, own))
  await tx.update(statements).set({ words: null }).where(inArray(statements.bookingId, own))
  const asked = await tx
    .update(questions)
    .set({ reason: null })
    .where(inArray(questions.bookingId, own))
    .returning({ id: questions.id })
  const chosen = await tx
    .update(choices)
    .set({ word: null, tokenHash: null })
    .where(inArray(choices.bookingId, own))
    .returning({ id: choices.id })
  const reported = await tx
    .update(reports)
    .set({ words: null, reason: null })
    .where(or(eq(reports.reporterId, id), inArray(reports.bookingId, own)))
    .returning({ id: reports.id })
  await tx.update(reportMessages).set({ content: 'Message deleted' }).where(eq(reportMessages.senderId, id))
  return [...asked, ...chosen, ...reported].map((row) => row.id)
}

/** The bookings somebody played, and those of the profiles they coach with. */
async function sessionsOf(db: Db, { id }: Account) {
  const profiles = await db.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, id))
  const coachIds = profiles.map((coach) => coach.id)
  const rows = await db
    .select({ id: bookings.id, playerId: bookings.playerId })
    .from(bookings)
    .where(or(eq(bookings.playerId, id), and(isNotNull(bookings.coachId), inArray(bookings.coachId, coachIds))))
  const played = rows.filter(({ playerId }) => playerId === id).map((row) => row.id)
  const coached = rows.map((row) => row.id).filter((each) => !played.includes(each))
  const given = await db
    .select({ bookingId: bookingHistory.bookingId, at: max(bookingHistory.createdAt) })
    .from(bookingHistory)
    .where(and(inArray(bookingHistory.bookingId, coached), inArray(bookingHistory.act, ['hand-over', 'schedule'])))
    .groupBy(bookingHistory.bookingId)
  // Words from before were another coach's.
  const coachedSince = new Map(given.map(({ bookingId, at }) => [bookingId, at ?? new Date(0)]))
  return { played, coached, coachIds, coachedSince }
}
