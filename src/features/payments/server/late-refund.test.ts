import { expect, test } from 'vitest'
import { lateRefundMail } from './late-refund.ts'

const env = {
  ...{ baseUrl: 'https://levelup.example', mailFrom: 'hello@levelup.example', businessTimeZone: 'America/New_York' },
  seller: { name: null, address: null, taxId: null, email: 'hello@levelup.example' },
}
const order = {
  ...{ id: 'order', contactName: 'Rimshot', contactEmail: 'player@demo.test', isEmailProven: true },
  ...{ serviceName: '1-on-1 Advanced Session', minutes: 90, startsAt: new Date('2026-12-04T01:00:00Z'), amount: 4900 },
  playerZone: 'Europe/Berlin',
  coach: { name: 'VexFlip', slug: 'vexflip' },
}

test('a player who paid too late reads which hour it was, on both clocks, and where that coach has others', () => {
  const { subject, text } = lateRefundMail(order, env)
  expect(subject).toBe('Your hour was gone: $49 is on its way back')
  for (const words of [
    'Hi Rimshot, when your payment of $49 reached us',
    'When: Fri, Dec 4, 2:00 AM – 3:30 AM (Berlin) · Thu, Dec 3, 8:00 PM New York',
    'Pick another hour with VexFlip: https://levelup.example/coaches/vexflip',
  ])
    expect(text).toContain(words)
})

test('without a coach, an hour and a proven address it says none of them', () => {
  const bare = { ...order, isEmailProven: false, playerZone: null, coach: null, startsAt: null }
  const { text } = lateRefundMail(bare, env)
  expect(text).not.toMatch(/Rimshot|VexFlip|When|null/)
  expect(text).toContain('Pick another hour: https://levelup.example/#coaches')
})
