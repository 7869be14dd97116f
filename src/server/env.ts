import { isIP } from 'node:net'
import { isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod/mini'
import { isTimeZone } from '#src/shared/time-fields.ts'
import { readSeeing, type SeeingEnv, seeingSettings } from './seeing-env.ts'

/** Everything the environment can set; `.env.example` says a line about each, but for OpenTelemetry's finer ones. */
export type Env = {
  production: boolean
  host: string
  port: number
  /** The address people reach us at, without a trailing slash. */
  baseUrl: string
  dataDir: string
  /** Null: an embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** IANA name; the hours coaches offer are hours of this zone. */
  businessTimeZone: string
  /** Null: the sandbox outside production, else no card payments. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null
  smtpUrl: string | null
  mailFrom: string
  /** Null: the sandbox outside production, else no SMS. The number is ours, in E.164 form. */
  sms: { accountSid: string; authToken: string; phoneNumber: string } | null
  /** How many SMS staff and the system may send in 24 hours before staff is refused more. */
  smsDailyCap: number
  /** Countries that SMS may go to, as ISO 3166 codes such as `US`. */
  smsCountries: string[]
  /** Addresses and networks of the proxies whose word about the caller's address is taken; false: nobody's. */
  trustProxy: string[] | false
  /** Whether the limits that calls declare are enforced. */
  rateLimits: boolean
  seeing: SeeingEnv
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

/** Providers' keys are longer; whatever is shorter was mistyped, or made up. */
const shortestSecret = 32

/** A wrong setting; `message` names every one of them. */
export class BadEnv extends Error {}

const optional = z.optional(z.string().check(z.minLength(1)))
const timeZone = z.string().check(z.refine(isTimeZone, 'must be an IANA time zone such as America/New_York'))

const schema = z.object({
  NODE_ENV: optional,
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(
    z.string().check(
      z.regex(/^\d{1,5}$/, 'must be a port number'),
      z.refine((p) => Number(p) < 65_536, 'must be below 65536'),
    ),
    '3000',
  ),
  BASE_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  BUSINESS_TIME_ZONE: z._default(timeZone, 'America/New_York'),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^[sr]k_(live|test)_\w+$/, 'must begin with sk_ or rk_'))),
  STRIPE_PUBLISHABLE_KEY: z.optional(z.string().check(z.regex(/^pk_(live|test)_\w+$/, 'must begin with pk_'))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_\S+$/, 'must begin with whsec_'))),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_FROM: z._default(z.string(), 'Level Up <hello@levelup.example>'),
  TWILIO_ACCOUNT_SID: z.optional(z.string().check(z.regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits'))),
  TWILIO_AUTH_TOKEN: optional,
  TWILIO_PHONE_NUMBER: z.optional(
    z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +12125550100')),
  ),
  SMS_DAILY_CAP: z._default(z.string().check(z.regex(/^\d{1,6}$/, 'must be a number of SMS')), '200'),
  SMS_COUNTRIES: z._default(
    z.pipe(
      z.pipe(z.string(), z.transform(listOf)),
      z.array(z.string().check(z.refine(isSupportedCountry, 'must be country codes such as US,CA,GB'))),
    ),
    ['US', 'CA', 'GB', 'IE', 'AU', 'NZ'],
  ),
  TRUST_PROXY: z.optional(
    z.pipe(
      z.pipe(z.string(), z.transform(listOf)),
      z.array(z.string().check(z.refine(isNetwork, 'must be addresses or networks such as 127.0.0.1,10.0.0.0/8'))),
    ),
  ),
  RATE_LIMITS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  ...seeingSettings,
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
})

/** Reads and checks the environment; empty values count as absent. Throws `BadEnv`. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new BadEnv(parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('\n'))
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  const stripe = [e.STRIPE_SECRET_KEY, e.STRIPE_PUBLISHABLE_KEY, e.STRIPE_WEBHOOK_SECRET]
  if (stripe.some(Boolean) && !stripe.every(Boolean))
    throw new BadEnv(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together: set all three or none',
    )
  if (e.STRIPE_SECRET_KEY?.includes('_live_') !== e.STRIPE_PUBLISHABLE_KEY?.includes('_live_'))
    throw new BadEnv('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both be for tests')
  const twilio = [e.TWILIO_ACCOUNT_SID, e.TWILIO_AUTH_TOKEN, e.TWILIO_PHONE_NUMBER]
  if (twilio.some(Boolean) && !twilio.every(Boolean))
    throw new BadEnv('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_PHONE_NUMBER go together: set all three or none')
  if (production && !e.BASE_URL)
    throw new BadEnv('BASE_URL must be set in production: mails and Stripe lead back to it')
  if (production && !e.BASE_URL?.startsWith('https:'))
    throw new BadEnv('BASE_URL must be an https address in production: browsers keep our cookies on no other')
  if (production && !e.SMTP_URL) throw new BadEnv('SMTP_URL must be set in production: a booking promises a mail')
  if (production && e.RATE_LIMITS === 'off')
    throw new BadEnv('RATE_LIMITS must be on in production: without limits passwords and codes can be guessed')
  if (production && e.STRIPE_SECRET_KEY === 'sk_test_sandbox')
    throw new BadEnv('STRIPE_SECRET_KEY is the sandbox’s: production takes no part of the sandbox')
  if (production && e.TWILIO_AUTH_TOKEN === 'sandbox')
    throw new BadEnv('TWILIO_AUTH_TOKEN is the sandbox’s: production takes no part of the sandbox')
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'TWILIO_AUTH_TOKEN'] as const)
    if (production && e[name] && e[name].length < shortestSecret)
      throw new BadEnv(`${name} is cut off: the real one has at least ${shortestSecret} characters`)
  return {
    production,
    host: e.HOST,
    port: Number(e.PORT),
    baseUrl: (e.BASE_URL ?? `http://127.0.0.1:${e.PORT}`).replace(/\/+$/, ''),
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL ?? null,
    businessTimeZone: e.BUSINESS_TIME_ZONE,
    stripe: e.STRIPE_SECRET_KEY
      ? {
          secretKey: e.STRIPE_SECRET_KEY,
          publishableKey: e.STRIPE_PUBLISHABLE_KEY!,
          webhookSecret: e.STRIPE_WEBHOOK_SECRET!,
        }
      : null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    sms: e.TWILIO_ACCOUNT_SID
      ? { accountSid: e.TWILIO_ACCOUNT_SID, authToken: e.TWILIO_AUTH_TOKEN!, phoneNumber: e.TWILIO_PHONE_NUMBER! }
      : null,
    smsDailyCap: Number(e.SMS_DAILY_CAP),
    smsCountries: e.SMS_COUNTRIES,
    trustProxy: e.TRUST_PROXY ?? false,
    rateLimits: e.RATE_LIMITS === 'on',
    seeing: readSeeing(e),
    logLevel: e.LOG_LEVEL,
  }
}

function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** An IP address, or a network in CIDR form; not the whole internet: then every visitor could choose an address. */
function isNetwork(text: string): boolean {
  const [address, bits, ...more] = text.split('/')
  const version = isIP(address!)
  if (version === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
