import { expect, test } from 'vitest'
import { keepBriefly } from './keep-briefly.ts'

function keep(answer: (key: string) => object) {
  const clock = { at: 1_000_000 }
  const made: string[] = []
  const read = keepBriefly(
    10,
    () => new Date(clock.at),
    async (key) => {
      made.push(key)
      return answer(key)
    },
  )
  return { clock, made, read }
}

test('an answer is given again for so many seconds, and made once for all who ask meanwhile', async () => {
  const { clock, made, read } = keep((key) => ({ key }))
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual([{ key: 'a' }, { key: 'a' }, { key: 'b' }])
  clock.at += 9_999
  await read('a')
  expect(made).toEqual(['a', 'b'])
  clock.at += 2
  await read('a')
  expect(made).toEqual(['a', 'b', 'a'])
})

test('what failed is made again', async () => {
  let fails = true
  const { read } = keep((key) => {
    if (fails) throw new Error('away')
    return { key }
  })
  await expect(Promise.all([read('a'), read('a')])).rejects.toThrow('away')
  fails = false
  expect(await read('a')).toEqual({ key: 'a' })
})

test('of endless different questions only 4 MB of answers are kept', async () => {
  const { made, read } = keep(() => ({ text: 'x'.repeat(1_000_000) }))
  for (const key of ['a', 'b', 'c', 'd', 'd', 'a']) await read(key)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'a'])
})
