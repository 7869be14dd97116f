import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

test('runs a limited number of tasks at a time, queues more in order, and refuses what exceeds the queue', async () => {
  const run = createLimiter({ atOnce: 2, waiting: 2 })
  const begun: string[] = []
  const end: Record<string, () => void> = {}
  const work = (name: string) =>
    run(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => {
        end[name] = resolve
      })
      if (name === 'a') throw new Error('a failed')
      return name
    })
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(work)
  await expect(work('e')).rejects.toMatchObject({ status: 503 })
  await expect.poll(() => begun).toEqual(['a', 'b'])
  end.a!()
  await expect(a).rejects.toThrow('a failed')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  end.c!()
  expect(await c).toBe('c')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['b', 'd']) end[name]!()
  expect(await Promise.all([b, d])).toEqual(['b', 'd'])
})
