import { expect, test } from 'vitest'
import { phoneToKeep, readPhone } from './phone-number.ts'

test.each<[string, string | null, string]>([
  ['06 12 34 56 78', 'US', 'of another country'],
  ['212 555 0100', null, 'no country'],
  ['020 7946 0018', 'US', 'of another country'],
  ['555 0100', 'US', 'no area'],
  ['0011 65 6123 4567', null, 'dialled from an unknown country'],
  ['+1 212 555 0100 ext. 5', null, 'an extension'],
  ['212-555-0100 or 212-555-0101', 'US', 'two numbers'],
  ['ask my mum', 'US', 'words'],
  ['212 555 0100', 'XX', 'an unknown country'],
])('%j, of %s, is read as none: %s', (typed, country) => {
  expect(readPhone(typed, country)).toBeNull()
})

test('without a country asked a number is of the business’s own; where nobody knows it is kept as typed', () => {
  expect(phoneToKeep('212 555 0100')).toBe('+12125550100')
  expect(phoneToKeep('212 555 0100', '')).toBe('212 555 0100')
  expect(phoneToKeep('020 7946 0018', 'GB')).toBe('+442079460018')
  expect(phoneToKeep(null, 'GB')).toBeNull()
})

test.each([
  ['+4917012345', 'DE'],
  ['+12125550100', 'US'],
  ['+18765551234', 'JM'],
  ['+447797123456', 'JE'],
  ['+8821612345678', undefined],
])('%s is a number of %s', (typed, country) => {
  expect(readPhone(typed, null)?.country ?? undefined).toBe(country)
})
