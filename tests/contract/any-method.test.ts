import { existsSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isLong } from '#tests/support/random-draws.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type RawRequest, rawRequest } from '../support/attacks/raw-request.ts'
import { plantVictim, type Victim } from '../support/attacks/victim.ts'
import { fingerprints } from '../support/fingerprints.ts'
import { makeWorld, type World } from '../support/world.ts'

/**
 * Who may call what also holds for every other way to write the same call: where the plain one is refused, no other
 * method, spelling of the path or header gets anything, or changes anything. `npm run drill:fuzz` tries them all, this
 * file alone every eighth.
 */
/** With the pages beside the calls, as in production; `npm test` builds them first. */
const isBuilt = existsSync('dist/server/entry-server.js')
const callers = ['nobody', 'applicant', 'player', 'coach', 'admin', 'admin session', 'owner'] as const
const strangers: readonly string[] = callers.slice(0, 4)
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Other spellings of a path, which some servers and proxies take for the same. */
const spellings: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => `/.${path}`,
  (path) => `/%2e${path}`,
  (path) => `/x/..${path}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => `/assets/..%2f..${path}`,
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '/%2561pi/'),
  (path) => path.replace('/api/', '/\\api\\'),
  (path) => path.toUpperCase(),
  (path) => `${path};x=1`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path}?_method=GET&method=GET`,
  (path) => `${path}?adminEmail=a@b.test&adminEmail=c@d.test&who=owner&isAdmin=true`,
  (path) => `http://127.0.0.1${path}`,
]

const disguises: Record<string, string>[] = [
  { 'x-http-method-override': 'GET', 'x-http-method': 'GET', 'x-method-override': 'GET' },
  { 'x-original-url': '/api/coaches', 'x-rewrite-url': '/api/coaches', 'x-forwarded-prefix': '/api/coaches' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost', forwarded: 'for=127.0.0.1;host=localhost' },
  { 'x-user': 'owner', 'x-role': 'owner', 'x-admin': 'true' },
]

let app: TestApp
let world: World
let victim: Victim
beforeAll(async () => {
  const now = new Date()
  app = await startTestApp({ now: () => now, pages: isBuilt ? 'built' : 'none' })
  world = await makeWorld(app)
  victim = await plantVictim(app)
})
afterAll(() => app.close())

test('no spelling of a call gets more than the plain call', async () => {
  const { paths } = app.app.http.swagger() as unknown as { paths: Record<string, Record<string, object>> }
  const served = Object.entries(paths).map(([path, calls]) => [withIds(path), Object.keys(calls)] as [string, string[]])
  const all = [...served, [`/api/messages/live?bookingId=${victim.ids.bookingId}`, ['get']] as [string, string[]]]
  const perPerson = callers.map((caller) => triesOf(caller, all))
  // The plain calls that are let in leave rows, as those of staff do in the audit.
  const tries = (await Promise.all(perPerson)).flat().filter((_, i) => isLong || i % 8 === 0)
  const database = new Client(app.databaseUrl)
  await database.connect()
  onTestFinished(() => database.end())
  const before = await everyRow(database)
  const faults: string[] = []
  async function next(): Promise<void> {
    const each = tries.pop()
    if (!each) return
    const answer = await send(each.request)
    const said = `${each.caller}: ${each.request.method} ${each.request.path}`
    if (answer.status < 400 || answer.status >= 500) faults.push(`${said}: ${answer.status}`)
    const told = whatIsTold(answer)
    if (told) faults.push(`${said}: tells the ${told}`)
    return next()
  }
  const tried = tries.length
  await Promise.all(callers.map(next))
  console.info(`${tried} refused requests`)
  expect(faults).toEqual([])
  expect(await everyRow(database)).toEqual(before)
  expect(tried).toBeGreaterThan(1_000)
}, 600_000)

/** What one person is refused, in every other way to write it. `all`: paths, and which methods are served there. */
async function triesOf(caller: (typeof callers)[number], all: [string, string[]][]) {
  const headers = world.proofs[caller]
  const tries: RawRequest[] = []
  for (const [path, own] of all) {
    // Staff may listen, and would for minutes.
    if (path.includes('/live') && !strangers.includes(caller)) continue
    for (const method of methods) {
      const isServed = own.includes(method === 'HEAD' ? 'get' : method.toLowerCase())
      if (isServed && !(await isRefused({ method, path, headers }))) continue
      tries.push({ method, path, headers })
      if (!isServed) continue
      for (const spell of spellings) tries.push({ method, path: spell(path), headers })
      for (const more of disguises) tries.push({ method, path, headers: { ...headers, ...more } })
    }
  }
  return tries.map((request) => ({ caller, request }))
}

test.runIf(isBuilt)(
  'no spelling of a page gets more than a visitor’s page, whoever asks and by whichever method',
  async () => {
    const paths = [...readFileSync('src/web/pages.tsx', 'utf8').matchAll(/\bpath: '([^'*]+)'/g)].map(
      ([, path]) => path!,
    )
    const all = [...paths.map((path) => path.replace(':slug', victim.ids.slug)), '/photos/x.webp', '/og/site.png']
    const database = new Client(app.databaseUrl)
    await database.connect()
    onTestFinished(() => database.end())
    const before = await everyRow(database)
    const faults: string[] = []
    let tried = 0
    let turn = 0
    for (const path of all)
      for (const method of methods)
        for (const spell of [(plain: string) => plain, ...spellings]) {
          if (!isLong && turn++ % 8 > 0) continue
          // A page kept meanwhile answers the next one alike.
          const answers = await Promise.all(
            callers.map((caller) => send({ method, path: spell(path), headers: world.proofs[caller] })),
          )
          tried += answers.length
          for (const [i, answer] of answers.entries()) {
            const told = whatIsTold(answer)
            if (told) faults.push(`${callers[i]}: ${method} ${spell(path)}: tells the ${told}`)
            if (answer.status !== answers[0]!.status || answer.body !== answers[0]!.body || answer.status >= 500)
              faults.push(`${callers[i]}: ${method} ${spell(path)}: ${answer.status}`)
          }
          const isRead = method === 'GET' || method === 'HEAD'
          if (!isRead && answers[0]!.status < 400) faults.push(`${method} ${spell(path)}: ${answers[0]!.status}`)
        }
    console.info(`${tried} requests for pages`)
    expect(faults).toEqual([])
    expect(await everyRow(database)).toEqual(before)
  },
  600_000,
)

