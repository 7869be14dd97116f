import { expect, test } from 'vitest'
import { disputeReasonWords } from './dispute-words.ts'

test('a dispute says why in words, by the provider’s reasons; a new reason is shown as it is', () => {
  expect(disputeReasonWords('fraudulent')).toBe('they say that somebody else used their card')
  expect(disputeReasonWords('session_was_haunted')).toBe("'session was haunted'")
})
