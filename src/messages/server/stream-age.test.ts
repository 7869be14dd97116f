import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'

let t: TestApp
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  t = await startTestApp()
})
afterAll(async () => {
  await t.close()
  vi.useRealTimers()
})

test('a silent stream gives a sign of life every ten seconds, and ends after five minutes', async () => {
  const player = await aUser(t.deps)
  const { id } = await aBooking(t.deps, { player })
  const answer = await fetch(`${t.url}/api/messages/live?bookingId=${id}`, {
    headers: { authorization: `Bearer ${player.token}` },
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('retry: 1000\n\n')
  vi.advanceTimersByTime(9_000)
  vi.advanceTimersByTime(1_000)
  expect((await reader.read()).value).toBe(':\n\n')
  let rest = ''
  vi.advanceTimersByTime(289_000)
  while (rest.length < 28 * ':\n\n'.length) rest += (await reader.read()).value
  expect(rest).toBe(':\n\n'.repeat(28))
  vi.advanceTimersByTime(1_000)
  expect(await reader.read()).toEqual({ done: true, value: undefined })
})
