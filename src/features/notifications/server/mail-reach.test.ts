import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { readMailReach } from '#src/features/notifications/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { queueMail } from './notifications.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => app.sandbox.misbehave.clear())
afterAll(() => app.close())

async function mail(to: string, mailDown?: 'rejecting' | 'refusing' | 'busy') {
  if (mailDown) app.sandbox.misbehave.set({ mailDown })
  const words = { subject: 'Hello', text: 'Hi', html: 'Hi' }
  const about = { dedupeKey: `test:${newId()}`, audience: 'staff' as const }
  await app.deps.db.transaction((tx) => queueMail(app.deps, tx, { to, ...words, ...about }))
  await app.runJobs()
  app.sandbox.misbehave.clear()
}
const comeBack = async ({ token }: { token: string }) => (await app.call(readMailReach, {}, token)).body.comeBack

test.each(['rejecting', 'refusing'] as const)(
  'mails come back while the last one to one’s own address was refused for good (%s)',
  async (mailDown) => {
    const [player, other] = [await aUser(app.deps), await aUser(app.deps)]
    expect(await comeBack(player), 'no mail yet').toBe(false)
    await mail(player.email, mailDown)
    expect([await comeBack(player), await comeBack(other)]).toEqual([true, false])
    await mail(player.email)
    expect(await comeBack(player), 'a later one was taken').toBe(false)
  },
)

test('a mail that is tried again has not come back', async () => {
  const player = await aUser(app.deps)
  await mail(player.email, 'busy')
  expect(await comeBack(player)).toBe(false)
})
