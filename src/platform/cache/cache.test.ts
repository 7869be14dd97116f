import { expect, test } from 'vitest'
import { type CacheOptions, createCache } from './cache.ts'

type Value = { text: string; complete: boolean }

/** A cache whose values are finished by hand where `make` says so, on a clock that stands still. */
function openCache(make: (key: string) => Promise<string> | string, options: Partial<CacheOptions<Value>> = {}) {
  const clock = { at: 1_000_000 }
  const made: string[] = []
  const cache = createCache<Value>({
    async make(key) {
      made.push(key)
      const text = await make(key)
      return { text, complete: !text.includes('?') }
    },
    seconds: 10,
    maxBytes: 1_000_000,
    isComplete: ({ complete }) => complete,
    now: () => new Date(clock.at),
    ...options,
  })
  return { ...cache, clock, made, text: async (key = 'a') => (await cache.read(key)).text }
}

/** What is made waits until it is told what to give. */
function byHand() {
  const finish: ((text: string) => void)[] = []
  return { finish, make: () => new Promise<string>((resolve) => finish.push(resolve)) }
}

test('a value is made once for all who ask meanwhile, and given again as long as it may', async () => {
  const { clock, made, text } = openCache((key) => key)
  expect(await Promise.all([text('a'), text('a'), text('b')])).toEqual(['a', 'a', 'b'])
  clock.at += 9_999
  await text('a')
  expect(made).toEqual(['a', 'b'])
  clock.at += 1
  await text('a')
  expect(made).toEqual(['a', 'b', 'a'])
})

test('a value is never older than it may be, however long its making took', async () => {
  const { clock, made, text } = openCache((): string => {
    clock.at += 4_000
    return 'a'
  })
  await text()
  clock.at += 5_999
  await text()
  expect(made).toHaveLength(1)
  clock.at += 1
  await text()
  expect(made).toHaveLength(2)
})

test('a value being made when the cache is cleared is returned but not cached', async () => {
  const { finish, make } = byHand()
  const { drop, ready, text } = openCache(make)
  const old = [text(), text()]
  drop()
  const fresh = text()
  finish[0]?.('old')
  expect(await Promise.all(old)).toEqual(['old', 'old'])
  expect(ready('a')).toBeUndefined()
  finish[1]?.('new')
  expect([await fresh, await text()]).toEqual(['new', 'new'])
})

test('a value made from data that changed meanwhile is given to the caller and not kept', async () => {
  let data = 1
  const { drop, text } = openCache(async () => {
    const value = await Promise.resolve(`data ${data}`)
    if (data === 1) {
      data = 2
      drop()
    }
    return value
  })
  expect([await text(), await text(), await text()]).toEqual(['data 1', 'data 2', 'data 2'])
})

test('what is not complete is given once and not kept', async () => {
  const texts = ['1?', '2?', '3']
  const { made, text } = openCache(() => texts[made.length - 1] ?? 'more')
  expect(await Promise.all([text(), text()])).toEqual(['1?', '1?'])
  expect([await text(), await text(), await text()]).toEqual(['2?', '3', '3'])
})

test('a failure reaches all waiting callers and is not cached', async () => {
  let fails = true
  const { text } = openCache((key) => {
    if (fails) throw new Error('away')
    return key
  })
  expect(await Promise.allSettled([text(), text()])).toMatchObject(Array(2).fill({ reason: { message: 'away' } }))
  fails = false
  expect(await text()).toBe('a')
})

test.each([
  ['fails', 'throw'],
  ['is not complete', '?'],
])('where an old value is better than none it is given again while a new one %s', async (_, outcome) => {
  const next = ['1', outcome, '3']
  const { clock, made, text } = openCache(
    () => {
      const now = next[made.length - 1] ?? 'more'
      if (now === 'throw') throw new Error('away')
      return now
    },
    { staleIfError: true },
  )
  await text()
  clock.at += 10_000
  expect([await text(), await text()]).toEqual(['1', '1'])
  expect(made).toHaveLength(2)
  clock.at += 10_000
  expect([await text(), await text()]).toEqual(['3', '3'])
})

test('what may not be older fails rather than be given again', async () => {
  const { clock, made, text } = openCache(() => {
    if (made.length > 1) throw new Error('away')
    return '1'
  })
  await text()
  clock.at += 10_000
  await expect(text()).rejects.toThrow('away')
})

test('the cache is bounded in bytes and evicts the least recently used values', async () => {
  const { made, ready, text } = openCache((key) => key.repeat(1_000), { maxBytes: 2_500 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'c', 'b']) await text(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  // To look whether it is ready is to ask for it.
  expect(ready('c')).toBeDefined()
  await text('d')
  expect([ready('b'), ready('c')?.text[0]]).toEqual([undefined, 'c'])
})

test('what is larger than all may be together is given, and leaves the others where they are', async () => {
  const { made, text } = openCache((key) => (key === 'big' ? 'x'.repeat(5_000) : key), { maxBytes: 2_500 })
  for (const key of ['a', 'big', 'big', 'a']) expect((await text(key)).length).toBe(key === 'big' ? 5_000 : 1)
  expect(made).toEqual(['a', 'big', 'big'])
})

test('only what is there and young enough is ready', async () => {
  const { clock, ready, text } = openCache((key) => key, { staleIfError: true })
  expect(ready('a')).toBeUndefined()
  await text()
  expect(ready('a')?.text).toBe('a')
  clock.at += 10_000
  expect(ready('a')).toBeUndefined()
})
