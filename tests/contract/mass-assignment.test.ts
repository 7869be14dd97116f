import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { scenes } from '../support/attacks/honest-scenes.ts'
import { fillIds, knownValues, type Operation } from '../support/attacks/hostile-requests.ts'
import { honestValue, type JsonSchema, uuid } from '../support/attacks/hostile-values.ts'
import { plantVictim } from '../support/attacks/victim.ts'
import { makeWorld } from '../support/world.ts'

/**
 * Fields that a body has no business with: the same call, made with and without them by the same kind of person in two
 * worlds alike, leaves the same rows behind.
 */
const callers = ['player', 'coach', 'applicant', 'admin', 'owner', 'nobody'] as const

/** What only the server decides, in the names that columns, answers and other frameworks use. */
const extras = {
  ...{
    id: uuid,
    _id: uuid,
    bookingId: uuid,
    userId: uuid,
    user_id: uuid,
    playerId: uuid,
    coachId: uuid,
    senderId: uuid,
  },
  ...{ role: 'owner', isAdmin: true, is_admin: true, isOwner: true, is_owner: true, admin: true, emailVerified: true },
  ...{ emailVerifiedAt: '2001-01-01T00:00:00.000Z', createdAt: '2001-01-01T00:00:00.000Z', created_at: '2001-01-01' },
  ...{
    decidedAt: '2001-01-01T00:00:00.000Z',
    answeredAt: '2001-01-01T00:00:00.000Z',
    passwordHash: 'x',
    email: 'x@evil.test',
  },
  ...{ status: 'completed', price: '0.01', amount: '0.01', paid: true, refunded: '29.00', refundDue: '29.00' },
  ...{
    minutes: 600,
    seatId: uuid,
    paymentId: 'pi_mine',
    terms: {},
    termsVersion: 99,
    receiptNumber: '2026-000001',
    paidWith: 'Nothing',
    capacity: 9,
    fullRefundUntilStart: true,
    isApproved: true,
    isFeatured: true,
  },
  ...{
    isActive: true,
    slug: 'evil',
    averageRating: '5.00',
    ratingCount: 99,
    totalStudents: 999,
    profileImageUrl: 'https://evil.test/x.png',
  },
  ...{
    side: 'staff',
    senderName: 'Level Up',
    senderEmail: 'x@evil.test',
    number: 999,
    isSeen: true,
    customerName: 'Evil',
  },
  ...{ userName: 'Evil', customerEmail: 'x@evil.test', coachName: 'Evil', adminNotes: 'Hire!', rejectReason: 'Evil' },
  ...{
    user: { isAdmin: true, isOwner: true },
    recipient: 'x@evil.test',
    audience: 'staff',
    act: 'completed',
    reason: 'Evil',
  },
}

let app: TestApp
beforeAll(async () => {
  const now = new Date()
  app = await startTestApp({ now: () => now })
})
afterAll(() => app.close())

test('what a body has no business with changes nothing', async () => {
  const database = new Client(app.databaseUrl)
  await database.connect()
  onTestFinished(() => database.end())
  const { paths } = app.app.http.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
  const missed: string[] = []
  const faults: unknown[] = []
  let tried = 0
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const schema = operation.requestBody?.content['application/json']?.schema
      const call = `${method.toUpperCase()} ${path}`
      // What a link leads to is only read.
      if (!schema || call === 'POST /api/choice/find' || scenes.some((scene) => scene.call === call)) continue
      // Each world has staff who are mailed: without this every world would read the mails of all before it.
      await database.query(
        'update users set is_admin = false, is_owner = false; delete from deliveries; delete from pgboss.job',
      )
      const plain = await findHonest(call, operation, schema)
      if (!plain) {
        missed.push(call)
        continue
      }
      async function change(body: unknown) {
        const { ids, proofs } = await makeBoth(call)
        const before = await readRows(database)
        const status = await send(call, plain!.path, body, ids, proofs[plain!.caller])
        return { status, changes: changesSince(before, await readRows(database)) }
      }
      const own = fieldsOf(schema)
      const more = Object.fromEntries(Object.entries(extras).filter(([name]) => !own.includes(name)))
      const honest = await change(plain.body)
      if (honest.status >= 300) missed.push(call)
      const { status, changes } = await change(addEverywhere(plain.body, more))
      const expected = status === 400 ? [] : honest.changes
      if (JSON.stringify(changes) !== JSON.stringify(expected))
        faults.push({ call, by: plain.caller, changes, expected })
      tried += 1
    }
  console.info(`${tried} calls with a body; no sample succeeds: ${missed}`)
  expect(faults).toEqual([])
  expect(missed, 'no sample succeeds').toEqual([])
  const { rows } = await database.query('select call from audit_log where status is null')
  expect(rows, 'acts of staff without an outcome').toEqual([])
}, 300_000)

describe('nor where the call needs more than a fitting body', () => {
  // Of its own: the first test leaves mails by the hundred.
  let app: TestApp
  beforeAll(async () => {
    const now = new Date()
    app = await startTestApp({ now: () => now })
  })
  afterAll(() => app.close())

  test.each(scenes.map((scene, i) => [scene.call, i, scene] as const))(
    '%s (scene %i)',
    async (call, _, { prepare }) => {
      const database = new Client(app.databaseUrl)
      await database.connect()
      onTestFinished(() => database.end())
      const [method, path] = call.split(' ') as ['POST', string]
      const { paths } = app.app.http.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
      const own = fieldsOf(paths[path]![method.toLowerCase()]!.requestBody!.content['application/json']!.schema)
      const more = Object.fromEntries(Object.entries(extras).filter(([name]) => !own.includes(name)))
      async function make(extra: object) {
        const { url, headers, body } = await prepare(app)
        const before = await readRows(database)
        const payload = { ...body, ...extra }
        const { statusCode, body: said } = await app.app.http.inject({ method, url, headers, payload })
        return { status: statusCode, said, changes: changesSince(before, await readRows(database)) }
      }
      const plain = await make({})
      expect(plain.status, plain.said).toBe(200)
      expect(plain.changes).not.toEqual([])
      const hostile = await make(more)
      expect(hostile.changes).toEqual(hostile.status === 400 ? [] : plain.changes)
    },
  )
})

