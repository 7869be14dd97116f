import { getTimezone } from 'countries-and-timezones'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

export { readPhone } from '#src/shared/phone-number.ts'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** What a country is called, by its ISO 3166 code. */
export const countryName = (code: string) => names.of(code) ?? code

/** The countries of phone numbers by name, such as `{ code: 'DE', label: 'Germany (+49)' }`. */
export const phoneCountries = getCountries()
  .map((code) => ({ code: String(code), label: `${countryName(code)} (+${getCountryCallingCode(code)})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

/** The country whose clock this IANA zone is, its biggest where several share it; null: none. */
export function countryOfZone(zone: string | null): string | null {
  return (zone && getTimezone(zone)?.countries[0]) || null
}
