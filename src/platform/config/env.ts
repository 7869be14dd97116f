import { isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod/mini'
import { isTimeZone } from '#src/shared/time-fields.ts'
import { bareAddress, isLoopback, isMailServer, isNetwork, isSender, listOf } from './setting-forms.ts'
import { readTelemetryEnv, type TelemetryEnv, telemetrySettings } from './telemetry-env.ts'

/** All settings read from the environment. `.env.example` documents each, except OpenTelemetry's finer ones. */
export type Env = {
  production: boolean
  /** The demo is open to the public and has no accounts with well-known passwords. */
  publicDemo: boolean
  host: string
  port: number
  /** The public base URL, without a trailing slash. */
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
  /** Who sells, as mails, receipts and terms name it. */
  seller: Seller
  /** How what is sold from now on is taxed. */
  tax: string | null
  /** Whether buyers can withdraw from what is sold from now on (TERM-9); null: nobody has said. */
  withdrawal: 'exempt' | 'applies' | null
  /** The contact in `security.txt`, such as `mailto:…`; null: the form on the home page. */
  securityContact: string | null
  /** Null: the sandbox outside production, else no SMS. The number is ours, in E.164 form. */
  sms: { accountSid: string; authToken: string; phoneNumber: string } | null
  /** How many SMS may be sent in 24 hours before staff is refused more. */
  smsDailyCap: number
  /** Countries that SMS may be sent to, as ISO 3166 codes such as `US`. */
  smsCountries: string[]
  /** IP addresses and networks of trusted proxies; false: none. */
  trustProxy: string[] | false
  /** Whether rate limits are enforced. */
  rateLimits: boolean
  /** How many times longer than usual the database may take, and how many times more requests may wait. */
  patience: number
  telemetry: TelemetryEnv
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

/** Who sells; null is a gap that only the owner can fill. */
export type Seller = {
  /** The legal name. */
  name: string | null
  /** The postal address, in one line. */
  address: string | null
  /** As receipts print it, such as `VAT DE123456789`; null: no tax is charged. */
  taxId: string | null
  /** Where people write for help. */
  email: string
}

/** Real provider keys are longer; anything shorter is mistyped or made up. */
const shortestSecret = 32

/** Twilio's test number; it never sends anything. */
const twilioTestNumber = '+15005550006'

const demoSender = 'Level Up <hello@levelup.example>'

/** A wrong setting. `message` says in one line which one and what would be right. */
export class BadEnv extends Error {}

const optional = z.optional(z.string().check(z.minLength(1)))
const timeZone = z.string().check(z.refine(isTimeZone, 'must be an IANA time zone such as America/New_York'))

const encoded = 'write signs such as / # % @ of the password as %2F %23 %25 %40'

const schema = z.object({
  NODE_ENV: z.optional(
    z.enum(['production', 'development', 'test'], 'must be production, or nothing at all for the demo'),
  ),
  DEMO: z.optional(z.literal('public', 'must be public, or nothing at all')),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(
    z.string().check(
      z.regex(/^\d{1,5}$/, 'must be a port number'),
      z.refine((p) => Number(p) < 65_536, 'must be below 65536'),
    ),
    '3000',
  ),
  BASE_URL: z.optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .check(z.regex(/^\w+:\/\/[^/?#@]+\/*$/, 'must end after the host and port: no path, query or user')),
  ),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: `must be a postgres:// address; ${encoded}` })),
  BUSINESS_TIME_ZONE: z._default(timeZone, 'America/New_York'),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^[sr]k_(live|test)_\w+$/, 'must begin with sk_ or rk_'))),
  STRIPE_PUBLISHABLE_KEY: z.optional(z.string().check(z.regex(/^pk_(live|test)_\w+$/, 'must begin with pk_'))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_\S+$/, 'must begin with whsec_'))),
  STRIPE_MODE: z.optional(z.literal('test', 'must be test, or nothing at all')),
  SMTP_URL: z.optional(
    z.string().check(z.refine(isMailServer, `must be an address such as smtp://user:password@host:587; ${encoded}`)),
  ),
  MAIL_FROM: z._default(
    z.string().check(z.refine(isSender, 'must be one e-mail address such as Level Up <hello@shop.example>')),
    demoSender,
  ),
  SELLER_NAME: optional,
  SELLER_ADDRESS: optional,
  SELLER_TAX_ID: optional,
  SELLER_TAX: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(none|reverse-charge|\d{1,2}(\.\d{1,3})?)$/,
          'must be the percentage that prices include, such as 19, or none, or reverse-charge',
        ),
      ),
  ),
  WITHDRAWAL: z.optional(z.enum(['exempt', 'applies'], 'must be exempt or applies, as your lawyer says')),
  SELLER_EMAIL: z.optional(z.email('must be an e-mail address')),
  SECURITY_CONTACT: z.optional(z.url({ protocol: /^(mailto|https)$/, error: 'must be a mailto: or https:// address' })),
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
  PATIENCE: z._default(z.string().check(z.regex(/^[1-9]\d?$/, 'must be a whole number from 1 to 99')), '1'),
  ...telemetrySettings,
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent'),
    'info',
  ),
})

