/** Said to staff beside a number on record that no SMS can be sent to. */
export const notTextable = 'not a number we can text'

const readable = 'with its country code, such as +1 212 555 0100'

/** How a number is written that SMS can be sent to. */
export const writePhone = `Please write the phone number ${readable}`

/** Of which country, by its ISO 3166 code, a number is read that says none. */
export const homeCountry = 'US'

/** Whether a number on record is in E.164 form (`+12125550100`), the one form SMS can be sent to; others stand as they were typed. */
export function isE164(phone: string | null | undefined): phone is string {
  return /^\+[1-9]\d{7,14}$/.test(phone ?? '')
}

/** Whether somebody left a number that no SMS can be sent to. */
export function isNotTextable(phone: string | null): boolean {
  return phone !== null && !isE164(phone)
}

/** A number as somebody types or pastes it with the digits 0 to 9, without invisible marks (address books put some around it) and `tel:`. */
export function inPlainSigns(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/\p{Nd}/gu, digitOf)
      // Typed for a dash: a minus, and the long vowel of Japanese keyboards.
      .replace(/[\u2212\u30fc]/g, '-')
      .trim()
      .replace(/^tel:\s*/i, '')
  )
}

/** Unicode has the ten digits of a script one after the other. */
function digitOf(sign: string): string {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))
  const code = sign.codePointAt(0) ?? 0
  let digit = 0
  while (digit < 9 && isDigit(code - digit - 1)) digit += 1
  return String(digit)
}

/**
 * The digits of a text that looks like a phone number, as somebody types or pastes it, without what is dialled before it at home
 * (`020 7946 0018`) or from abroad (`00 44`): a part of the number in E.164 form. Null for other texts.
 */
export function phoneDigits(text: string): string | null {
  const plain = inPlainSigns(text).replaceAll('(0)', '')
  if (!/^[+\d\s()./\p{Pd}]+$/u.test(plain)) return null
  const digits = plain.replace(/\D/g, '').replace(/^(?:011|0+)/, '')
  return digits.length < 6 ? null : digits
}

/** Said in each field for a number: giving it is agreeing to this (SMS-3). */
export const textConsent = {
  booking:
    'We text you about your session: its hour set, moved or cancelled by us, and a reminder 24 h and 1 h before. Reply STOP any time. Message rates may apply.',
  /** Staff type it for somebody, who must have agreed. */
  free: 'Only with their agreement: we text this number about the session and remind them. STOP ends it.',
  coach:
    'For our team, and for SMS when a player waits for you or says how a session went. Reply STOP any time. Message rates may apply.',
  application: 'Our team may text you about your application. Reply STOP any time. Message rates may apply.',
}
