import { expect, test } from 'vitest'
import { htmlOf } from '#src/testing/html-of.tsx'
import { MoneyDesk } from './money-desk.tsx'

test('a day without payments speaks of our books only: the provider is not asked about it', () => {
  const day = { date: '2026-01-05', zone: 'UTC', readAt: '2026-01-05T12:00:00.000Z', rows: [], rowCount: 0 }
  const { text } = htmlOf(<MoneyDesk userId="o" />, [
    { queryKey: ['money-desk', 'o', null], data: { pages: [day], pageParams: [100] } },
  ])
  expect(text).toContain('No payments on Mon, Jan 5 Our books have none for this day.')
  expect(text).not.toMatch(/both|agree/i)
})