/** Reads and checks the environment; empty values count as absent. Throws `BadEnv`. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value))
  const parsed = schema.safeParse(given)
  // For a list, name the setting rather than the index.
  if (!parsed.success) throw new BadEnv(parsed.error.issues.map((i) => `${String(i.path[0])} ${i.message}`).join('; '))
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
  if (production && bareAddress(e.MAIL_FROM) === bareAddress(demoSender))
    throw new BadEnv('MAIL_FROM must be set in production: the address of our mails, where answers are read')
  if (e.RATE_LIMITS === 'off' && (production || e.DEMO))
    throw new BadEnv('RATE_LIMITS must be on where strangers come: without limits passwords and codes can be guessed')
  if (production && e.STRIPE_SECRET_KEY === 'sk_test_sandbox')
    throw new BadEnv('STRIPE_SECRET_KEY is the sandbox’s: production takes no part of the sandbox')
  if (production && e.TWILIO_AUTH_TOKEN === 'sandbox')
    throw new BadEnv('TWILIO_AUTH_TOKEN is the sandbox’s: production takes no part of the sandbox')
  if (production && e.STRIPE_SECRET_KEY?.includes('_test_') && !e.STRIPE_MODE)
    throw new BadEnv(
      'STRIPE_SECRET_KEY lets test cards book: set the live keys, or STRIPE_MODE=test where nobody is served yet',
    )
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'TWILIO_AUTH_TOKEN'] as const)
    if (production && e[name] && e[name].length < shortestSecret)
      throw new BadEnv(`${name} is cut off: the real one has at least ${shortestSecret} characters`)
  if (!production) refuseStrangers(e)
  else if (e.DEMO) throw new BadEnv('DEMO is not for production: production has no demo')
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = e
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_PHONE_NUMBER: phoneNumber } = e
  return {
    production,
    publicDemo: e.DEMO === 'public',
    host: e.HOST,
    port: Number(e.PORT),
    baseUrl: (e.BASE_URL ?? `http://127.0.0.1:${e.PORT}`).replace(/(?<!\/)\/+$/, ''),
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL ?? null,
    businessTimeZone: e.BUSINESS_TIME_ZONE,
    stripe: secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret } : null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    seller: {
      name: e.SELLER_NAME ?? null,
      address: e.SELLER_ADDRESS ?? null,
      taxId: e.SELLER_TAX_ID ?? null,
      email: e.SELLER_EMAIL ?? bareAddress(e.MAIL_FROM),
    },
    tax: e.SELLER_TAX ?? null,
    withdrawal: e.WITHDRAWAL ?? null,
    securityContact: e.SECURITY_CONTACT ?? null,
    sms: accountSid && authToken && phoneNumber ? { accountSid, authToken, phoneNumber } : null,
    smsDailyCap: Number(e.SMS_DAILY_CAP),
    smsCountries: e.SMS_COUNTRIES,
    trustProxy: e.TRUST_PROXY ?? false,
    rateLimits: e.RATE_LIMITS === 'on',
    patience: Number(e.PATIENCE),
    telemetry: readTelemetryEnv(e),
    logLevel: e.LOG_LEVEL,
  }
}

/**
 * Outside production there are accounts whose password everybody knows, and pages that show every mail: no real card or
 * phone may hang on them, and no stranger reach them, unless `DEMO=public` says that this is meant. Throws `BadEnv`.
 */
function refuseStrangers(e: z.infer<typeof schema>): void {
  const real = 'set NODE_ENV=production'
  if (e.STRIPE_SECRET_KEY?.includes('_live_'))
    throw new BadEnv(`STRIPE_SECRET_KEY takes real money: ${real}, or take the keys that Stripe made for tests`)
  if (e.TWILIO_PHONE_NUMBER && e.TWILIO_PHONE_NUMBER !== twilioTestNumber)
    throw new BadEnv(
      `TWILIO_PHONE_NUMBER sends real SMS: ${real}, or take Twilio’s test credentials and ${twilioTestNumber}`,
    )
  if (e.DEMO) return
  const meant = `${real}, or DEMO=public for a demo that strangers may see`
  if (!isLoopback(e.HOST)) throw new BadEnv(`HOST ${e.HOST} lets other machines in: ${meant}`)
  const { protocol, hostname } = new URL(e.BASE_URL ?? 'http://localhost')
  if (protocol === 'https:' || !isLoopback(hostname)) throw new BadEnv(`BASE_URL ${e.BASE_URL} is for others: ${meant}`)
}
