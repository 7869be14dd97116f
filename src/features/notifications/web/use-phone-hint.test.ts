import { expect, test } from 'vitest'
import { countryOf } from './use-phone-hint.ts'

test.each([
  ['+491701234567', 'DE'],
  ['+4917012345', 'DE'],
  ['+12125550100', 'US'],
  ['+18765551234', 'JM'],
  ['+447797123456', 'JE'],
  ['+12125550', null],
  ['+8821612345678', null],
])('%s is a number of %s', async (number, country) => {
  expect(await countryOf(number)).toBe(country)
})
