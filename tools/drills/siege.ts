import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { hashToken } from '#src/features/accounts/server/sign-in/login-sessions.ts'
import { codes } from '#src/features/accounts/server/table.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { freePort, startFreshApp } from '#tests/support/fresh-app.ts'
import { payByCard } from '#tests/support/pay.ts'
import type { Hour, Intent } from './ask.ts'
import { openBooks } from './books.ts'
import { type Browser, openBrowser } from './browser.ts'
import { dearestFiles } from './costs-of-pictures.ts'
import { collectGarbage } from './heap.ts'
import { onInterrupt } from './on-interrupt.ts'
import { type Finding, report } from './report.ts'

/**
 * `npm run drill:siege`: ten networks (127.0.1.1 to 127.0.10.1) ask for more than an hour's limits allow within ten minutes,
 * 100 requests a second, with the limits of production. Meanwhile honest people come. `--short` takes ten seconds and 30
 * requests a second and, since other tests run beside it, allows more delay.
 */
const isShort = process.argv.includes('--short')
const seconds = isShort ? 10 : 600
const perSecond = isShort ? 30 : 100
const rounds = isShort ? 1 : 8
const limits = { delay: isShort ? 400 : 50, memory: isShort ? 150 : 30 }

const metricsPort = await freePort()
const starting = startFreshApp({ RATE_LIMITS: 'on', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'fatal' })
onInterrupt(async () => (await starting).stop())
const app = await starting
const books = openBooks(app.dataDir)
const networks = Array.from({ length: 10 }, (_, i) => `127.0.${i + 1}.1`)
const visit = (network: string) => openBrowser(app.url, network)
const password = 'levelup-demo'
const owner = 'owner@demo.test'
const admin = { email: 'admin@demo.test', name: 'Demo Admin' }
const forgetful = 'player@demo.test'

type Coach = { id: string; name: string }
type Days = { days?: { hours: Hour[] }[] } | null
const coaches = (await visit('127.0.100.1').ask<Coach[]>('GET', '/api/coaches')).body
const files = await dearestFiles()
const picture = files[isShort ? 'progressive JPEG' : 'noise as JPEG']!
/** Ten coaches who draw pictures: nobody else may upload any. */
const coachTokens = await Promise.all(
  networks.map(async () => {
    const { id, token } = await aUser(books)
    await aCoach(books, { userId: id, isActive: false })
    return token
  }),
)
const answered: Record<string, Record<number, number>> = {}
const failures: Record<string, string[]> = {}

