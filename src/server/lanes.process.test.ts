import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openLanes } from './lanes.ts'

test('what is due is done at once, four at a time, and what comes later is found by itself', async () => {
  let due = 9
  let [running, most] = [0, 0]
  const lanes = openLanes(
    async () => {
      if (due === 0) return false
      due -= 1
      running += 1
      most = Math.max(most, running)
      // Longer than all four need to begin.
      await sleep(1_200)
      running -= 1
      return true
    },
    () => {},
  )
  await vi.waitFor(() => expect(due).toBe(0), 6_000)
  due = 1
  await vi.waitFor(() => expect(due).toBe(0), 6_000)
  await lanes.close()
  expect(most).toBe(4)
})

test('a lane whose work fails says so and goes on; closing waits for what runs, and nothing begins afterwards', async () => {
  const errors: unknown[] = []
  let begun = 0
  let isDone = false
  const lanes = openLanes(
    async () => {
      begun += 1
      if (begun === 1) throw new Error('broken')
      if (begun > 2) return false
      await sleep(1_500)
      isDone = true
      return true
    },
    (error) => errors.push(error),
  )
  await vi.waitFor(() => expect(begun).toBeGreaterThan(1), 3_000)
  await lanes.close()
  expect(isDone).toBe(true)
  expect(errors).toEqual([new Error('broken')])
  const then = begun
  await sleep(1_500)
  expect(begun).toBe(then)
})
