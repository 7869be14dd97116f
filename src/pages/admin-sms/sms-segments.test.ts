import { expect, test } from 'vitest'
import { countSegments } from './sms-segments.ts'

test.each([
  ['', 0, 0],
  ['a'.repeat(160), 160, 1],
  ['a'.repeat(161), 161, 2],
  ['a'.repeat(306), 306, 2],
  ['a'.repeat(307), 307, 3],
  ['€'.repeat(80), 160, 1],
  // 76 fit into the first: the 77th would be cut in half.
  ['€'.repeat(153), 306, 3],
])('the basic alphabet: %#', (text, length, segments) => {
  expect(countSegments(text)).toEqual({ length, segments, isBasic: true })
})

test.each([
  ['ł'.repeat(70), 70, 1],
  ['ł'.repeat(71), 71, 2],
  [`${'a'.repeat(70)}’`, 71, 2],
  ['🎮'.repeat(35), 70, 1],
  // 33 whole ones fit into 67 places.
  ['🎮'.repeat(67), 134, 3],
])('any other character: %#', (text, length, segments) => {
  expect(countSegments(text)).toEqual({ length, segments, isBasic: false })
})
