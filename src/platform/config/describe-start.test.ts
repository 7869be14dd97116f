import { expect, test } from 'vitest'
import { describeStart } from './describe-start.ts'
import { readEnv } from './env.ts'

const live = {
  STRIPE_SECRET_KEY: `rk_live_${'x'.repeat(30)}`,
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: `whsec_${'x'.repeat(32)}`,
}
const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://levelup.example',
  MAIL_FROM: 'hello@levelup.test',
  SMTP_URL: 'smtps://me:mail-secret@smtp.levelup.example:465',
  DATABASE_URL: 'postgres://levelup:db-secret@db.levelup.example:5433/shop',
}

test.each<[Record<string, string>, string]>([
  [
    {},
    'at http://127.0.0.1:3000, database embedded in .data, migrations up to 0007_x, payments test (sandbox), mail sandbox, SMS sandbox, mails and SMS of the sandbox at http://127.0.0.1:3000/dev/outbox',
  ],
  [
    production,
    'at https://levelup.example, database shop at db.levelup.example:5433, migrations up to 0007_x, payments off, mail smtp.levelup.example:465, SMS off',
  ],
  [
    {
      ...production,
      ...live,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: '0'.repeat(32),
      TWILIO_PHONE_NUMBER: '+12125550100',
    },
    'at https://levelup.example, database shop at db.levelup.example:5433, migrations up to 0007_x, payments live (Stripe), mail smtp.levelup.example:465, SMS Twilio',
  ],
])('%o starts with what runs, in one line and without a secret', (settings, line) => {
  expect(describeStart(readEnv(settings), '0007_x')).toMatch(/^Level Up \d+\.\d+\.\d+ is ready at http/)
  expect(describeStart(readEnv(settings), '0007_x')).toContain(line)
  expect(describeStart(readEnv(settings), '0007_x')).not.toMatch(/secret|\n|xxx|00000|\+1/)
})

test('test keys of Stripe are no live ones', () => {
  const keys = { ...live, STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }
  expect(describeStart(readEnv(keys), '0007_x')).toContain('payments test (Stripe)')
})
