import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as messages from '#src/features/messages/contract.ts'
import { alertUnreadAhead } from '#src/features/messages/server/unread-ahead.ts'
import { admin, app, aReader, aSession, ask, type Cause, clock, hoursAgo, nextStart } from './readers.ts'

export const messageCauses: Cause[] = [
  ['a player writes to a coach, and nobody answers', letWait, { message: 'staff', unanswered: 'staff' }],
  [
    'a player has not read their coach two hours before',
    readNothing,
    { message: 'staff', 'unread-ahead': 'staff' },
    'a-coach',
  ],
  ['the team writes an SMS', sendSms, { 'staff-sms': 'staff' }],
]

async function letWait() {
  const player = await aUser(app.deps)
  const { id } = await aSession({ player })
  await ask(messages.sendMessage, { bookingId: id, content: 'Are you there?' }, player)
}

async function readNothing() {
  const account = await aReader()
  const coach = await aCoach(app.deps, { userId: account.id })
  const { id } = await aSession({ coach, start: hoursAgo(-1.5) })
  await ask(messages.sendCoachBookingMessage, { bookingId: id, content: 'I may be late.' }, account)
  await alertUnreadAhead({ ...app.deps, now: () => new Date(clock.getTime() + 16 * 60_000) })
}

async function sendSms() {
  const { id } = await aBooking(app.deps, { customerPhone: '+12125550166', start: nextStart() })
  await ask(messages.sendSms, { phone: '+12125550166', message: 'See you!', bookingId: id }, admin)
}
