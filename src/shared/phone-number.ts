import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { homeCountry, inPlainSigns } from './phone.ts'

/**
 * Reads a phone number as people type and paste it, and tells its country; null when it is none that anybody could dial, or
 * it has an extension. `country` (ISO 3166) is of which country it is when it does not say so itself; null: nobody knows. The
 * browser loads this where a number is typed, since it knows those of all countries.
 */
export function readPhone(text: string, country: string | null): { number: string; country: string | null } | null {
  const plain = inPlainSigns(text)
  const defaultCountry: CountryCode | undefined = country && isSupportedCountry(country) ? country : undefined
  const read = (typed: string) => {
    const found = parsePhoneNumberFromString(typed, { defaultCountry, extract: false })
    // Whoever writes the country code names the country; of a guessed one the number has to be in use there.
    const isSure = plain.startsWith('+') ? found?.isPossible() : found?.isValid()
    return found && isSure && !found.ext ? { number: found.number, country: found.country ?? null } : null
  }
  // Each country dials abroad in its own way; most say 00 for +. No country code begins with 11.
  return read(plain) ?? (/^00(?!11)/.test(plain) ? read(plain.replace('00', '+')) : null)
}

/**
 * A number as we keep it: in E.164 form where we can read it, else as it was typed, since nobody shall be stopped by a field
 * they need not fill in. `country` as the caller was asked it: absent, the business's own; blank, nobody knows.
 */
export function phoneToKeep(typed: string | null, country: string = homeCountry): string | null {
  return typed && (readPhone(typed, country || null)?.number ?? typed)
}
