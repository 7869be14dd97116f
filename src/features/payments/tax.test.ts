import { expect, test } from 'vitest'
import { includedTax } from './tax.ts'

test.each([
  ['19', 2900, 463],
  ['8.875', 2500, 204],
  ['19', 0, 0],
  ['none', 2900, null],
  ['reverse-charge', 2900, null],
  [null, 2900, null],
])('at %s of %i cents %s are tax', (tax, cents, expected) => {
  expect(includedTax(tax, cents)).toBe(expected)
})
