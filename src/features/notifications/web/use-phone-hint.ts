import { useQuery } from '@tanstack/react-query'
import { phoneHint, toE164 } from '#src/shared/phone.ts'

/**
 * What stands below a phone field (SMS-3): `said`, and at once what becomes of the number that was `typed`, above all that numbers of its
 * country get no SMS. `whose` mails say everything then.
 */
export function usePhoneHint(said: string, typed: string | null | undefined, whose: 'Your' | 'Their' = 'Your'): string {
  const number = toE164(typed ?? '')
  const { data: country } = useQuery({
    queryKey: ['country of a phone number', number],
    queryFn: () => countryOf(number ?? ''),
    enabled: number !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  if (!number || !country || textedCountries().includes(country)) return phoneHint(said, typed)
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(country)
  return `We cannot text ${name} yet. ${whose} mails say everything.`
}

/** The country of an E.164 number, as an ISO 3166 code such as `DE`; null: it is too short to tell, or of no country. */
export async function countryOf(number: string): Promise<string | null> {
  // Loaded only for who types a number: it knows those of all countries.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return parsePhoneNumberFromString(number)?.country ?? null
}

/** `SMS_COUNTRIES`, as every page says it; none where no SMS provider is set up. */
function textedCountries(): string[] {
  return (document.documentElement.dataset.smsCountries ?? '').split(',')
}
