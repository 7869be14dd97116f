import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { openLoginSession } from '#src/features/accounts/server/accounts.ts'
import { listCoachSessions } from '#src/features/bookings/contract.ts'
import { bookingDetails } from '#src/features/bookings/staff-contract.ts'
import { coachDetailsSchema } from '#src/features/coaches/contract.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { ratingSchema } from '#src/features/ratings/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { root } from '#src/platform/root.ts'
import Privacy from '#src/screens/privacy/privacy.tsx'
import { storedData } from '#src/screens/privacy/stored-data.ts'
import { keepDays, showDays } from '#src/shared/keep-days.ts'
import { contentSecurityPolicy } from '#src/web/server/content-security-policy.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { anIntentFor } from '../../support/paid-booking.ts'
import { payByCard } from '../../support/pay.ts'
import { basic } from '../../support/prices.ts'
import { paperText } from './paper-text.tsx'

/** What the Privacy notice says, beside docs/personal-data.md and what makes it true. */

let app: TestApp
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app.close())

const privacy = paperText(<Privacy />)

/** The rows of docs/personal-data.md: what of people a table holds, and how long. */
const tables = readFileSync(`${root}/docs/personal-data.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [name = '', what = '', , until = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    return { name: name.replaceAll('`', ''), what, until }
  })

const account: Term = ['account', 'until you delete your account']
const books: Term = ['books', 'prices, times and receipt numbers, without your name, for']
const profile: Term = ['as the profile', 'a profile stays']
const days = (count: number): Term => [showDays(count), showDays(count)]
/** How long personal-data.md and the Privacy notice say that something is kept. */
type Term = [document: string, notice: string]

const around = 'Around your sessions'
const stays: Term = ['books', 'who came and what followed stays with the booking, without your name']
const reported = 'Reports and blocks'
const booked = 'Bookings and payments'
const mails = 'Mails and SMS we sent you'
const atWork = 'If you coach, or work with us'
const paidOut: Term = ['books', 'what coaches were paid as long as the law on bookkeeping asks']
/** Under which heading the notice tells of a table, and how long each says it is kept. */
const toldUnder: Record<string, [title: string, ...terms: Term[]]> = {
  users: ['Your account', days(keepDays.unverifiedAccounts), account],
  second_factors: ['Your account', ['until switched off', 'the second step until you switch it off']],
  recovery_codes: ['Your account', ['switched off', 'the second step until you switch it off']],
  profiles: ['What you say about yourself', account],
  login_sessions: ['Browsers you logged in with', days(keepDays.loginSessions)],
  known_browsers: ['Browsers you logged in with', days(keepDays.knownBrowsers)],
  logins: ['Log-ins and tries', days(keepDays.logins)],
  slots: [booked, books],
  group_hours: [booked, books],
  seats: [booked, books],
  bookings: [booked, account, books],
  booking_history: [booked, account, books],
  guarantee_claims: [booked, account, books],
  session_intakes: [around, account],
  session_check_ins: [around, stays],
  session_statements: [around, stays],
  session_questions: [around, account, stays],
  session_choices: [around, account, stays],
  session_take_overs: [around, stays],
  session_write_ups: [around, account],
  session_homework: [around, account],
  session_proposals: [around, stays],
  session_reports: [reported, account, ['books', 'that there was a report stays, without your name']],
  session_report_messages: [reported, account],
  blocks: [reported, ['until taken back', 'until you take them back']],
  refunds: [booked, books],
  disputes: [booked, books],
  payment_problems: [booked, account],
  orders: ['Hours you held and did not pay', days(keepDays.unpaidOrders), ['the hold', 'while you hold the hour']],
  threads: ['Conversations', ['as what it is about', account[1]]],
  messages: ['Conversations', account],
  thread_notes: ['Conversations', account],
  thread_sides: ['Conversations', ['as the thread', account[1]]],
  player_notes: ['Coaches’ notes', account],
  staff_notes: ['Our team’s notes', account],
  ratings: ['Ratings and success stories', account, ['stars stay', 'stars stay']],
  success_stories: ['Ratings and success stories', account],
  contacts: ['Questions you send us', days(keepDays.inquiries), account],
  coach_applications: ['Applications of coaches', days(keepDays.rejectedApplications), account],
  application_readers: ['Cookies and your browser', days(keepDays.applicationBrowsers)],
  deliveries: [mails, days(keepDays.deliveries), account],
  codes: [mails, ['10 minutes', 'codes 10 minutes']],
  mail_choices: [mails, days(keepDays.deliveries), account],
  sms_opt_outs: [mails, ['START', 'until you answer START']],
  rate_limits: ['Logs and counts', days(1)],
  audit_log: ['Logs and counts', ['for ever', 'what our team did for ever']],
  admins: [atWork, ['while listed', 'while you work with us']],
  admin_sessions: [atWork, ['8 hours', '8 hours']],
  staff_alert_choices: [atWork, ['account', 'while you work with us']],
  coaches: [atWork, ['for ever', 'a profile stays']],
  coach_photos: [atWork, ['until replaced', 'a profile stays']],
  calendar_feeds: [atWork, ['account', 'while you work with us']],
  availability: [atWork, profile],
  weekly_hours: [atWork, profile],
  availability_exceptions: [atWork, profile],
  coach_drills: [atWork, profile],
  coach_shares: [atWork, paidOut],
  payouts: [atWork, paidOut],
  payout_lines: [atWork, paidOut],
}

