import type { DeliveryOverrides } from '#src/demo/a-delivery.ts'

/** What the demo has sent so far, newest first: among it one mail that failed for good and one that took three tries. */
export const demoDeliveries: DeliveryOverrides[] = [
  {
    kind: 'reminder-2h',
    channel: 'sms',
    recipient: '+12125551000',
    says: 'Level Up: your session with VexFlip begins in 2 hours. See you on Discord!',
  },
  {
    kind: 'contact-receipt',
    audience: 'owner',
    recipient: 'nachoboost@nowhere.test',
    subject: 'We got your message',
    says: 'Thanks for writing. We reply within 24 hours.',
    status: 'failed',
    lastError: "Can't send mail - all recipients were rejected: 550 5.1.1 No such mailbox",
  },
  {
    kind: 'booking-confirmed',
    subject: 'Booked: Starter Session with VexFlip',
    says: 'Your session is booked. You will meet your coach on Discord.',
    attempts: 3,
  },
  { kind: 'code', subject: 'Welcome to Level Up: verify your e-mail', says: '', audience: 'nobody' },
  {
    kind: 'reminder-24h',
    recipient: 'rimshot@demo.test',
    subject: 'Tomorrow, 7:00 PM: Pro Session with QuietPump',
    says: 'Your session is tomorrow. Bring a replay you want to talk about.',
  },
]
