import { expect } from 'vitest'
import { sendCoachBookingMessage, sendMessage } from '#src/features/messages/contract.ts'
import * as calls from '#src/features/sessions/safety-contract.ts'
import type { SessionDay, User } from './session-day.ts'

/** What two of a session, and our team, do when one of them reports or blocks the other. */
export function safetyActs({ app, people }: SessionDay) {
  const params = (booking: { id: string }) => ({ params: { bookingId: booking.id } })
  const safety = async (booking: { id: string }, by: User) => {
    const { status, body } = await app.call(calls.readSafety, params(booking), by.token)
    expect(status).toBe(200)
    return body
  }
  const press = (booking: { id: string }, by: User, body: { sessions: number; refund: string }) =>
    app.call(calls.block, { ...params(booking), body }, by.token)
  return {
    ...{ params, safety, press },
    write: (booking: { id: string }, content: string, by: User) => {
      const call = by === people.coach.account ? sendCoachBookingMessage : sendMessage
      return app.call(call, { body: { bookingId: booking.id, content } }, by.token)
    },
    /** Blocks for what the dialog says that follows. */
    block: async (booking: { id: string }, by: User) => {
      const { sessions, refund } = (await safety(booking, by)).block
      return press(booking, by, { sessions, refund })
    },
    report: (booking: { id: string }, by: User, words: string | null = null) =>
      app.call(calls.reportProblem, { ...params(booking), body: { problem: 'rude', words } }, by.token),
    settle: (reportId: string, by: User, upheld: boolean, rest?: string) => {
      const body = { upheld, reason: 'We read your chat.', rest }
      return app.call(calls.settleReport, { params: { reportId }, body }, by.token)
    },
    listed: async (by: User) => (await app.call(calls.listReports, {}, by.token)).body,
  }
}
