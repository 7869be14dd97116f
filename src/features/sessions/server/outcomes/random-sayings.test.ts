import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { bookingHistory, bookings } from '#src/features/bookings/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { type Asking, otherSide, type Saying, type Side, sayings, sides } from '#src/features/sessions/outcomes.ts'
import { AppError } from '#src/platform/http/errors.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { draws } from '#tests/support/random-draws.ts'
import { shownQuestion } from '#tests/support/sessions/shown-question.ts'
import { findLatest } from '../call-offs/choices.ts'
import { choose } from '../call-offs/choose.ts'
import { meetingOf } from '../parties.ts'
import { checkIn } from '../preparation/check-in.ts'
import { questions } from '../table.ts'
import { decideQuestion } from './decisions.ts'
import { followUpDue } from './jobs.ts'
import { answerQuestion, makeStatement } from './statements.ts'

let app: TestApp
let clock = new Date()
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())

const minute = 60_000

type Step =
  | { does: 'say'; by: Side; says: Saying; minutes: number }
  | { does: 'answer'; by: Side; agrees: boolean }
  | { does: 'press'; by: Side }
  | { does: 'wait'; minutes: number }
  | { does: 'choose' }
  | { does: 'decide'; outcome: 'held' | 'coach-missing' | 'minutes-back' }

const by = fc.constantFrom(...sides)
const say = fc.record({
  ...{ does: fc.constant('say' as const), by, says: fc.constantFrom(...sayings) },
  minutes: fc.constantFrom(7, 60),
})
const answer = fc.record({ does: fc.constant('answer' as const), by, agrees: fc.boolean() })
const press = fc.record({ does: fc.constant('press' as const), by })
const wait = fc.record({
  does: fc.constant('wait' as const),
  minutes: fc.constantFrom(4, 15, 40, 24 * 60, 25 * 60, 72 * 60),
})
const choosing = fc.record({ does: fc.constant('choose' as const) })
const decide = fc.record({
  does: fc.constant('decide' as const),
  outcome: fc.constantFrom('held' as const, 'coach-missing' as const, 'minutes-back' as const),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: say },
  { weight: 3, arbitrary: answer },
  { weight: 3, arbitrary: press },
  { weight: 5, arbitrary: wait },
  choosing,
  decide,
)

/** Begins so many minutes from the start, so that most of what is said can be said. */
const life = fc.record({
  from: fc.constantFrom(-60, -5, 14, 16),
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
})

/** How a question ended, and when. */
const endOf = ({ id, outcome, settledAt }: typeof questions.$inferSelect) =>
  `${id} ${outcome} ${settledAt?.toISOString()}`

/** What the last word of a side says against what the other one asked; written down independently of the code. */
function speaksAgainst(word: string | undefined, asked: Asking): boolean {
  if (word === undefined || word === 'yes') return false
  return !(asked === 'could-not-play' && word === 'could-not-play')
}

test('nothing that is said moves anything against the other side’s word, one remedy a session, and never more than was paid', async () => {
  const seen = { moved: 0, withStaff: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(life, async ({ from, steps }) => {
      clock = new Date()
      const people = { player: await aUser(app.deps), coach: await aUser(app.deps) }
      const coach = await aCoach(app.deps, { userId: people.coach.id })
      const start = bookableStarts(clock, 'America/New_York')[3]!
      const { id } = await aBooking(app.deps, { player: people.player, coach, start })
      clock = new Date(+start.startsAt + from * minute)

      const rowOf = async () => (await app.deps.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
      const undecided = and(eq(questions.bookingId, id), eq(questions.state, 'staff'))
      const words: Partial<Record<Side, string>> = {}
      const known = new Set<string>()
      const act = async (next: Step): Promise<void> => {
        if (next.does === 'wait') clock = new Date(+clock + next.minutes * minute)
        else if (next.does === 'press') await checkIn(app.deps, people[next.by], id)
        else if (next.does === 'say') {
          await makeStatement(app.deps, people[next.by], id, next)
          words[next.by] = next.says
          // Taken back before the start: no word about the session either.
          if (next.says === 'we-met' && clock < start.startsAt) delete words.player
        } else if (next.does === 'answer') {
          await answerQuestion(app.deps, people[next.by], id, {
            ...(await shownQuestion(app.deps, id)),
            ...{ agrees: next.agrees, words: 'It was another way.' },
          })
          words[next.by] = next.agrees ? 'yes' : 'no'
          // Denied before the start, the session takes place: that the coach asked to cancel is no word about it.
          if (!next.agrees && clock < start.startsAt) delete words.player
        } else if (next.does === 'choose') {
          const choice = await findLatest(app.deps.db, id)
          if (choice) await choose(app.deps, { booking: await rowOf(), choice }, { chosen: 'money' })
        } else {
          const [question] = await app.deps.db.select().from(questions).where(undecided)
          if (question)
            await decideQuestion(app.deps, owner, question.id, { outcome: next.outcome, reason: 'Our log.' })
        }
        await followUpDue(app.deps)
      }

      for (const next of steps) {
        const before = await rowOf()
        try {
          await act(next)
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error
          seen.refused += 1
        }
        const after = await rowOf()
        expect(after.refundDue).toBeLessThanOrEqual(after.price)
        const settled = (await app.deps.db.select().from(questions).where(eq(questions.bookingId, id))).filter(
          ({ settledAt }) => settledAt && +settledAt === +clock,
        )
        // What an earlier step settled in the same moment was looked at then, with the words of then.
        const question = settled.filter((each) => !known.has(endOf(each))).at(-1)
        for (const each of settled) known.add(endOf(each))
        const isMoved = after.missing !== before.missing || (after.startsAt === null && before.startsAt !== null)
        if (question && isMoved && after.missing !== null && question.decidedBy === null)
          expect(speaksAgainst(words[otherSide[question.by]], question.says), JSON.stringify(steps)).toBe(false)
        if (question?.outcome === 'minutes-back' && question.decidedBy === null) expect(words.coach).toBe('yes')
        if (question?.outcome === 'new-hour' && question.decidedBy === null)
          expect(speaksAgainst(words[otherSide[question.by]], question.says), JSON.stringify(steps)).toBe(false)
        // A no-show takes the coach's own check-in, or our team.
        if (after.missing === 'player' && question && question.decidedBy === null && question.agrees === null)
          expect((await meetingOf(app.deps.db, after))?.here.coach).toBeTruthy()
        if (isMoved) seen.moved += 1
      }
      if ((await app.deps.db.select().from(questions).where(undecided)).length > 0) seen.withStaff += 1
      const history = await app.deps.db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, id))
      const remedies = history.filter(({ act }) =>
        ['coach-missing', 'minutes-back', 'new-hour', 'call-off'].includes(act),
      )
      expect(remedies.length, JSON.stringify(steps)).toBeLessThanOrEqual(1)
      await app.deps.db.delete(questions).where(eq(questions.bookingId, id))
    }),
    { numRuns: draws(20) },
  )
  // The lives were worth living.
  expect(Math.min(seen.moved, seen.withStaff, seen.refused)).toBeGreaterThan(0)
})
