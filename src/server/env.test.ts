import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const production = { NODE_ENV: 'production', BASE_URL: 'https://levelup.example/', SMTP_URL: 'smtp://127.0.0.1:25' }

test('an empty environment is the demo on 127.0.0.1:3000', () => {
  expect(readEnv({ PORT: '' })).toMatchObject({
    production: false,
    port: 3000,
    baseUrl: 'http://127.0.0.1:3000',
    databaseUrl: null,
    stripe: null,
    rateLimits: true,
    businessTimeZone: 'America/New_York',
  })
})

test('production is read as it is written', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' }
  expect(readEnv({ ...production, ...stripe })).toMatchObject({
    production: true,
    baseUrl: 'https://levelup.example',
    stripe: { secretKey: 'sk_live_x', publishableKey: 'pk', webhookSecret: 'wh' },
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL'],
  [{ BUSINESS_TIME_ZONE: 'Mars/Olympus' }, 'BUSINESS_TIME_ZONE'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ SMTP_URL: 'localhost' }, 'SMTP_URL'],
  [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ TWILIO_AUTH_TOKEN: 'x' }, 'TWILIO_ACCOUNT_SID'],
  [{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_PHONE_NUMBER: '555' }, 'TWILIO_PHONE_NUMBER'],
  [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS'],
  [{ ...production, RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
  [{ NODE_ENV: 'production' }, 'BASE_URL'],
  [{ NODE_ENV: 'production', BASE_URL: 'https://levelup.example' }, 'SMTP_URL'],
  [
    { ...production, STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_PUBLISHABLE_KEY: 'p', STRIPE_WEBHOOK_SECRET: 'w' },
    'sandbox',
  ],
])('%o is refused and says which setting is wrong', (settings, named) => {
  expect(() => readEnv(settings)).toThrow(named)
})
