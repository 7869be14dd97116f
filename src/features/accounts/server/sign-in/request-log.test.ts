import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { adminMe, changePassword, listRoles, me } from '#src/features/accounts/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logWriter } from '#tests/support/log-writer.ts'

let log = ''
let app: TestApp
beforeAll(async () => {
  const logTo = logWriter((text) => {
    log += text
  })
  app = await startTestApp({ logTo })
})
afterAll(() => app.close())

test('the lines of a refusal say who was refused what, and when, by the account’s id', async () => {
  const { token, id } = await aUser(app.deps)
  const statuses = []
  for (const call of [listRoles, adminMe, changePassword, me])
    statuses.push((await app.call(call, call === changePassword ? { body: {} } : {}, token)).status)
  await app.call(me, {}, 'no-such-token')
  expect(statuses).toEqual([403, 403, 400, 200])
  const ends = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ res }) => res)
  expect(ends.map(({ account, res }) => [account, res.statusCode])).toEqual([
    ...statuses.map((status) => [id, status]),
    [undefined, 401],
  ])
  for (const end of ends) expect(end).toMatchObject({ time: expect.anything(), reqId: expect.any(String) })
})