/** The name of the victim's secret that an answer tells. */
function whatIsTold({ body }: { body: string }): string | undefined {
  return Object.entries(victim.secrets).find(([, secret]) => body.includes(secret))?.[0]
}

/** Of every table how much is in it and a checksum; but the job queue notes when it looked after itself. */
async function everyRow(database: Client) {
  const { 'pgboss.queue': _, ...tables } = await fingerprints(database)
  return tables
}

/** The paths' parameters, filled with what is the victim's. */
function withIds(path: string): string {
  const { ids } = victim
  const others: Record<string, string> = {
    id: path.includes('/booking/')
      ? ids.bookingId
      : path.includes('stories')
        ? ids.storyId
        : path.includes('ratings')
          ? ids.ratingId
          : ids.applicationId,
    coachApplicationId: ids.applicationId,
  }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...ids, ...others })[name] ?? victim.ids.bookingId)
}

/**
 * Whether the plain call is refused. Guards come before bodies are read: a body of a type that no call takes shows who
 * gets past them, and nothing happens.
 */
async function isRefused(plain: RawRequest): Promise<boolean> {
  if (plain.method === 'GET' || plain.method === 'HEAD') return (await send(plain)).status >= 400
  const { status } = await rawRequest(app.url, {
    ...plain,
    headers: { ...plain.headers, 'content-type': 'text/plain' },
    body: 'x',
  })
  return [401, 403, 404].includes(status)
}

function send(request: RawRequest) {
  if (['GET', 'HEAD', 'TRACE'].includes(request.method)) return rawRequest(app.url, request)
  return rawRequest(app.url, {
    ...request,
    headers: { ...request.headers, 'content-type': 'application/json' },
    body: '{}',
  })
}
