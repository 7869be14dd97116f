import { expect, test } from 'vitest'
import { countSegments } from './sms-segments.ts'

test.each([
  ['', 0],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  // 76 fit into the first: the 77th would be cut in half.
  ['€'.repeat(153), 3],
])('the basic alphabet: %#', (text, segments) => {
  expect(countSegments(text)).toEqual({ segments, isBasic: true })
})

test.each([
  ['ł'.repeat(70), 1],
  ['ł'.repeat(71), 2],
  [`${'a'.repeat(70)}’`, 2],
  ['🎮'.repeat(35), 1],
  // 33 whole ones fit into 67 places.
  ['🎮'.repeat(67), 3],
])('any other character: %#', (text, segments) => {
  expect(countSegments(text)).toEqual({ segments, isBasic: false })
})
