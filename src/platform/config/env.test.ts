import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://levelup.example/',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'hello@levelup.test',
}

const keys = [`sk_live_${'x'.repeat(30)}`, 'pk_live_x', `whsec_${'x'.repeat(32)}`]

const testKeys = {
  STRIPE_SECRET_KEY: `sk_test_${'x'.repeat(30)}`,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: keys[2]!,
}

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
  const [secretKey, publishableKey, webhookSecret] = keys
  const stripe = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  }
  expect(readEnv({ ...production, ...stripe })).toMatchObject({
    production: true,
    baseUrl: 'https://levelup.example',
    stripe: { secretKey, publishableKey, webhookSecret },
  })
})

test('proxies and countries are lists', () => {
  const { trustProxy, smsCountries } = readEnv({
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    SMS_COUNTRIES: 'US,DE',
  })
  expect([trustProxy, smsCountries]).toEqual([
    ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    ['US', 'DE'],
  ])
  expect(readEnv({}).trustProxy).toBe(false)
})

test('nobody watches unless a setting asks for it', () => {
  expect(readEnv({}).telemetry).toMatchObject({ metricsPort: null, sendTraces: false, sendMetrics: false })
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(readEnv(endpoint).telemetry).toMatchObject({ sendTraces: true, sendMetrics: true, traceShare: 1 })
  expect(readEnv({ ...endpoint, OTEL_METRICS_EXPORTER: 'none' }).telemetry).toMatchObject({
    sendTraces: true,
    sendMetrics: false,
  })
  expect(readEnv({ ...endpoint, METRICS_PORT: '9464', OTEL_SDK_DISABLED: 'true' }).telemetry).toMatchObject({
    metricsPort: null,
    sendTraces: false,
    sendMetrics: false,
  })
  const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(readEnv({ ...endpoint, ...sampled }).telemetry).toMatchObject({ traceShare: 0.1, followsParent: true })
  const never = { OTEL_TRACES_SAMPLER: 'always_off', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(readEnv({ ...endpoint, ...never }).telemetry).toMatchObject({ traceShare: 0, followsParent: false })
})

test.each<Record<string, string>>([
  { ...production, ...testKeys, STRIPE_MODE: 'test' },
  ...['localhost', '127.0.0.1', '127.8.0.1', '::1'].map((HOST) => ({ HOST })),
  ...['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000'].map((BASE_URL) => ({ BASE_URL })),
  { DEMO: 'public', HOST: '0.0.0.0', BASE_URL: 'https://demo.example' },
  ...[
    'hello@levelup.example',
    '<hello@levelup.example>',
    'Level Up (team) <hello@levelup.example>',
    '"Level Up, Inc." <a+b@x.example>',
  ].map((MAIL_FROM) => ({ MAIL_FROM })),
  ...['smtp://127.0.0.1:25', 'smtps://me:p%40ss@mail.example/', 'smtp://mail.example?tls.rejectUnauthorized=false'].map(
    (SMTP_URL) => ({ SMTP_URL }),
  ),
])('%o is taken', (settings) => {
  expect(() => readEnv(settings)).not.toThrow()
})

test.each<[Record<string, string | undefined>, string]>([
  ...['x', 'Level Up', 'a@x.example, b@x.example', 'Level Up, Inc. <a@x.example>', 'a@x.example\nBcc: b@x.example'].map(
    (MAIL_FROM) => [{ MAIL_FROM }, 'MAIL_FROM'] as [Record<string, string>, string],
  ),
  ...['http://x.example', 'smtp:x', 'smtp://', 'smtp://x.example/inbox', 'smtp://me:1?2@x.example'].map(
    (SMTP_URL) => [{ SMTP_URL }, 'SMTP_URL'] as [Record<string, string>, string],
  ),
  [{ METRICS_PORT: '0' }, 'METRICS_PORT'],
  [{ METRICS_PORT: '99999' }, 'METRICS_PORT'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'http/protobuf'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL'],
  [{ BUSINESS_TIME_ZONE: 'Mars/Olympus' }, 'BUSINESS_TIME_ZONE'],
  [{ BUSINESS_TIME_ZONE: 'PST' }, 'BUSINESS_TIME_ZONE'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ SMTP_URL: 'localhost' }, 'SMTP_URL'],
  [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ TWILIO_AUTH_TOKEN: 'x' }, 'TWILIO_ACCOUNT_SID'],
  [{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_PHONE_NUMBER: '555' }, 'TWILIO_PHONE_NUMBER'],
  [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS'],
  [{ PATIENCE: '0' }, 'PATIENCE'],
  [{ ...production, RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
  [{ NODE_ENV: 'production' }, 'BASE_URL'],
  [{ NODE_ENV: 'production', BASE_URL: 'https://levelup.example' }, 'SMTP_URL'],
  [{ ...production, MAIL_FROM: '' }, 'MAIL_FROM'],
  [{ ...production, BASE_URL: 'http://levelup.example' }, 'https'],
  [
    {
      ...production,
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    },
    'sandbox',
  ],
  [{ STRIPE_SECRET_KEY: 'pk_live_x', STRIPE_PUBLISHABLE_KEY: keys[1], STRIPE_WEBHOOK_SECRET: keys[2] }, 'sk_'],
  [{ STRIPE_SECRET_KEY: keys[0], STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: keys[2] }, 'both be live'],
  [
    { ...production, STRIPE_SECRET_KEY: keys[0], STRIPE_PUBLISHABLE_KEY: keys[1], STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    'STRIPE_WEBHOOK_SECRET is cut off',
  ],
  ...['https://x.example/y', 'https://x.example?z', 'https://x.example/#q', 'https://me@x.example'].map(
    (BASE_URL) => [{ ...production, BASE_URL }, 'BASE_URL'] as [Record<string, string>, string],
  ),
  [{ ...production, ...testKeys }, 'STRIPE_MODE=test'],
  [{ SMS_COUNTRIES: 'US,Canada' }, 'SMS_COUNTRIES'],
  ...[
    'true',
    '1',
    'loopback',
    '*',
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1,128.0.0.0/1',
    '8000::/1',
    '::ffff:0:0/96',
    '::ffff:0.0.0.0/97',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.1,',
    'proxy.example',
  ].map((TRUST_PROXY) => [{ TRUST_PROXY }, 'TRUST_PROXY'] as [Record<string, string>, string]),
])('%o is refused and says which setting is wrong', (settings, named) => {
  expect(() => readEnv(settings)).toThrow(named)
})
