import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useId, useState } from 'react'
import { homeCountry } from '#src/shared/phone.ts'
import { deviceZone } from '#src/shared/times.ts'
import { Field, Select, TextInput } from '#src/ui/controls/field.tsx'

type PhoneFieldProps = {
  /** What giving a number means (`textConsent`). */
  said: string
  /** Who has the number. */
  whose?: 'your' | 'their'
  error?: string
  className?: string
  /** What is typed now. */
  typed: string | null | undefined
  /** Of which country the number is if it does not say so, as somebody chose before; the device's when absent. */
  country?: string
  /** The name of its control, in a form that reads its controls. */
  countryName?: string
  /** Of which country a number without its code is to be read now; blank: nobody knows. */
  onCountry?(country: string): void
  /** What the form gives its control. */
  input: ComponentProps<'input'>
}

/** A field for a phone number beside its country, and below its label what becomes of what is typed (SMS-3). */
export function PhoneField({
  said,
  whose = 'your',
  typed,
  country: given,
  countryName,
  onCountry,
  input,
  ...field
}: PhoneFieldProps) {
  const selectId = useId()
  const [isFocused, setFocused] = useState(false)
  const [wasUsed, setUsed] = useState(false)
  const [chosen, setChosen] = useState(given || null)
  const text = typed?.trim() ?? ''
  // It knows the numbers of all countries: loaded only for who gives one.
  const { data: known } = useQuery({
    queryKey: ['phone numbers of all countries'],
    queryFn: () => import('./phone-countries.ts'),
    enabled: wasUsed || text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  // A customer of ours, unless our team says otherwise; a reader's own is of where they are.
  const usual = whose === 'their' ? known && homeCountry : known?.countryOfZone(deviceZone())
  // A number with its code says itself where it is from.
  const country = known?.readPhone(text, null)?.country ?? chosen ?? usual ?? ''
  useEffect(() => onCountry?.(country), [country, onCountry])

  function hint(): string {
    if (!known || !text) return said
    const number = known.readPhone(text, country)
    const they = whose === 'your' ? 'you' : 'they'
    if (!number && !isFocused)
      return `Which country is this number from? We only text numbers we are sure of. Skip it and ${they} get mails.`
    if (!number?.country || textedCountries().includes(number.country)) return said
    return `We cannot text ${known.countryName(number.country)} yet. ${whose === 'your' ? 'Your' : 'Their'} mails say everything.`
  }

  return (
    <Field label="Phone" optional hint={hint()} {...field}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-2">
        <TextInput
          type="tel"
          autoComplete="tel"
          {...input}
          onFocus={() => {
            setUsed(true)
            setFocused(true)
          }}
          onBlur={(event) => {
            setFocused(false)
            input.onBlur?.(event)
          }}
        />
        <Select
          id={selectId}
          name={countryName}
          aria-label="Country"
          aria-describedby={undefined}
          className="truncate"
          value={country}
          onFocus={() => setUsed(true)}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">Country</option>
          {known?.phoneCountries.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </Select>
      </div>
    </Field>
  )
}

/** `SMS_COUNTRIES`, as every page says it; none where no SMS provider is set up. */
function textedCountries(): string[] {
  return (document.documentElement.dataset.smsCountries ?? '').split(',')
}
