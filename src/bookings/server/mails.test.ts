import { expect, test } from 'vitest'
import { aBooking } from './a-booking.ts'
import { bookingConfirmedCoachMail, bookingConfirmedMail } from './mails.ts'

const env = {
  baseUrl: 'https://levelup.example',
  mailFrom: 'Level Up <hello@levelup.example>',
}

test('the player reads the session, the price and the exact terms', () => {
  const mail = bookingConfirmedMail(aBooking(), env)
  expect(mail.to).toBe('player@demo.test')
  expect(mail.subject).toBe("You're booked: 1-on-1 Basic Session on Monday, January 5, 2026")
  for (const line of [
    'Coach: AerialAce',
    'Session: 1-on-1 Basic Session',
    'Duration: 1 hour',
    'Date: Monday, January 5, 2026',
    'Time: 9:00 AM – 10:00 AM EST (New York time)',
    'Price paid: $29',
    'Payment reference: pi_test_1',
    'Move it to another free hour until Sun, Jan 4, 2026, 9:00 PM EST: free.',
    'Cancel until Sun, Jan 4, 2026, 9:00 AM EST: full refund of $29.',
    'Cancel until Mon, Jan 5, 2026, 7:00 AM EST: 50% refund, $14.50.',
    'No refund in the last 2 hours before it starts.',
    'https://levelup.example',
  ])
    expect(mail.text).toContain(line)
  expect(mail.attachments).toEqual([
    {
      filename: 'invite.ics',
      contentType: 'text/calendar; charset=utf-8; method=REQUEST',
      content: expect.stringContaining('BEGIN:VEVENT'),
    },
  ])
})

test('an address that nobody has proved reads no name that was typed, neither in the mail nor in its invite', () => {
  const text = (isEmailProven: boolean) => JSON.stringify(bookingConfirmedMail(aBooking({ isEmailProven }), env))
  expect(text(true)).toContain('Hi Rocket Fan, your session is confirmed.')
  expect(text(true)).toContain('CN=')
  expect(text(false)).toContain('Hi there, your session is confirmed.')
  expect(text(false)).not.toContain('Rocket Fan')
})

test('a deadline that had passed at booking time is not promised', () => {
  const { text } = bookingConfirmedMail(aBooking({ createdAt: new Date('2026-01-05T02:30:00Z') }), env)
  expect(text).not.toContain('full refund')
  expect(text).not.toContain('free hour')
  expect(text).toContain('50% refund, $14.50')
})

test('after a late move the half is promised, and no more', () => {
  const { text } = bookingConfirmedMail(aBooking({ refundShareLimit: 50 }), env)
  expect(text).toContain('50% refund, $14.50')
  expect(text).not.toContain('full refund')
})

test('a free booking talks of no refunds', () => {
  const { text } = bookingConfirmedMail(aBooking({ price: 0, paymentId: null }), env)
  expect(text).toContain('Price paid: Free')
  expect(text).not.toContain('Payment reference')
  expect(text).not.toContain('$')
})

test('without a time there is no invite, and the team gets in touch', () => {
  const booking = aBooking({ date: 'TBD', time: 'TBD' })
  for (const mail of [bookingConfirmedMail(booking, env), bookingConfirmedCoachMail(booking, 'coach@demo.test', env)]) {
    expect(mail.attachments).toEqual([])
    expect(mail.text).toContain('our team will')
    expect(mail.text + mail.subject).not.toContain('TBD')
    expect(mail.text).not.toContain('Invalid')
  }
  expect(bookingConfirmedMail(booking, env).text).toContain(
    'Cancel until 24 hours before it starts: full refund of $29.',
  )
})

test('the coach learns the player’s name and nothing to reach them by', () => {
  const mail = bookingConfirmedCoachMail(aBooking(), 'coach@demo.test', env)
  expect(mail.to).toBe('coach@demo.test')
  expect(mail.text).toContain('Player: Rocket Fan')
  expect(mail.text).toContain('/coach-dashboard')
  expect(JSON.stringify(mail)).not.toMatch(/player@demo\.test|15550100|pi_test_1/)
  expect(mail.attachments![0]!.content.replace(/\r\n /g, '')).toContain('MAILTO:coach@demo.test')
})

test('what people typed cannot become markup', () => {
  const mail = bookingConfirmedMail(aBooking({ customerName: `<img src=x onerror="alert('1')">&` }), env)
  expect(mail.html).not.toContain('<img')
  expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')
})
