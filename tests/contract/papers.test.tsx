import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { signup } from '#src/features/accounts/contract.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { needsReason } from '#src/features/bookings/claims.ts'
import { lifeCycle, refusalOf } from '#src/features/bookings/life-cycle.ts'
import {
  currentPolicy,
  holdMinutes,
  longerHoldMinutes,
  refundLeft,
  refundShare,
  unchanged,
} from '#src/features/bookings/rules.ts'
import { services } from '#src/features/bookings/services.ts'
import type { Seller } from '#src/features/payments/receipt-contract.ts'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { root } from '#src/platform/root.ts'
import { kept } from '#src/screens/privacy/kept.ts'
import Privacy from '#src/screens/privacy/privacy.tsx'
import Terms from '#src/screens/terms/terms.tsx'
import { keepDays, showDays } from '#src/shared/keep-days.ts'
import { papers } from '#src/shared/papers.ts'
import { showShortDate } from '#src/shared/times.ts'
import { contentSecurityPolicy } from '#src/web/server/content-security-policy.ts'
import { startTestApp } from '../support/app.ts'
import { htmlOf } from '../support/html-of.tsx'

/*
 * What Terms, Privacy notice and docs/personal-data.md say, each statement beside what makes it true. A new promise gets
 * a row; a rule that changes makes its row fail.
 */

const nobody: Seller = { name: null, address: null, taxId: null, email: 'hello@levelup.example' }
const somebody: Seller = { name: 'Rung LLC', address: '1 Ladder St, Albany NY', taxId: 'VAT 42', email: 'x@rung.test' }
const textOf = (page: React.ReactNode, data = nobody) =>
  htmlOf(page, [{ queryKey: sellerQuery.queryKey, data }])
    .text.replaceAll('\u2019', "'")
    .replace(/ ([.,:])/g, '$1')
let terms: string
let privacy: string
beforeAll(() => {
  terms = textOf(<Terms />)
  privacy = textOf(<Privacy />)
})

const startsAt = new Date('2026-06-01T20:00:00Z')
const endsAt = new Date('2026-06-01T21:00:00Z')
const hoursBefore = (hours: number, ms = 0) => new Date(startsAt.getTime() - hours * 3_600_000 + ms)
const afterEnd = (days: number, ms = 0) => new Date(endsAt.getTime() + days * 24 * 3_600_000 + ms)
const sold = { ...unchanged, startsAt, endsAt, terms: currentPolicy, status: 'confirmed' as const, price: 2900 }
const { fullRefundHours, halfRefundHours, freeMoveHours, guaranteeDays } = currentPolicy

test.each<[string, () => unknown, unknown]>([
  [
    `${fullRefundHours} hours or more before the start: the full price`,
    () => [0, 1].map((ms) => refundShare(sold, hoursBefore(fullRefundHours, ms))),
    [100, 50],
  ],
  [
    `between ${fullRefundHours} and ${halfRefundHours} hours before: half of the price`,
    () => [0, 1].map((ms) => refundShare(sold, hoursBefore(halfRefundHours, ms))),
    [50, 0],
  ],
  [`less than ${halfRefundHours} hours before: nothing`, () => refundShare(sold, hoursBefore(0)), 0],
  [
    `Until ${freeMoveHours} hours before the start you can move a session`,
    () => [0, 1].map((ms) => refusalOf('move', sold, 'player', hoursBefore(freeMoveHours, ms)) === null),
    [true, false],
  ],
  [
    'Moving keeps the refund share you had; it never raises it',
    () => refundShare({ ...sold, refundShareLimit: 50 }, hoursBefore(fullRefundHours)),
    50,
  ],
  [
    'until it has an hour you can cancel it and get everything back',
    () => [
      refundShare({ ...sold, startsAt: null }, new Date()),
      refusalOf('cancel', { ...sold, startsAt: null, endsAt: null }, 'player', new Date('2036-01-01')),
    ],
    [100, null],
  ],
  [
    'A session that we moved or gave to another coach is refundable in full until it starts',
    () => refundShare({ ...sold, fullRefundUntilStart: true }, hoursBefore(0)),
    100,
  ],
  [
    "sends all of your money back, also after the session's time",
    () => [refusalOf('cancel', sold, 'staff', afterEnd(30)), refundLeft({ ...sold, refundDue: 0 })],
    [null, 2900],
  ],
  ['your coach or our team can mark the session as a no-show', () => lifeCycle['no-show'].by, ['coach', 'staff']],
  [
    'our team can correct it',
    () =>
      (['player', 'coach', 'staff'] as const).map(
        (party) => refusalOf('complete', { ...sold, status: 'no_show' }, party, afterEnd(1)) === null,
      ),
    [false, false, true],
  ],
  [
    `tell us under My Sessions within ${guaranteeDays} days`,
    () => [0, 1].map((ms) => refusalOf('claim-guarantee', sold, 'player', afterEnd(guaranteeDays, ms)) === null),
    [true, false],
  ],
  [
    'If the answer is another one than you asked for, it says why',
    () => [
      needsReason('refunded', 'declined'),
      needsReason('refunded', 'another-coach'),
      needsReason('refunded', 'refunded'),
    ],
    [true, true, false],
  ],
  [`Up to ${Math.max(...services.map(({ capacity }) => capacity))} players share the coach`, () => true, true],
  [
    'While your bank decides about a payment, or after it gave you the money back, we refund nothing for it',
    () => (['open', 'lost', 'won'] as const).map((dispute) => refundLeft({ ...sold, dispute })),
    [0, 0, 2900],
  ],
  [`held for you for ${holdMinutes} minutes, and once for ${longerHoldMinutes} more`, () => true, true],
  [`Version ${papers.terms.version}, ${showShortDate(papers.terms.date)}`, () => true, true],
  ['We charge no tax on top of it', () => nobody.taxId, null],
])('the Terms say: %s', (statement, rule, truth) => {
  expect(terms).toContain(statement)
  expect(rule()).toEqual(truth)
})