/** What strangers do, one after the other, each at a network of the ten. */
const tokens: string[] = []
const hoursOf = new Map<string, Hour[]>()
let made = 0
const attacks: Record<string, (browser: Browser) => Promise<{ status: number }>> = {
  async signUp(browser) {
    const email = `stranger-${made++}@siege.test`
    const body = { name: 'Stranger', email, password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
    const answer = await browser.ask<{ token: string }>('POST', '/api/auth/signup', body)
    if (answer.status === 200) tokens.push(answer.body.token)
    return answer
  },
  async hold(browser) {
    const coach = pick(coaches)!
    const hour = pick(hoursOf.get(coach.id) ?? [])
    const token = pick(tokens)
    // Nobody has signed up, or looked, yet.
    return hour && token ? hold(browser, token, coach.id, hour) : browser.ask('GET', '/api/coaches')
  },
  password: (browser) =>
    browser.ask('POST', '/api/auth/login', {
      email: pick([owner, admin.email, forgetful]),
      password: 'wrong-password',
    }),
  code: (browser) =>
    browser.ask('POST', '/api/auth/codes', { purpose: 'reset-password', email: pick([owner, admin.email, forgetful]) }),
  application: (browser) =>
    browser.ask('POST', '/api/coach-applications', {
      ...{ applicantName: 'Stranger', applicantEmail: `stranger-${made++}@siege.test`, gameExpertise: 'fortnite' },
      ...{
        currentRank: 'Unreal',
        coachingExperience: 'Two seasons.',
        whyCoach: 'I like it.',
        availability: 'Evenings',
      },
    }),
  admin: (browser) => browser.ask('POST', '/api/admin/login', pick([admin, { ...admin, name: `Name ${made++}` }])!),
  picture: (browser) => browser.ask('PUT', '/api/coach/photo', picture, pick(coachTokens)),
  sharedPicture: (browser) => browser.ask('GET', `/og/site.png?${made++}`),
  async search(browser) {
    const { id } = pick(coaches)!
    const answer = await freeHoursOf(browser, id)
    if (answer.status === 200) hoursOf.set(id, freeOf(answer.body))
    return answer
  },
}

try {
  const known = visit('127.0.50.1')
  expectStatus('owner', await known.ask('POST', '/api/auth/login', { email: owner, password }), 200)
  await receive(0, known)
  // What a server needs that has work at all, and its compiled code, are no traces of the siege.
  await besiege(isShort ? 2 : 60)
  for (const kind in answered) delete answered[kind]
  const before = await heldMemory()
  await readMetrics()

  const siege = besiege(seconds)
  for (let round = 1; round <= rounds; round++) {
    await sleep(((seconds * 1_000) / (rounds + 1)) * 0.8)
    await receive(round, known)
  }
  await siege
  const delay = Math.round((await readMetrics()) * 1_000)
  await sleep(isShort ? 1_000 : 60_000)
  const grown = (await heldMemory()) - before

  console.table(answered)
  const sent = Object.values(answered).flatMap((statuses) => Object.entries(statuses))
  const failed = sent
    .filter(([status]) => Number(status) >= 500 && status !== '503')
    .reduce((sum, [, count]) => sum + count, 0)
  const total = sent.reduce((sum, [, count]) => sum + count, 0)
  const asPromised = (what: string, promise: string): Finding => ({
    promise,
    measured: failures[what]?.join('; ') ?? `${rounds + 1} of ${rounds + 1} times`,
    kept: !failures[what],
  })
  report('Siege', [
    {
      promise: `${perSecond} requests a second`,
      measured: `${total} in ${seconds} s`,
      kept: total > 0.95 * perSecond * seconds,
    },
    { promise: 'nothing fails', measured: `${failed} answers of 500 and more, but for 503`, kept: failed === 0 },
    asPromised('booking', 'a newcomer on a new network signs up and books at the first try'),
    asPromised('owner', 'the owner logs in with the browser they know'),
    asPromised('reset', 'a code for a new password arrives and works'),
    asPromised('admin', 'the admin area mails its code, which works'),
    { promise: `event-loop delay p99 <= ${limits.delay} ms`, measured: `${delay} ms`, kept: delay <= limits.delay },
    { promise: `memory back within ${limits.memory} MB`, measured: `${grown} MB more`, kept: grown <= limits.memory },
  ])
} finally {
  await books.close()
  await app.stop()
}

/** The honest people of one moment. */
async function receive(round: number, known: Browser): Promise<void> {
  await Promise.all([book(round), logIn(known), resetPassword(round), enterAdminArea(round)])
}

async function book(round: number): Promise<void> {
  const browser = visit(`127.0.${101 + round}.1`)
  const coach = coaches[round % coaches.length]!
  const signedUp = await browser.ask<{ token: string }>('POST', '/api/auth/signup', {
    ...{ name: 'Honest Newcomer', email: `newcomer-${round}@siege.test` },
    ...{ password: 'shy-otter-1', confirmPassword: 'shy-otter-1' },
  })
  if (!expectStatus('booking', signedUp, 200)) return
  const { token } = signedUp.body
  const hour = pick(await freeHours(browser, coach.id))
  if (!hour) return fail('booking', `${coach.name} has no free hour`)
  const ordered = await hold(browser, token, coach.id, hour)
  if (!expectStatus('booking', ordered, 200)) return
  await payByCard(app.url, ordered.body)
  const { paymentIntentId } = ordered.body
  expectStatus('booking', await browser.ask('POST', '/api/booking-confirmation', { paymentIntentId }, token), 200)
}

async function logIn(known: Browser): Promise<void> {
  const { status, body } = await known.ask<{ token: string }>('POST', '/api/auth/login', { email: owner, password })
  if (expectStatus('owner', { status, body }, 200)) await known.ask('POST', '/api/auth/logout', {}, body.token)
}

async function resetPassword(round: number): Promise<void> {
  const browser = visit(`127.0.${121 + round}.1`)
  const asked = await browser.ask('POST', '/api/auth/codes', { purpose: 'reset-password', email: forgetful })
  if (!expectStatus('reset', asked, 202)) return
  const fresh = `shy-otter-${round}`
  await enterCode('reset', forgetful, browser, (code) =>
    browser.ask('POST', '/api/auth/codes/redeem', {
      ...{ purpose: 'reset-password', email: forgetful, code, password: fresh, confirmPassword: fresh },
    }),
  )
}

async function enterAdminArea(round: number): Promise<void> {
  const browser = visit(`127.0.${141 + round}.1`)
  if (!expectStatus('admin', await browser.ask('POST', '/api/admin/login', admin), 202)) return
  await enterCode('admin', admin.email, browser, (code) => browser.ask('POST', '/api/admin/login', { ...admin, code }))
}

/** Finds the mail with the code that this browser asked for, among those that strangers asked for, and enters it. */
async function enterCode(
  what: string,
  email: string,
  browser: Browser,
  enter: (code: string) => Promise<{ status: number; body: unknown }>,
): Promise<void> {
  const browserHash = hashToken(browser.cookies.get('code_browser')!)
  const to = `/dev/outbox.json?to=${encodeURIComponent(email)}`
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(500)) {
    const [asked] = await books.db.select().from(codes).where(eq(codes.browserHash, browserHash))
    const outbox = await visit('127.0.100.1').ask<{ text: string }[]>('GET', to)
    // A busy outbox is asked again.
    const mails = outbox.status === 200 ? outbox.body : []
    const isMine = (code: string) =>
      createHash('sha256').update(`${asked!.id} ${code}`).digest('hex') === asked!.codeHash
    const sent = mails.flatMap(({ text }) => codeIn(text) ?? [])
    const code = asked && sent.find(isMine)
    if (code) return void expectStatus(what, await enter(code), 200)
  }
  fail(what, 'no code within 30 s')
}

