import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { auditLog } from '#src/features/audit/server/table.ts'
import { listProblems, reopenProblem, resolveProblem } from '#src/features/payments/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { raiseFinding, raiseProblem } from './problems.ts'

let app: TestApp
let owner: string
let hours = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + hours * 3_600_000) })
  owner = (await aUser(app.deps, { isOwner: true })).token
})
afterAll(() => app.close())

const problem = (subject: string) => ({ subject, kind: 'mismatch' as const, text: `About ${subject}.` })
const happens = (subject: string) => app.deps.db.transaction((tx) => raiseProblem(app.deps, tx, problem(subject)))
const list = async (subject: string, resolved?: 'true') =>
  (await app.call(listProblems, { query: { resolved } }, owner)).body.filter(({ text }) =>
    text.startsWith(`About ${subject}.`),
  )
const resolve = async (problemId: string) => (await app.call(resolveProblem, { params: { problemId } }, owner)).status
const reopen = async (problemId: string) => (await app.call(reopenProblem, { params: { problemId } }, owner)).status

test('what stands there is not raised twice; what was dealt with and happens again is', async () => {
  await Promise.all([happens('a'), happens('a')])
  const [first, ...more] = await list('a')
  expect(more).toEqual([])
  expect(await resolve(first!.id)).toBe(200)
  expect(await list('a')).toEqual([])
  await happens('a')
  expect(await list('a')).toMatchObject([{ id: expect.not.stringContaining(first!.id) }])
  expect(await list('a', 'true')).toMatchObject([{ id: first!.id, resolvedAt: expect.any(String) }])
  expect(await reopen(first!.id), 'the same is open already').toBe(409)
})

test('what was dealt with by mistake is reopened, once, and the audit says so', async () => {
  await happens('b')
  const [raised] = await list('b')
  expect(await reopen(raised!.id), 'it is open').toBe(404)
  await resolve(raised!.id)
  expect(await reopen(raised!.id)).toBe(200)
  expect(await reopen(raised!.id)).toBe(404)
  expect(await list('b')).toMatchObject([{ id: raised!.id, resolvedAt: null }])
  const acts = (await app.deps.db.select().from(auditLog)).map(({ call, status }) => `${status} ${call}`)
  expect(acts).toContain('200 POST /api/payment-problems/:problemId/reopen')
})

test('what every look finds again rests for a day once dealt with, then is raised again beside the old line', async () => {
  const look = () => raiseFinding(app.deps, problem('c'))
  await look()
  await look()
  const [found, ...more] = await list('c')
  expect(more).toEqual([])
  await resolve(found!.id)
  await look()
  hours = 23
  await look()
  await logInAgain(app.deps, app.deps.now())
  expect(await list('c')).toEqual([])
  hours = 25
  await logInAgain(app.deps, app.deps.now())
  await Promise.all([look(), look()])
  await look()
  const [again, ...others] = await list('c')
  expect([again!.id === found!.id, others]).toEqual([false, []])
  expect(again!.text).toMatch(/^About c\. It was marked as dealt with on .+, and is still so\.$/)
  expect(await list('c', 'true')).toMatchObject([{ id: found!.id }])
  await app.runJobs()
  expect(app.sandbox.outbox.list().filter(({ text }) => text.includes('About c.'))).toHaveLength(2)
})