/** The rows of docs/personal-data.md: what of people a table holds, and how long. */
const tables = new Map(
  readFileSync(`${root}/docs/personal-data.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [name = '', what = '', , until = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      return [name.replaceAll('`', ''), { what, until }] as const
    }),
)

const atWork = 'If you coach, or work with us'
/** Under which heading the Privacy notice tells of a table, and by which of our terms of keeping it goes. */
const toldUnder: Record<string, { title: string; days?: number }> = {
  users: { title: 'Your account' },
  profiles: { title: 'What you say about yourself' },
  login_sessions: { title: 'Browsers you logged in with', days: keepDays.loginSessions },
  known_browsers: { title: 'Browsers you logged in with', days: keepDays.knownBrowsers },
  logins: { title: 'Log-ins and tries', days: keepDays.logins },
  slots: { title: 'Bookings and payments' },
  seats: { title: 'Bookings and payments' },
  bookings: { title: 'Bookings and payments' },
  booking_history: { title: 'Bookings and payments' },
  guarantee_claims: { title: 'Bookings and payments' },
  refunds: { title: 'Bookings and payments' },
  disputes: { title: 'Bookings and payments' },
  payment_problems: { title: 'Bookings and payments' },
  orders: { title: 'Hours you held and did not pay', days: keepDays.unpaidOrders },
  threads: { title: 'Conversations' },
  messages: { title: 'Conversations' },
  thread_sides: { title: 'Conversations' },
  player_notes: { title: 'Coaches’ notes' },
  ratings: { title: 'Ratings and success stories' },
  success_stories: { title: 'Ratings and success stories' },
  contacts: { title: 'Questions you send us', days: keepDays.inquiries },
  coach_applications: { title: 'Applications of coaches', days: keepDays.rejectedApplications },
  application_readers: { title: 'Applications of coaches' },
  deliveries: { title: 'Mails and SMS we sent you', days: keepDays.deliveries },
  codes: { title: 'Mails and SMS we sent you' },
  mail_choices: { title: 'Mails and SMS we sent you' },
  sms_opt_outs: { title: 'Mails and SMS we sent you' },
  second_factors: { title: 'Your account' },
  recovery_codes: { title: 'Your account' },
  rate_limits: { title: 'Logs and counts', days: 1 },
  audit_log: { title: 'Logs and counts' },
  admins: { title: atWork },
  admin_sessions: { title: atWork },
  staff_alert_choices: { title: atWork },
  coaches: { title: atWork },
  coach_photos: { title: atWork },
  availability: { title: atWork },
  weekly_hours: { title: atWork },
  availability_exceptions: { title: atWork },
}
test('the Privacy notice tells of every table that holds something about people, as long as personal-data.md says', () => {
  for (const [name, { what, until }] of tables) {
    if (what.startsWith('nothing')) continue
    const { title, days } = toldUnder[name] ?? {}
    const told = kept.find((each) => each.title === title)
    expect(told, `${name} is told of`).toBeDefined()
    if (days === undefined) continue
    expect(until, name).toContain(showDays(days))
    expect(told!.until, name).toContain(showDays(days))
  }
  for (const { title, until } of kept) {
    expect(privacy).toContain(`${title.replaceAll('\u2019', "'")} `)
    expect(privacy).toContain(`Kept: ${until}`)
  }
})

