import { expect, test } from 'vitest'
import { namesOfTheWorld, waysToType } from '#tests/support/names-of-the-world.ts'
import { fold } from './fold.ts'

test.each(namesOfTheWorld)('%s has in it what people type for it', (name, plain) => {
  for (const typed of waysToType([name, plain])) expect(fold(name), typed).toContain(fold(typed))
})

test('what is no mark on a letter stays', () => {
  expect(['1v1 – 2v2', 'ann+b@x.test', 'नी', 'がか', 'Ab_c%'].map(fold)).toEqual([
    '1v1 - 2v2',
    'ann+b@x.test',
    'नी',
    'がか'.normalize('NFD'),
    'ab_c%',
  ])
})
