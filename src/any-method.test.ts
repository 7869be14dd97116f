import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/testing/app.ts'
import { fingerprints } from '#src/testing/fingerprints.ts'
import { type RawRequest, rawRequest } from '#src/testing/raw-request.ts'
import { plantVictim, type Victim } from '#src/testing/victim.ts'
import { makeWorld, type World } from '#src/testing/world.ts'

/**
 * Who may call what also holds for every other way to write the same call: where the plain one is refused, no other
 * method, spelling of the path or header gets anything, or changes anything. `npm run drill:fuzz` tries them all, this
 * file alone every fourth.
 */
const isLong = process.env.DRILL === 'long'
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
  app = await startTestApp({ now: () => now })
  world = await makeWorld(app)
  victim = await plantVictim(app)
})
afterAll(() => app.close())

test('no spelling of a call gets more than the plain call', async () => {
  const { paths } = app.app.http.swagger() as unknown as { paths: Record<string, Record<string, object>> }
  const served = Object.entries(paths).map(([path, calls]) => [withIds(path), Object.keys(calls)] as [string, string[]])
  const all = [...served, [`/api/messages/live?bookingId=${victim.ids.bookingId}`, ['get']] as [string, string[]]]
  const database = new Client(app.databaseUrl)
  await database.connect()
  onTestFinished(() => database.end())
  const before = await fingerprints(database)
  let tried = 0
  let turn = 0
  const faults: string[] = []

  for (const [path, own] of all)
    await Promise.all(
      callers.map(async (caller) => {
        // Staff may listen, and would for minutes.
        if (path.includes('/live') && !strangers.includes(caller)) return
        const proof = world.proofs[caller]
        const tries: RawRequest[] = []
        for (const method of methods) {
          const isServed = own.includes(method === 'HEAD' ? 'get' : method.toLowerCase())
          if (isServed && !(await isRefused({ method, path, headers: proof }))) continue
          tries.push({ method, path, headers: proof })
          if (!isServed) continue
          for (const spell of spellings) tries.push({ method, path: spell(path), headers: proof })
          for (const headers of disguises) tries.push({ method, path, headers: { ...proof, ...headers } })
        }
        for (const each of tries.filter(() => isLong || turn++ % 4 === 0)) {
          const answer = await send(each)
          tried += 1
          if (answer.status < 400 || answer.status >= 500)
            faults.push(`${caller}: ${each.method} ${each.path}: ${answer.status}`)
          const told = Object.entries(victim.secrets).find(([, secret]) => answer.body.includes(secret))
          if (told) faults.push(`${caller}: ${each.method} ${each.path}: tells the ${told[0]}`)
        }
      }),
    )
  const after = await fingerprints(database)
  // The job queue notes when it looked after itself, the audit what staff tried.
  for (const table of ['pgboss.queue', 'public.audit_log']) {
    delete before[table]
    delete after[table]
  }
  console.info(`${tried} refused requests`)
  expect(faults).toEqual([])
  expect(after).toEqual(before)
  expect(tried).toBeGreaterThan(2_000)
}, 600_000)

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