test('the Privacy notice names everybody who gets data, and all cookies', () => {
  const hosts = Object.values(contentSecurityPolicy({ stripe: true }))
    .flat()
    .filter((source) => source.startsWith('https:'))
  expect(hosts.filter((host) => !/\bstripe\.com$/.test(host))).toEqual([])
  const providers = globSync('*.ts', { cwd: `${root}/src/providers` }).filter((file) => !file.includes('.test'))
  const named = { 'mailer.ts': 'A mail provider', 'stripe.ts': 'Stripe', 'twilio.ts': 'Twilio' }
  expect(providers.sort()).toEqual(Object.keys(named))
  for (const name of [...Object.values(named), 'A hosting provider', 'Discord']) expect(privacy).toContain(name)

  const setters = globSync('src/{features,platform,web}/**/*.ts', { cwd: root }).filter((file) =>
    readFileSync(`${root}/${file}`, 'utf8').includes('.setCookie('),
  )
  const cookies: Record<string, string> = {
    'src/features/accounts/server/routes.ts': `Signing in sets one for ${showDays(keepDays.loginSessions)} at most`,
    'src/features/accounts/server/sign-in/code-browser.ts': `lets only your browser use it, for ${showDays(keepDays.codeBrowsers)}`,
    'src/features/accounts/server/sign-in/known-browsers.ts': `one remembers for ${showDays(keepDays.knownBrowsers)}`,
    'src/features/accounts/server/staff/admin-routes.ts': 'The admin area has one of its own',
    'src/features/applications/server/browser.ts': `opens its chat for ${showDays(keepDays.applicationBrowsers)}`,
  }
  expect(setters.sort()).toEqual(Object.keys(cookies))
  for (const words of [...Object.values(cookies), '__stripe_mid', '__stripe_sid']) expect(privacy).toContain(words)
  expect(privacy).toContain('We sell your data to nobody.')
  expect(privacy).toContain(`Version ${papers.privacy.version}, ${showShortDate(papers.privacy.date)}`)
})

test('what only the owner or a lawyer can fill in stands there as a named gap until it is filled', () => {
  const gapsIn = (text: string) => [...text.matchAll(/\[([^\]]+): to be filled in by (the owner|a lawyer)\]/g)]
  for (const text of [terms, privacy])
    expect(gapsIn(text).map(([, what]) => what)).toEqual(expect.arrayContaining(['legal name', 'postal address']))
  for (const text of [textOf(<Terms />, somebody), textOf(<Privacy />, somebody)]) {
    expect(gapsIn(text).map(([, what]) => what)).not.toContain('legal name')
    for (const known of [somebody.name, somebody.address, somebody.email]) expect(text).toContain(known)
  }
  expect(textOf(<Terms />, somebody)).toContain('Our tax number is VAT 42.')
})

test('an account keeps the version of the Terms it agreed to, whatever the browser says', async () => {
  const app = await startTestApp()
  const [email, password] = ['reader@demo.test', 'a long sentence']
  const body = { name: 'Reader', email, password, confirmPassword: password, termsVersion: 99 }
  expect((await app.call(signup, { body })).status).toBe(200)
  const [account] = await app.deps.db.select().from(users).where(eq(users.email, email))
  expect(account!.termsVersion).toBe(papers.terms.version)
  await app.close()
})

test('other words get another version', () => {
  const fingerprint = createHash('sha256').update(terms).digest('hex').slice(0, 12)
  expect(
    { [papers.terms.version]: fingerprint },
    'People agree to a version by its number: raise it in src/shared/papers.ts, then write the new fingerprint here.',
  ).toEqual({ 1: '7f26a6a58bbc' })
})
