import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as messages from '#src/features/messages/contract.ts'
import { admin, app, aSession, ask, type Cause, nextStart } from './readers.ts'

export const messageCauses: Cause[] = [
  ['a player writes to a coach, and nobody answers', letWait, { message: 'staff', unanswered: 'staff' }],
  ['the team writes an SMS', sendSms, { 'staff-sms': 'staff' }],
]

async function letWait() {
  const player = await aUser(app.deps)
  const { id } = await aSession({ player })
  await ask(messages.sendMessage, { bookingId: id, content: 'Are you there?' }, player)
}

async function sendSms() {
  const { id } = await aBooking(app.deps, { customerPhone: '+12125550166', start: nextStart() })
  await ask(messages.sendSms, { phone: '+12125550166', message: 'See you!', bookingId: id }, admin)
}