test.each(tables.filter(({ what }) => !what.startsWith('nothing')))(
  'the Privacy notice keeps what $name holds as long as personal-data.md says',
  ({ name, until }) => {
    const [title, ...terms] = toldUnder[name] ?? []
    const entry = storedData.find((each) => each.title === title)
    const told = entry ? `${entry.what} ${entry.until}` : partOf(title!)
    expect(terms.length, name).toBeGreaterThan(0)
    for (const [document, notice] of terms) {
      expect(until).toContain(document)
      expect(told).toContain(notice)
    }
  },
)

test('the Privacy notice shows all that is kept, and how long', () => {
  for (const { title, until } of storedData)
    expect(privacy).toMatch(new RegExp(`\n${title}\n(.+\n){2}Kept: ${escaped(until)}`))
})

/** The lines under a heading. */
function partOf(title: string): string {
  return privacy.split('\n## ').find((part) => part.startsWith(`${title}\n`)) ?? ''
}
const escaped = (text: string) => text.replace(/[[\].]/g, '\\$&')

test('the Privacy notice names everybody who gets data, and all cookies', () => {
  const hosts = Object.values(contentSecurityPolicy({ stripe: true }))
    .flat()
    .filter((source) => source.startsWith('https:'))
  expect(hosts.filter((host) => !/\bstripe\.com$/.test(host))).toEqual([])
  const providers = globSync('*.ts', { cwd: `${root}/src/providers` }).filter((file) => !file.includes('.test'))
  const named = { 'mailer.ts': 'A mail provider', 'stripe.ts': 'Stripe', 'twilio.ts': 'Twilio' }
  expect(providers.sort()).toEqual(Object.keys(named))
  for (const name of [...Object.values(named), 'A hosting provider', 'Discord']) expect(privacy).toContain(name)

  const cookies: Record<string, string> = {
    'src/features/accounts/server/routes.ts': `Signing in sets one for ${showDays(keepDays.loginSessions)} at most`,
    'src/features/accounts/server/sign-in/code-browser.ts': `lets only your browser use it, for ${showDays(keepDays.codeBrowsers)}`,
    'src/features/accounts/server/sign-in/known-browsers.ts': `one remembers for ${showDays(keepDays.knownBrowsers)}`,
    'src/features/accounts/server/staff/admin-routes.ts': 'The admin area has one of its own',
    'src/features/applications/server/reader-cookie.ts': `opens its chat for ${showDays(keepDays.applicationBrowsers)}`,
  }
  expect(filesWith('.setCookie(')).toEqual(Object.keys(cookies))
  for (const words of [...Object.values(cookies), '__stripe_mid', '__stripe_sid']) expect(privacy).toContain(words)
  expect(privacy).toContain('We sell your data to nobody.')
})

test('signing in leaves three entries in the browser’s storage that stay, and only the team’s rooms and dismissed words leave others', () => {
  expect(privacy).toContain('and three entries in your browser’s storage')
  const entries = filesWith('localStorage.setItem(').map((file) => [
    file,
    [...new Set([...sourceOf(file).matchAll(/localStorage\.setItem\(('\w+'|\w+)/g)].map(([, key]) => key))],
  ])
  expect(Object.fromEntries(entries)).toEqual({
    'src/features/accounts/web/reader-zone.ts': ["'zone'"],
    'src/features/accounts/web/room-zone.ts': ["'clock'"],
    'src/features/accounts/web/use-account.ts': ["'auth_token'", "'user'"],
    'src/features/accounts/web/verify-notice.tsx': ['key'],
    'src/screens/admin/stored-admin.ts': ["'adminEmail'", "'adminName'"],
    'src/screens/payment-success/ask-player.tsx': ['key'],
  })
})

const sourceOf = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
/** The files of ours that have these words, in order. */
function filesWith(words: string): string[] {
  return globSync('src/{features,platform,screens,shell,ui,web}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.') && sourceOf(file).includes(words))
    .sort()
}

