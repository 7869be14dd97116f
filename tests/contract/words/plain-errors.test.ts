import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { type AnyCall, callUrl } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { everyCall } from '#tests/support/every-call.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const id = '00000000-0000-7000-8000-000000000000'
const ids = new Proxy({}, { get: () => id })
const wrong = [undefined, '', 'x', 7, true, ['x'], { x: 1 }, 'x'.repeat(5000)]
const innerWords = /invalid input|\bexpected|received|ZodError|undefined|\bnull\b|\[object/i

test('whatever is missing or of the wrong kind, every call says so in words a person understands', async () => {
  const calls = everyCall().filter(({ body, query }) => body || query)
  let refusals = 0
  for (const call of calls) {
    const sent = [...partsOf(call.body), ...partsOf(call.query)]
    for (const value of wrong) {
      const everyField = Object.fromEntries(sent.map((name) => [name, value]))
      for (const input of [everyField, value]) {
        const answer = await ask(call, input)
        if (answer.statusCode !== 400) continue
        refusals += 1
        expect(
          answer.body.replace(/expected ?status/gi, ''),
          `${call.method} ${call.path} with ${JSON.stringify(input)?.slice(0, 80)}`,
        ).not.toMatch(innerWords)
        expect(Object.keys(answer.json().fields ?? {}), call.path).not.toEqual([])
      }
    }
  }
  expect(refusals).toBeGreaterThan(calls.length)
})

test('says what to fill in', async () => {
  const { token } = await aUser(t.deps, { isAdmin: true })
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/api/admin/create-booking',
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect(answer.json().fields).toMatchObject({ selectedTime: 'Please fill in selected time.' })
})

/** Somebody in all roles, so that no guard answers first. */
let everybody: Awaited<ReturnType<typeof aUser>> | undefined
async function ask({ method, path, body, query }: AnyCall, input: unknown) {
  if (!everybody) {
    everybody = await aUser(t.deps, { isAdmin: true, isOwner: true })
    await aCoach(t.deps, { userId: everybody.id })
  }
  const isRecord = typeof input === 'object' && input !== null && !Array.isArray(input)
  const url = callUrl({ path } as AnyCall, { params: ids, ...(query && isRecord && { query: input }) })
  const headers = { authorization: `Bearer ${everybody.token}` }
  const payload = body && JSON.stringify(input)
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  return t.app.http.inject({ method, url, headers: { ...headers, ...type }, payload })
}

/** The names of an input's fields, those of all shapes it may have. */
function partsOf(schema: AnyCall['body']): string[] {
  const { def } = (schema?._zod ?? {}) as {
    def?: { shape?: object; options?: AnyCall['body'][]; in?: AnyCall['body'] }
  }
  return [
    ...Object.keys(def?.shape ?? {}),
    ...(def?.options ?? []).flatMap(partsOf),
    ...(def?.in ? partsOf(def.in) : []),
  ]
}
