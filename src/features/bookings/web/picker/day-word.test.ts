import { expect, test } from 'vitest'
import { dayWord } from './day-word.ts'

test('a day that the coach closed is not called full', () => {
  const wordOf = (...states: ('free' | 'taken' | 'closed')[]) => dayWord(states.map((state) => ({ state })))
  expect(wordOf('free', 'taken', 'closed')).toBe('1 free')
  expect(wordOf('taken', 'closed')).toBe('Full')
  expect(wordOf('closed', 'closed')).toBe('Closed')
  expect(wordOf()).toBe('Closed')
})
