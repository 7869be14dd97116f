import { z } from 'zod/mini'

/** Field schemas that several nouns share: lengths are bounded, texts are trimmed. */

/** A required line or block of text; `message` is said when it is missing or blank. */
export function textSchema(message: string, max = 200, min = 1) {
  return z
    .string(message)
    .check(z.trim(), z.minLength(min, message), z.maxLength(max, `At most ${max} characters, please`))
}

/** An optional text: absent, null and blank all mean "none" and parse to null. */
export function optionalTextSchema(max = 200) {
  return z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters, please`))),
    z.transform((text: string | null | undefined) => text || null),
  )
}

/** The same in one line, such as a name somebody goes by elsewhere. */
export function optionalLineSchema(max = 80) {
  return z.pipe(
    z.nullish(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(max, `At most ${max} characters, please`),
          z.regex(/^\P{Cc}*$/u, 'One line, please'),
        ),
    ),
    z.transform((text: string | null | undefined) => text || null),
  )
}

export const emailSchema = z
  .string('Please enter a valid email address')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, 'At most 254 characters, please'),
    z.email('Please enter a valid email address'),
  )

/**
 * An optional phone number, parsed to E.164 (`+12125550100`), the one form SMS can be sent to; blank parses to null.
 * Ten digits without a country code are read as a number of the business's own country.
 */
export const phoneSchema = z.pipe(
  z.nullish(
    z
      .string()
      .check(
        z.refine(
          (text) => text.trim() === '' || toE164(text) !== null,
          'Please write the phone number with its country code, such as +1 212 555 0100',
        ),
      ),
  ),
  z.transform((text: string | null | undefined) => (text ? toE164(text) : null)),
)

function toE164(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits
  return /^[2-9]\d{9}$/.test(digits) ? `+1${digits}` : null
}

/** An instant in JSON: ISO 8601 with its offset, such as `2026-01-05T14:00:00.000Z`. */
export const instantSchema = z.string()

export const idSchema = z.uuid('Must be an id').check(z.toLowerCase())

/** Whether something unknown is an id, such as a part of an address that no schema has looked at. */
export function isId(value: unknown): value is string {
  return idSchema.safeParse(value).success
}