async function besiege(seconds: number): Promise<void> {
  const kinds = Object.entries(attacks)
  const began = Date.now()
  const waiting = new Set<Promise<void>>()
  for (let sent = 0; sent < perSecond * seconds; await sleep(5))
    for (; sent < Math.min(perSecond * seconds, ((Date.now() - began) / 1_000) * perSecond); sent++) {
      const [kind, attack] = kinds[sent % kinds.length]!
      const asking = attack(visit(networks[Math.floor(sent / kinds.length) % networks.length]!)).then(({ status }) => {
        answered[kind] ??= {}
        answered[kind][status] = (answered[kind][status] ?? 0) + 1
        waiting.delete(asking)
      })
      waiting.add(asking)
    }
  await Promise.all(waiting)
}

function freeHoursOf(browser: Browser, coachId: string) {
  const path = `/api/free-hours?serviceId=1on1-basic&game=both&coachId=${coachId}`
  return browser.ask<Days>('GET', path)
}

async function freeHours(browser: Browser, coachId: string): Promise<Hour[]> {
  return freeOf((await freeHoursOf(browser, coachId)).body)
}

function freeOf(body: Days): Hour[] {
  return (body?.days ?? []).flatMap(({ hours }) => hours.filter(({ state }) => state === 'free'))
}

function hold(browser: Browser, token: string, coachId: string, { date, time }: Hour) {
  const metadata = { serviceId: '1on1-basic', coachId, game: 'both', selectedDate: date, selectedTime: time }
  return browser.ask<Intent>('POST', '/api/create-payment-intent', { amount: 29, metadata }, token)
}

function expectStatus(what: string, { status, body }: { status: number; body: unknown }, wanted: number): boolean {
  if (status !== wanted) fail(what, `${status} ${JSON.stringify(body)}`)
  return status === wanted
}

function fail(what: string, why: string): void {
  failures[what] ??= []
  failures[what].push(why)
}

function pick<T>(list: T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

/** The p99 of the event loop's delay since it was read last, in seconds. */
async function readMetrics(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^nodejs_eventloop_delay_p99 (\S+)$/m.exec(text)![1])
}

/** What the app's process holds once its garbage is collected, in MB. */
async function heldMemory(): Promise<number> {
  await collectGarbage(app.pid)
  await sleep(1_000)
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}
