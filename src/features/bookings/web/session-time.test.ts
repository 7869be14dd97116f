import { expect, test, vi } from 'vitest'
import { showDeadline } from './session-time.ts'

test('a deadline is also said in the player’s own time', () => {
  const own = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  const at = '2026-12-06T01:00:00Z'
  own.mockReturnValue({ timeZone: 'Pacific/Auckland' } as Intl.ResolvedDateTimeFormatOptions)
  expect(showDeadline(at, 'America/New_York')).toBe(
    'Sat, Dec 5, 2026, 8:00 PM EST (Sun\u00a02:00\u00a0PM\u00a0your\u00a0time)',
  )
  own.mockReturnValue({ timeZone: 'America/New_York' } as Intl.ResolvedDateTimeFormatOptions)
  expect(showDeadline(at, 'America/New_York')).toBe('Sat, Dec 5, 2026, 8:00 PM EST')
  own.mockRestore()
})
