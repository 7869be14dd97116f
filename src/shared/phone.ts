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

/** What a form says at once of a number that is kept as it was typed, since we cannot read it; nothing of any other. */
export function phoneHint(typed: string | null | undefined): string | undefined {
  if (!typed?.trim() || toE164(typed)) return
  return `We can text a number ${readable}. Any other is kept as you type it.`
}
