import { expect, test } from 'vitest'
import { phoneToKeep, readPhone } from './phone-number.ts'

const marked = (text: string) => `\u202a${text}\u202c`

test.each<[string, string | null, string]>([
  ['+12125550100', null, '+12125550100'],
  ['212 555 0100', 'US', '+12125550100'],
  ['(212) 555-0100', 'US', '+12125550100'],
  ['1-212-555-0100', 'US', '+12125550100'],
  ['12125550100', 'CA', '+12125550100'],
  [marked('+1 (212) 555\u20110100'), null, '+12125550100'],
  ['+1 212\u2013555\u20130100', null, '+12125550100'],
  ['\u00a0+1\u2009212\u2009555\u20090100', null, '+12125550100'],
  ['tel:+12125550100', null, '+12125550100'],
  ['+49 171/5550100', null, '+491715550100'],
  ['+49 (0)171 5550100', null, '+491715550100'],
  ['0049 171 5550100', 'US', '+491715550100'],
  ['0171 5550100', 'DE', '+491715550100'],
  ['011 49 171 5550100', 'US', '+491715550100'],
  ['0011 64 9 123 4567', 'AU', '+6491234567'],
  ['001 65 6123 4567', 'TH', '+6561234567'],
  ['+44 (0)20 7946 0018', null, '+442079460018'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['07911 123456', 'GB', '+447911123456'],
  ['+44 7700 900123', null, '+447700900123'],
  ['70123 45678', 'IN', '+917012345678'],
  ['070-1234-5678', 'JP', '+817012345678'],
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['0412 345 678', 'AU', '+61412345678'],
  ['11 96123-4567', 'BR', '+5511961234567'],
  ['８０８０１２３４５６', 'IN', '+918080123456'],
  ['\uff0b１２１２５５５０１００', null, '+12125550100'],
  ['+٤٤٢٠٧٩٤٦٠٠١٨', null, '+442079460018'],
])('%j, of %s, is %s', (typed, country, number) => {
  expect(readPhone(typed, country)?.number).toBe(number)
})

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