test('Stripe gets what the Privacy notice says, and nothing about the person', async () => {
  expect(privacy).toContain('from us the amount, the service, the coach’s gamer tag, the game and the order’s id')
  const player = await aUser(app.deps, { name: 'Rimshot Miller' })
  const { orderId, paymentIntentId, coachName } = await anIntentFor(app, player.token, nextStart())
  const { amount, description, metadata, ...rest } = app.sandbox.ledger.intent(paymentIntentId)
  expect({ amount, description, metadata }).toEqual({
    amount: basic.cents,
    description: `1-on-1 Basic Session with ${coachName}`,
    metadata: { service: '1on1-basic', game: 'rocket-league', orderId },
  })
  expect(JSON.stringify(rest)).not.toMatch(new RegExp(`${player.email}|${player.id}|Rimshot`))
})

test('a coach reads what players say about themselves until the session is over, our team longer', async () => {
  expect(privacy).toContain('until the session is over, what you said about yourself to be found')
  const [player, coachUser] = [await aUser(app.deps, { name: 'Rimshot' }), await aUser(app.deps)]
  await aProfile(app.deps, player)
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const { id: bookingId, endsAt } = await aBooking(app.deps, { player, coach, start: nextStart() })
  const read = async () => {
    const coachs = await app.call(listCoachSessions, {}, await openLoginSession(app.deps.db, coachUser.id, clock))
    const { token } = await aUser(app.deps, { isAdmin: true })
    const teams = await app.call(bookingDetails, { params: { bookingId } }, token)
    return [coachs.body[0]!.player?.gamerTag, teams.body.player?.gamerTag]
  }
  expect(await read()).toEqual(['Rimshot', 'Rimshot'])
  clock = new Date(endsAt!)
  expect(await read()).toEqual([undefined, 'Rimshot'])
  clock = new Date()
})

test('what others read beside a rating, on a coach’s page and in the copy of a booking stands in the Privacy notice', () => {
  expect(privacy).toContain('the first word of your name; beside a rating, what you booked and the rank your profile')
  expect(Object.keys(ratingSchema.shape).sort()).toEqual([
    'createdAt',
    'game',
    'id',
    'rank',
    'rating',
    'review',
    'reviewer',
    'serviceName',
  ])
  expect(privacy).toContain('One mail asks for a rating when a session is over')
  expect(mailText('player/rating-request')).toContain('what you booked and the rank your profile names')

  expect(privacy).toContain(
    'how many players they had, hours they gave, how fast they usually answer and how often they came on time',
  )
  expect(privacy).toContain('How fast coaches answer is counted from it')
  expect(Object.keys(coachDetailsSchema.shape)).toEqual(expect.arrayContaining(['answerMinutes', 'punctuality']))

  expect(privacy).toContain('the session, its time, price, booking and receipt number, and without your name')
  const copy = mailText('player/booking-copy')
  expect(copy.match(/^(Coach|Session|When|Booking|Receipt|Paid on|Price paid): /gm)).toHaveLength(7)
  expect(copy).not.toContain('Demo')
})

/** A mail as its readers get it (`tests/contract/mail-audience.test.ts`). */
function mailText(name: string): string {
  const [, text = ''] = sourceOf(`tests/contract/mails/${name}.eml`).split('Content-Type: text/plain')
  return text.split('Content-Type: text/html')[0]!
}

// Not settled, or with the bank: `src/features/privacy/server/privacy.test.ts`.
test('deleting an account waits while a session is ahead or a payment under way', async () => {
  expect(privacy).toContain(
    'It waits while a session is ahead or not settled, or a payment under way or with your bank.',
  )
  const erase = async ({ token }: { token: string }) =>
    (await app.call(eraseAccount, { body: { password: demoPassword } }, token)).status
  const [booked, paying, free] = [await aUser(app.deps), await aUser(app.deps), await aUser(app.deps)]
  await aBooking(app.deps, { player: booked, start: nextStart() })
  await payByCard(app.url, await anIntentFor(app, paying.token, nextStart()))
  expect([await erase(booked), await erase(paying), await erase(free)]).toEqual([409, 409, 200])
})

let hours = 30
const nextStart = () => bookableStarts(clock, app.deps.env.businessTimeZone)[hours++]!
