import { expect, test } from 'vitest'
import type { Withdrawal } from '#src/features/bookings/rules.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { PolicyTerms, TermsInWords } from './policy-terms.tsx'

const startsAt = new Date(Date.now() + 72 * 3_600_000).toISOString()

const shown = (withdrawal: Withdrawal) =>
  [
    <PolicyTerms key="list" price={2900} startsAt={startsAt} withdrawal={withdrawal} />,
    <TermsInWords key="words" price={2900} startsAt={startsAt} withdrawal={withdrawal} isFirst={false} />,
  ].map((element) => htmlOf(element).text)

test('before paying one reads what cancelling gives, and whether one can withdraw', () => {
  const [list, words] = shown('applies')
  expect(list).toMatch(/^ ?All \$29 back until it starts Move it to another hour for free until/)
  expect(words).toContain('If you cancel or withdraw before it starts: all $29 back.')
  for (const withdrawal of ['exempt', null] as const) {
    const [list, words] = shown(withdrawal)
    expect(list).toMatch(/Full refund of \$29 until .* Half back, \$14\.50, until .* No refund after that/)
    expect(words).toMatch(/If you cancel: all \$29 back until .*, \$14\.50 back until .*, then nothing\./)
    expect(words!.includes('the 14 days to withdraw do not cover it')).toBe(withdrawal === 'exempt')
  }
})
