/** Said to staff beside a number on record that no SMS can be sent to. */
export const notTextable = 'not a number we can text'

const readable = 'with its country code, such as +1 212 555 0100'

/** How a number is written that SMS can be sent to. */
export const writePhone = `Please write the phone number ${readable}`

/**
 * A phone number in E.164 form (`+12125550100`), the one form SMS can be sent to; null when the text is no number we can
 * read. Ten digits without a country code are read as a number of the business's own country.
 */
export function toE164(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits
  return /^[2-9]\d{9}$/.test(digits) ? `+1${digits}` : null
}

/** Whether somebody left a number that no SMS can be sent to. */
export function isNotTextable(phone: string | null): boolean {
  return phone !== null && toE164(phone) === null
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

/** Below a phone field: `said`, and at once when what was `typed` is kept as it is, since we cannot read it. */
export function phoneHint(said: string, typed: string | null | undefined): string {
  if (!typed?.trim() || toE164(typed)) return said
  return `${said} We can text a number ${readable}. Any other is kept as you type it.`
}
