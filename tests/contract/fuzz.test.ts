import { existsSync } from 'node:fs'
import fc, { type Arbitrary } from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong, seed } from '#tests/support/random-draws.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { hiddenRequests, trueSignature } from '../support/attacks/hidden-requests.ts'
import { fillIds, hostileRequests, type Operation, type Shape } from '../support/attacks/hostile-requests.ts'
import { type RawAnswer, rawRequest } from '../support/attacks/raw-request.ts'
import { plantVictim, type Victim } from '../support/attacks/victim.ts'
import { makeWorld, type World } from '../support/world.ts'

/**
 * Every call of our own `/api/openapi.json`, and whatever else is served, made by everybody with hostile input. `npm run drill:fuzz` makes 20,000
 * requests, this file alone some 1,500; `SEED=` draws the same ones again.
 */
/** Strangers first: what they do must not touch the victim; staff may. */
const strangers = ['nobody', 'applicant', 'player', 'coach'] as const
const callers = [...strangers, 'admin', 'admin session', 'owner'] as const
type Caller = (typeof callers)[number]
const signedIn: readonly Caller[] = ['player', 'coach', 'admin', 'owner']
/** `npm test` builds the pages first. */
const isBuilt = existsSync('dist/server/entry-server.js')
const runsEach = isLong ? 28 : 2

let app: TestApp
let world: World
let victim: Victim
let requests = 0
const faults: string[] = []

beforeAll(async () => {
  app = await startTestApp({ pages: isBuilt ? 'built' : 'none' })
  await renewWorld()
})
afterAll(() => app.close())

async function renewWorld() {
  world = await makeWorld(app)
  victim = await plantVictim(app)
}

test(
  'hostile input gets no 5xx, no inside knowledge and nobody else’s data, and changes nothing of theirs',
  async () => {
    const { paths } = app.app.http.swagger() as { paths: Record<string, Record<string, Operation>> }
    const declared = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Arbitrary<Shape>] => [
        `${method} ${path}`,
        hostileRequests(method.toUpperCase(), path, operation),
      ]),
    )
    const counts: Record<string, number> = {}
    for (const [call, shapes] of [...declared, ...hiddenRequests(isBuilt)]) {
      const property = fc.asyncProperty(shapes, (shape) => tryAsEverybody(shape, counts))
      const outcome = await fc.check(property, { seed, numRuns: runsEach, endOnFailure: false })
      if (outcome.failed)
        faults.push(`${call}: ${String(outcome.errorInstance)}\n${JSON.stringify(outcome.counterexample)}`)
    }
    console.info(
      `SEED=${seed}: ${requests} requests, answers ${JSON.stringify(counts)}, ${faults.length} calls at fault`,
    )
    expect(faults).toEqual([])
    expect(requests).toBeGreaterThan(isLong ? 20_000 : 1_400)
  },
  isLong ? 60 * 60_000 : 120_000,
)

async function tryAsEverybody(shape: Shape, counts: Record<string, number>): Promise<void> {
  const before = await victim.read()
  const ids = { mine: world.ids, theirs: victim.ids }
  let isWorn = false
  for (const caller of callers) {
    const request = {
      ...shape,
      path: fillIds(shape.path, ids, encodeURIComponent),
      body: shape.body && fillIds(shape.body, ids),
    }
    const headers = { ...shape.headers, ...world.proofs[caller] }
    if (headers['stripe-signature'] === trueSignature)
      headers['stripe-signature'] = Stripe.webhooks.generateTestHeaderString({
        payload: request.body ?? '',
        secret: 'whsec_test',
      })
    const started = performance.now()
    const answer = await rawRequest(app.url, { ...request, headers })
    requests += 1
    counts[answer.status] = (counts[answer.status] ?? 0) + 1
    judge(answer, caller, shape.path)
    if (performance.now() - started > 10_000) throw new Error(`${caller}: took too long`)
    isWorn ||= signedIn.includes(caller) && answer.status === 401 && answer.body.includes('"Unauthorized"')
    if (caller === strangers.at(-1)) expect(await victim.read(), 'the victim’s things').toEqual(before)
  }
  // Some calls end sessions or delete accounts: new people then.
  if (isWorn || shape.path.includes('/privacy/erase')) await renewWorld()
}

/** What no answer may be or say. */
function judge({ status, headers, body }: RawAnswer, caller: Caller, path: string): void {
  const fault = (what: string) => {
    throw new Error(`${caller}: ${what}: ${status} ${body.slice(0, 400)}`)
  }
  if (status >= 500) fault('a failure of ours')
  if (
    status >= 300 &&
    status < 400 &&
    !/^\/(login(\?next=%2F(?!%2F|%5C)|$)|sessions\?number=\w+$|account$)/.test(headers.location ?? '')
  )
    fault('leads away')
  // A file that does not exist.
  if (status === 404 && !path.startsWith('/api') && body === 'Not found\n') return
  // A page that does not exist is a page, too.
  const isPage = !path.startsWith('/api') && String(headers['content-type']).startsWith('text/html')
  if (/\n\s+at |node_modules|\.ts:\d|ZodError|FST_/.test(body) && (status >= 400 || isPage)) fault('a stack')
  if (status >= 400 && !isPage) {
    if (!String(headers['content-type']).startsWith('application/json')) fault('no JSON')
    const { message, fields } = JSON.parse(body) as { message?: string; fields?: Record<string, string> }
    if (!message) fault('no message')
    const isAboutField = Object.entries(fields ?? {}).some(([name, text]) => name && text)
    if (status === 400 && !isAboutField && message !== 'This address is not readable.') fault('no field named')
    if (/syntax error|Failed query|violates|duplicate key|relation "|invalid input syntax|out of range/i.test(body))
      fault('words of the database')
  }
  if (/\$argon2|password_?hash|token_?hash/i.test(body)) fault('a hash')
  if (body.includes(victim.token)) fault('a token')
  const { note, contact, story, review, claim, ...others } = victim.secrets
  const isStranger = (strangers as readonly string[]).includes(caller)
  const hidden = [
    note,
    ...(caller === 'owner' ? [] : [contact, story, review, claim]),
    ...(isStranger ? Object.values(others) : []),
  ]
  for (const secret of hidden) if (body.includes(secret)) fault(`told ${secret}`)
}
