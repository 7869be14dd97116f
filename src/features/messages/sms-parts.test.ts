import { expect, test } from 'vitest'
import { longestSms, smsParts } from './sms-parts.ts'

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')
const withoutNumber = (part: string) => part.replace(/^\(\d+\/\d+\) /, '')

test('what staff text says who writes and how to stop, once', () => {
  expect(smsParts(' Hi ')).toEqual(['Level Up: Hi STOP ends these SMS.'])
  expect(smsParts('Hi, Level Up here. Reply STOP to stop.')).toEqual(['Hi, Level Up here. Reply STOP to stop.'])
  expect(smsParts('Please do not stop climbing')).toEqual([
    'Level Up: Please do not stop climbing STOP ends these SMS.',
  ])
  expect(smsParts(' \n ')).toEqual([])
})

test('a long text goes out as several numbered messages, cut between words, and nothing of it is lost', () => {
  for (const text of [words(300), words(2000)]) {
    const parts = smsParts(text)
    expect(parts.map(withoutNumber).join(' ')).toBe(`Level Up: ${text} STOP ends these SMS.`)
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(longestSms)
    expect(parts.map((part) => part.split(' ')[0])).toEqual(parts.map((_, at) => `(${at + 1}/${parts.length})`))
  }
})

test('a word longer than a message is cut, but no character is', () => {
  const word = `${'x'.repeat(1599)}${'🎮'.repeat(900)}`
  const parts = smsParts(word)
  expect(parts.map(withoutNumber).join('')).toContain(word)
  for (const part of parts) expect(part.isWellFormed()).toBe(true)
})
