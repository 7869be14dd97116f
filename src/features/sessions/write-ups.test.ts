import { expect, test } from 'vitest'
import { shortestNotes, writtenLength } from './write-ups.ts'

const lengthOf = (text: string) => writtenLength({ seen: [text], homework: [], nextStep: null })

test.each([
  ['full stops', '.'],
  ['blank braille', '\u2800'],
  ['Hangul fillers', '\u3164'],
  ['halfwidth fillers', '\uffa0'],
  ['zero-width spaces', '\u200b'],
  ['lines', '\n'],
])('%s are no notes', (_, character) => {
  expect(lengthOf(`.${character.repeat(shortestNotes)}.`)).toBe(0)
})

test('letters and digits of every script count, each once', () => {
  expect(lengthOf('Jump 2 times!')).toBe(10)
  expect(lengthOf('Größe, сила, 練習, 𝒂')).toBe(12)
  const homework = [{ text: 'One' }]
  expect(writtenLength({ seen: ['Two', 'Three'], homework, nextStep: 'Four' })).toBe(15)
})
