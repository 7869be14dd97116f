import { expect, test } from 'vitest'
import { longestSms, splitSms } from './sms-parts.ts'

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')

test('a long text goes out as several messages, cut between words, and nothing of it is lost', () => {
  expect(splitSms(' Hi ')).toEqual(['Hi'])
  expect(splitSms('x'.repeat(1600))).toHaveLength(1)
  for (const text of [words(300), words(2000)]) {
    const parts = splitSms(text)
    expect(parts.join(' ')).toBe(text)
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(longestSms)
    expect(parts).toHaveLength(Math.ceil(text.length / 1590))
  }
})

test('a word longer than a message is cut, but no character is', () => {
  const word = `${'x'.repeat(1599)}${'🎮'.repeat(900)}`
  const parts = splitSms(word)
  expect(parts.join('')).toBe(word)
  for (const part of parts) expect(part.isWellFormed()).toBe(true)
})
