import { and, desc, eq, like } from 'drizzle-orm'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { findBooking } from '#src/features/bookings/server/bookings.ts'
import { services } from '#src/features/bookings/services.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import * as calls from '#src/features/sessions/call-off-contract.ts'
import { checkIn } from '#src/features/sessions/contract.ts'
import { answerQuestion, decideQuestion, makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import { followUpDue } from '#src/features/sessions/server/outcomes/jobs.ts'
import { choices, questions } from '#src/features/sessions/server/table.ts'
import { must } from '#src/shared/must.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { startTestApp } from '../app.ts'
import { logInAgain } from '../attacks/log-in-again.ts'
import { shownQuestion } from './shown-question.ts'

export type User = Awaited<ReturnType<typeof aUser>>
export type SessionDay = Awaited<ReturnType<typeof startSessionDay>>

export const zone = 'America/New_York'
export const group = must(
  services.find(({ capacity }) => capacity > 1),
  'a group',
)

/**
 * The app on a day of sessions: tomorrow, so that it does not matter at which hour a test runs. It is nine in the morning
 * until `setClock`. `people` are a player, their coach, two other coaches, who are active only `withOtherCoaches`, and the
 * owner; `beforeEach(begin)` makes new ones. What they do (`callOff`, `say` …) is asked of the API; it gives the answer.
 */
export async function startSessionDay({ withOtherCoaches = false } = {}) {
  const date = addDays(wallClock(new Date(), zone).date, 1)
  const at = (time: string) => instantOf(date, time, zone)
  let clock = at('09:00')
  const app = await startTestApp({ now: () => clock })
  const { db } = app.deps

  /** Whoever is logged in stays so, however far the clock goes. */
  async function setClock(instant: Date) {
    clock = instant
    await logInAgain(app.deps, instant)
  }

  async function aCoachWithAccount(columns: Parameters<typeof aCoach>[1] = {}) {
    const account = await aUser(app.deps)
    return { account, profile: await aCoach(app.deps, { userId: account.id, ...columns }) }
  }

  const newPeople = async () => ({
    player: await aUser(app.deps),
    coach: await aCoachWithAccount({ averageRating: '4.50', ratingCount: 20 }),
    other: await aCoachWithAccount({ averageRating: '4.90', ratingCount: 20, isActive: withOtherCoaches }),
    third: await aCoachWithAccount({ averageRating: '4.10', ratingCount: 20, isActive: withOtherCoaches }),
    owner: await aUser(app.deps, { isOwner: true }),
  })
  const people = await newPeople()
  async function begin() {
    await setClock(at('09:00'))
    // The only active coaches, and the only staff, of each test are its own.
    await db.update(coaches).set({ isActive: false })
    await db.update(users).set({ isOwner: false, isAdmin: false })
    Object.assign(people, await newPeople())
  }

  /** So many starts from the first that can be booked now. */
  const aStart = (index = 3): Start => must(bookableStarts(clock, zone)[index], 'a start')
  const today = (time: string): Start => ({ date, time, startsAt: at(time) })

  /** A booking of the player with the coach, sold before the day began; three starts ahead unless told otherwise. */
  const book = (overrides: BookingOverrides = {}) =>
    aBooking(app.deps, {
      ...{ player: people.player, coach: people.coach.profile, start: aStart(), createdAt: at('00:00') },
      ...overrides,
    })
  const read = async (bookingId: string) => must(await findBooking(db, bookingId), 'a booking')
  const question = async (bookingId: string) =>
    (await db.select().from(questions).where(eq(questions.bookingId, bookingId)).orderBy(desc(questions.askedAt)))[0]
  const choice = async (bookingId: string) =>
    (await db.select().from(choices).where(eq(choices.bookingId, bookingId)))[0]

  const here = (bookingId: string, by: User) => app.call(checkIn, { params: { bookingId } }, by.token)
  const say = (bookingId: string, by: User, says: string, minutes?: number) =>
    app.call(makeStatement, { params: { bookingId }, body: { says, minutes } as never }, by.token)
  /** To the question that stands there now, unless told otherwise; a no with its sentence. */
  const answer = async (bookingId: string, by: User, agrees: boolean, shown?: { questionId: string }) => {
    const words = agrees ? null : 'It was another way.'
    const body = { ...(shown ?? (await shownQuestion(app.deps, bookingId))), agrees, words }
    return app.call(answerQuestion, { params: { bookingId }, body }, by.token)
  }
  const decide = (questionId: string, outcome: string, more: object = {}, by = people.owner) => {
    const body = { outcome, reason: 'We read your chat.', ...more }
    return app.call(decideQuestion, { params: { questionId }, body }, by.token)
  }

  const callOff = (bookingId: string, by = people.coach.account) =>
    app.call(calls.callOff, { params: { bookingId }, body: { reason: 'ill', word: 'So sorry' } }, by.token)
  /** All that the coach has on a date of the zone, as these bookings have it. */
  const callOffDay = (list: { id: string; startsAt: Date | null }[], on = date, by = people.coach.account) => {
    const sessions = list.map(({ id, startsAt }) => ({
      bookingId: id,
      startsAt: must(startsAt, 'a start').toISOString(),
    }))
    return app.call(calls.callOffDay, { body: { reason: 'emergency', date: on, zone, sessions } }, by.token)
  }
  /** What the player sees of their choice. */
  const look = async (bookingId: string) =>
    (await app.call(calls.findChoice, { params: { bookingId } }, people.player.token)).body
  const choose = (bookingId: string, body: calls.Wish, by = people.player) =>
    app.call(calls.choose, { params: { bookingId }, body }, by.token)
  const answerTakeOver = async (choiceId: string, accepts: boolean, by = people.other) =>
    (await app.call(calls.answerTakeOver, { params: { choiceId }, body: { accepts } }, by.account.token)).body

  /** The mails to one person, of all events or of those whose key begins so. */
  const mailsTo = ({ email }: { email: string }, key?: string) =>
    db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.recipient, email), key ? like(deliveries.dedupeKey, `${key}%`) : undefined))
  const subjectsTo = async (who: { email: string }) => (await mailsTo(who)).map(({ subject }) => subject)
  /** The mails of an event, as `recipient: METHOD SEQUENCE` where they bring an invite. */
  async function mailsOf(key: string) {
    const rows = await db
      .select()
      .from(deliveries)
      .where(like(deliveries.dedupeKey, `${key}%`))
    return rows
      .filter(({ channel }) => channel === 'mail')
      .map(({ recipient, invite }) => {
        const sequence = invite && /SEQUENCE:(\d+)/.exec(invite.content)?.[1]
        return invite ? `${recipient}: ${invite.method} ${sequence}` : recipient
      })
      .sort()
  }

  return {
    ...{ app, people, begin, date, at, today, aStart, setClock, now: () => clock, aCoachWithAccount },
    /** Minutes after a start. */
    after: (start: Start, minutes: number) => setClock(new Date(+start.startsAt + minutes * 60_000)),
    later: (minutes: number) => setClock(new Date(+clock + minutes * 60_000)),
    /** The clock alone finds what is due. */
    passTime: () => followUpDue(app.deps),
    ...{ book, read, question, choice, here, say, answer, decide, callOff, callOffDay, look, choose, answerTakeOver },
    ...{ mailsTo, subjectsTo, mailsOf },
  }
}
