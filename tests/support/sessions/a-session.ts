import { expect } from 'vitest'
import type { BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { listSessionStates } from '#src/features/sessions/contract.ts'
import { listOpenQuestions } from '#src/features/sessions/outcomes-contract.ts'
import { must } from '#src/shared/must.ts'
import type { SessionDay, User } from './session-day.ts'

export const nothingMoved = { status: 'confirmed', missing: null, refundDue: 0 }
export const withStaff = { ...nothingMoved, question: { state: 'staff' } }

type Setting = { withAccount?: boolean; coachUser?: User; player?: User; coach?: CoachRow } & BookingOverrides

/** Each session has an hour of its own, far from the outages of other tests. */
let used = 0

/**
 * An hour for $29 with a coach, ten minutes before it starts, and what its people do. All are people of their own unless
 * told otherwise. Minutes are from its start.
 */
export async function aSession(day: SessionDay, { withAccount = true, ...setting }: Setting = {}) {
  const { app } = day
  const { coachUser = await aUser(app.deps), player = await aUser(app.deps), ...overrides } = setting
  const coach = setting.coach ?? (await aCoach(app.deps, withAccount ? { userId: coachUser.id } : {}))
  await day.setClock(day.at('09:00'))
  const start = setting.start ?? day.aStart((used++ % 40) + 30)
  const booking = await day.book({ ...overrides, player, coach, start })
  const { id } = booking
  const row = () => day.read(id)
  const stateFor = async ({ token }: User) =>
    (await app.call(listSessionStates, {}, token)).body.find(({ bookingId }) => bookingId === id)
  const question = async () => (await stateFor(player))?.question
  await day.after(start, -10)
  return {
    ...{ booking, id, player, coach, coachUser, params: { bookingId: id }, start, row, stateFor, question },
    at: (minutes: number) => day.after(start, minutes),
    here: async (by: User) => expect((await day.here(id, by)).status).toBe(200),
    say: (by: User, says: string, minutes?: number) => day.say(id, by, says, minutes),
    answer: (by: User, agrees: boolean, shown?: { questionId: string }) => day.answer(id, by, agrees, shown),
    choice: () => day.choice(id),
    /** The outcome that stands now, and the question. */
    stands: async () => {
      const { status, missing, refundDue } = await row()
      return { status, missing, refundDue, question: await question() }
    },
    /** As somebody of the team does: from the list of what is open. */
    decide: async (outcome: string, more: object = {}, by = day.people.owner) => {
      const open = (await app.call(listOpenQuestions, {}, by.token)).body
      const question = must(
        open.find((each) => each.booking.id === id),
        'an open question',
      )
      return day.decide(question.id, outcome, more, by)
    },
  }
}
