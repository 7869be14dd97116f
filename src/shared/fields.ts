import { z } from 'zod/mini'
import { toE164 } from './phone.ts'
import './plain-errors.ts'

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
      z.string().check(
        z.trim(),
        z.maxLength(max, `At most ${max} characters, please`),
        z.regex(/^\P{Cc}*$/u, 'One line, please'),
        // They turn what follows around.
        z.regex(/^[^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, 'Plain letters, please'),
      ),
    ),
    // Of signs that cannot be seen alone there is nothing to read.
    z.transform((text: string | null | undefined) => (text?.replace(/[\p{Cf}\s]/gu, '') ? text : null)),
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
 * An optional phone number: in E.164 form when we can read it, else kept as it was typed, since nobody shall be stopped by
 * a field they need not fill in; no SMS is sent to such a one (`toE164`). Blank parses to null.
 */
export const phoneSchema = z.pipe(
  optionalTextSchema(60),
  z.transform((text: string | null) => text && (toE164(text) ?? text.replace(/\p{Cc}+/gu, ' '))),
)

/** An instant in JSON: ISO 8601 with its offset, such as `2026-01-05T14:00:00.000Z`. */
export const instantSchema = z.string()

export const idSchema = z.uuid('Must be an id').check(z.toLowerCase())

/** Whether something unknown is an id, such as a part of an address that no schema has looked at. */
export function isId(value: unknown): value is string {
  return idSchema.safeParse(value).success
}
