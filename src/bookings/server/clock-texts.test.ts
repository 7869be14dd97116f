import { afterEach, describe, expect, test, vi } from 'vitest'
import { showInstant, showTimeIn } from '#src/shared/times.ts'
import { showClock, showSessionTime } from './clock-texts.ts'

const hour = 3_600_000

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a clock in a mail', () => {
  test.each([
    ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
    ...['America/Anchorage', 'Pacific/Honolulu', 'America/Halifax', 'America/Mexico_City', 'America/Havana'],
    ...['America/Sao_Paulo', 'UTC', 'Europe/London', 'Europe/Berlin', 'Europe/Kyiv', 'Asia/Calcutta'],
    ...['Asia/Kathmandu', 'Asia/Shanghai', 'Asia/Manila', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Pacific/Auckland'],
  ])('in %s says what a screen says', (zone) => {
    const first = Date.UTC(2026, 0, 1)
    for (
      let startsAt = new Date(first);
      +startsAt < first + 365 * 24 * hour;
      startsAt = new Date(+startsAt + 31 * hour)
    ) {
      expect(showClock(startsAt, zone)).toBe(showInstant(startsAt, zone))
      const endsAt = new Date(+startsAt + hour)
      const shown = showSessionTime({ startsAt, endsAt, zone })
      const abbreviation = showInstant(startsAt, zone).split(' ').at(-1)
      expect(shown).toContain(`${showTimeIn(startsAt, zone)} – ${showTimeIn(endsAt, zone)} ${abbreviation}`)
    }
  })

  test('names the zone beside its letters, unless they are its name', () => {
    const [startsAt, endsAt] = [new Date('2026-01-05T14:00:00Z'), new Date('2026-01-05T15:00:00Z')]
    const shown = (zone: string) => showSessionTime({ startsAt, endsAt, zone })
    expect(shown('America/New_York')).toBe('9:00 AM – 10:00 AM EST (New York time)')
    expect(shown('UTC')).toBe('2:00 PM – 3:00 PM UTC')
  })

  test('is written without Intl, which would keep 7 MB of the server', () => {
    const format = vi.spyOn(Intl, 'DateTimeFormat')
    const startsAt = new Date('2026-07-05T14:00:00Z')
    expect(showClock(startsAt, 'America/New_York')).toBe('Sun, Jul 5, 2026, 10:00 AM EDT')
    expect(format).not.toHaveBeenCalled()
  })
})