/** Makes the call with samples of honest bodies until it succeeds for somebody, and gives that; null when nothing succeeds. */
async function findHonest(call: string, { parameters = [] }: Operation, schema: JsonSchema) {
  const [, template] = call.split(' ') as [string, string]
  const known = knownValues(template)
  const inPath = parameters.filter((each) => each.in === 'path')
  const samples = fc.record({
    parts: fc.tuple(...inPath.map(({ name, schema }) => honestValue(schema, name, known))),
    body: honestValue(schema, 'body', known),
  })
  const { ids, proofs } = await makeBoth(call)
  for (const { parts, body } of fc.sample(samples, { numRuns: 60, seed: 8 })) {
    const path = inPath.reduce((filled, { name }, i) => filled.replace(`{${name}}`, String(parts[i])), template)
    for (const caller of callers) {
      const status = await send(call, path, body, ids, proofs[caller])
      if (status < 300) return { caller, path, body }
    }
  }
  return null
}

/** People, and somebody else's things where the call is about those. */
async function makeBoth(call: string) {
  const { ids: mine, proofs } = await makeWorld(app)
  const theirs = /claims|ratings|stories/.test(call) ? (await plantVictim(app)).ids : {}
  return { ids: { mine, theirs }, proofs }
}

async function send(
  call: string,
  path: string,
  body: unknown,
  ids: { mine: Record<string, string>; theirs: Record<string, string> },
  headers: Record<string, string>,
): Promise<number> {
  const [method] = call.split(' ') as ['POST']
  const payload = fillIds(JSON.stringify(body), ids)
  const url = fillIds(path, ids, encodeURIComponent)
  const answer = await app.app.http.inject({
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  })
  return answer.statusCode
}

/** The names of a body's own fields, at any depth. */
function fieldsOf({ properties = {}, anyOf = [], oneOf = [], items }: JsonSchema): string[] {
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...(items ? [items] : [])]
  return [...Object.keys(properties), ...inner.flatMap(fieldsOf)]
}

/** The value with more fields in each of its objects. */
function addEverywhere(value: unknown, more: object): unknown {
  if (Array.isArray(value)) return value.map((each) => addEverywhere(each, more))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([name, each]) => [name, addEverywhere(each, more)])
  return { ...Object.fromEntries(own), ...more }
}

/**
 * Every row of every table, and what waits in the job queue, but not what the payment provider tells in its own time, what
 * is noted of refused calls, and the last receipt's number; of mails only the plain text.
 */
async function readRows(database: Client): Promise<Set<string>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('provider_events', 'audit_log', 'receipt_numbers') order by 1`,
  )
  const union = tables
    .map(
      ({ name }) =>
        `select '${name} ' || (to_jsonb(t) - array['html', 'invite', 'search'])::text as row from "${name}" t`,
    )
    .concat(`select 'job ' || jsonb_build_object('name', name, 'data', data, 'state', state)::text from pgboss.job`)
    .join(' union all ')
  const { rows } = await database.query<{ row: string }>(union)
  return new Set(rows.map(({ row }) => row))
}

/** Rows that are new (`+`) or gone (`-`), without what differs from world to world: ids, hashes, instants of now, codes. */
function changesSince(before: Set<string>, after: Set<string>): string[] {
  const added = [...after].filter((row) => !before.has(row)).map((row) => `+ ${row}`)
  const gone = [...before].filter((row) => !after.has(row)).map((row) => `- ${row}`)
  // Each world has an owner who is mailed, so that the later one has more mails alike.
  return [...new Set([...added, ...gone].map(withoutChance))].sort()
}

/** Also without what counts the worlds before: the team's mail says how many sessions there are that day. */
function withoutChance(row: string): string {
  return row
    .replaceAll(uuid, 'THE ID OF THE EXTRAS')
    .replace(/("(?:renewal|token)": )"[\w-]+"/g, '$1"random"')
    .replace(/(?<=LU-|\/s\/)[2-9A-Z]{5}\b/g, 'number')
    .replace(/(?<=\?key=)[\w-]+|(?<="choose:[\w-]+:)[0-9a-f]{12}\b/g, 'secret')
    .replace(/(?<="|Receipt )20\d\d-\d{6}\b/g, 'receipt number')
    .replace(/[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g, 'id')
    .replace(
      /(name|mail|booking|contact|applicant|message|note|story|review|claim|application|mailed)-[0-9a-f]{12}/g,
      '$1',
    )
    .replace(/coach-[a-p]{12}/gi, 'coach')
    .replace(/\$argon2[^"]*|[0-9a-f]{64}|[A-Z2-7]{32}|(pi|dp)_\w+|\+1917\d+/g, 'hash')
    .replace(/20[^0]\d-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+)| \d\d:\d\d UTC)|\d{8}T\d{6}Z?/g, 'time')
    .replace(/\b\d{4}[ -]?\d{4}\b/g, 'code')
    .replace(/\d+ sessions? that day/, 'sessions that day')
    .replace(/\w+day, \w+ \d+, \d{4}[^\\]*/g, 'day')
    .replace(/(?<=When: )\w{3}, \w{3} \d+[^\\]*/g, 'day')
}
