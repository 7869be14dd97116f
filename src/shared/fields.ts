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

export const emailSchema = z
  .string('Please enter a valid email address')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, 'At most 254 characters, please'),
    z.email('Please enter a valid email address'),
  )

/** An instant in JSON: ISO 8601 with its offset, such as `2026-01-05T14:00:00.000Z`. */
export const instantSchema = z.string()

export const idSchema = z.uuid('Must be an id')
