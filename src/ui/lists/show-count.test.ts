import { expect, test } from 'vitest'
import { showCount } from './show-count.ts'

test('a count is in groups of three digits, whether a number or the text of one', () => {
  expect([0, 999, 1002524, '12345'].map(showCount)).toEqual(['0', '999', '1,002,524', '12,345'])
})
