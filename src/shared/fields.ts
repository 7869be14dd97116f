import { z } from 'zod/mini'
import { wireGames } from './games.ts'
import { isDollars, toCents } from './money.ts'
import { namesBusiness } from './our-name.ts'
import './plain-errors.ts'

/** Field schemas that several nouns share: lengths are bounded, texts are trimmed. */

/** Something to see: a letter, digit or sign, but none that Unicode has drawn as nothing (Hangul's fillers, blank braille). */
const visible = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u
/** A letter, or a mark of one, that a joiner may stand beside: in alphabets of Europe it would only hide. */
const joined = String.raw`(?![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}])[\p{L}\p{M}]`
/** The flag of a part of a country, such as Scotland: its signs after the black flag cannot be seen by themselves. */
const partsFlag = String.raw`\u{1f3f4}[\u{e0061}-\u{e007a}]{5}\u{e007f}`
/** Signs that cannot be seen, where they belong to the sign before them: they change how it is drawn. */
const spelling = new RegExp(
  [
    String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`,
    // A consonant at the end of a word, in Malayalam and its neighbours.
    String.raw`(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\u200d(?!\p{L})`,
    // Forms of one letter: Japanese and Chinese names, Mongolian.
    String.raw`(?<=\p{sc=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=\p{sc=Mongolian})[\u180b-\u180f]`,
    // Emoji, and those of several.
    String.raw`(?<=\p{Emoji})\ufe0f`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
    partsFlag,
  ].join('|'),
  'gu',
)
const unseen = /[\p{Cf}\p{DI}\u2800]/u

/** Whether nothing in a line cannot be seen or turns what follows around, but for what spelling and emoji need. */
function isPlain(line: string): boolean {
  return !unseen.test(line.replace(spelling, ''))
}

const unusableName =
  'We cannot use this name. Letters of any language, spaces, hyphens, apostrophes and dots are fine; invisible signs and stacks of accents are not.'

/** Controls that cannot be seen, such as those that turn a text's direction; not what joins letters and emoji, nor a part of a flag. */
const hidden = new RegExp(String.raw`(${partsFlag})|(?![\u200c\u200d])\p{Cf}`, 'gu')
const withoutHidden = z.overwrite((text: string) => text.replace(hidden, '$1'))

/**
 * Refuses a longer text before any check that stands after it has looked: some cost far more than twice as much for twice
 * the text. Every text that a call takes has it first, or a pattern of its own that knows its length.
 */
export const atMost = (max: number) => z.maxLength(max, { error: `At most ${max} characters, please`, abort: true })

const required = (message: string, max: number, min: number) => [
  ...[z.trim(), atMost(max), z.minLength(min, message), z.regex(visible, message)],
]

/**
 * A required line or block of text, without hidden controls; `message` is said when it is missing, blank or nothing that
 * can be seen.
 */
export function textSchema(message: string, max = 200, min = 1) {
  return z.string(message).check(withoutHidden, ...required(message, max, min))
}

/** An optional text, without hidden controls: absent, null, blank and what cannot be seen all mean "none" and parse to null. */
export function optionalTextSchema(max = 200) {
  return z.pipe(z.nullish(z.string().check(withoutHidden, z.trim(), atMost(max))), z.transform(orNone))
}

/** The same in one line, such as a name somebody goes by elsewhere. */
export function optionalLineSchema(max = 80) {
  const line = z
    .string()
    .check(z.trim(), atMost(max), z.regex(oneLine, 'One line, please'), z.refine(isPlain, 'Plain letters, please'))
  return z.pipe(z.nullish(line), z.transform(orNone))
}

/** An optional text whose lines are joined to one: in a mail it cannot pass for words of ours. */
export function optionalJoinedSchema(max: number) {
  return z.pipe(
    optionalTextSchema(max),
    z.transform((text: string | null) => text?.replace(/\s+/g, ' ') ?? null),
  )
}

function orNone(text: string | null | undefined): string | null {
  return text && visible.test(text) ? text : null
}

/**
 * What somebody is called: one line, letters of any script with up to five marks each (Burmese has five), not by the business's name, and nothing to reach somebody by. The team is told by a
 * mark beside the name, never by the name. `message` is said when it is missing or shorter than `min`.
 */
export function nameSchema(message: string, min = 1) {
  return z.string(message).check(
    ...required(message, 80, min),
    z.regex(oneLine, unusableName),
    z.refine(isPlain, unusableName),
    z.refine((name) => !/[\p{M}\u180e\u200c\u200d]{6}/u.test(name.normalize('NFKD')), unusableName),
    z.refine((name) => !mixesAlphabets(name), 'Letters of one alphabet in a word, please'),
    z.refine((name) => !isReachable(name), 'A name, please, no email address or phone number'),
    // In the audit's sentences a name stands beside these.
    z.refine((name) => !/LU-\w|\d{4}-\d\d-\d\dT/i.test(name), 'A name, please, no number of a booking or date'),
    z.refine((name) => !namesBusiness(name), 'Level Up is our own name. Please enter yours.'),
  )
}

const latin = /\p{sc=Latin}/u
/** The scripts with letters that look like Latin ones. */
const likeLatin = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}]/u

/** Whether a word has letters that pass for those of another alphabet beside them. */
function mixesAlphabets(name: string): boolean {
  return name.split(' ').some((word) => latin.test(word) && likeLatin.test(word))
}

/** Whether a name has an e-mail address or a phone number in it: others read names. Digits beside letters are a gamer tag's. */
export function isReachable(name: string): boolean {
  const hasAddress = name.split(' ').some((word) => word.indexOf('@') > 0 && word.split('@').at(-1)?.includes('.'))
  return hasAddress || /(?<![\p{L}\p{N}])\d(?:[\s().-]*\d){6,}(?![\p{L}\p{N}])/u.test(name)
}

/** What mail delivers: any letters and signs of ASCII that need no quotes (RFC 5321) at a domain with a name. */
const deliverable =
  /^(?![.])(?!.*[.]{2})[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]+)$/

export const emailSchema = z
  .string('Please enter a valid email address')
  .check(
    withoutHidden,
    z.trim(),
    atMost(254),
    z.overwrite(inOneForm),
    z.email({ pattern: deliverable, error: 'Please enter a valid email address' }),
    atMost(254),
  )

/** An address in lower case with its domain as mail servers know it (IDNA): one address, however it is typed, is one account. */
function inOneForm(typed: string): string {
  const at = typed.lastIndexOf('@')
  const [local, domain] = [typed.slice(0, at), typed.slice(at + 1)]
  // A URL would read these as more than a host.
  const isHost = at > 0 && !/[\s/?#:@\\%[\]]/.test(domain) && URL.canParse(`http://${domain}`)
  return `${local}@${isHost ? new URL(`http://${domain}`).hostname : domain}`.toLowerCase()
}

/** An address that need not be given: absent, null and blank parse to null. */
export const optionalEmailSchema = z.pipe(
  z.nullish(z.union([z.string().check(z.trim(), z.maxLength(0)), emailSchema], 'Please enter a valid email address')),
  z.transform((email: string | null | undefined) => email || null),
)

/** An optional phone number as somebody typed it, in one line; blank parses to null. The server reads it (`phoneToKeep`). */
export const phoneSchema = z.pipe(
  optionalTextSchema(60),
  z.transform((text: string | null) => text?.replace(/\p{Cc}+/gu, ' ') ?? null),
)

/**
 * Of which country a phone number is that does not say so itself, by its ISO 3166 code. Absent: the business's own; blank:
 * nobody knows.
 */
export const phoneCountrySchema = z.optional(z.string().check(z.regex(/^([A-Z]{2})?$/, 'Please choose a country')))

/** An instant in JSON: ISO 8601 with its offset, such as `2026-01-05T14:00:00.000Z`. */
export const instantSchema = z.string().check(atMost(40))

/** A game, or several, as the API says it (`wireExpertise`). */
export const gameSchema = z.enum(wireGames, 'Please select a game')

export const idSchema = z.uuid('Must be an id').check(z.toLowerCase())

/** Whether something unknown is an id, such as a part of an address that no schema has looked at. */
export function isId(value: unknown): value is string {
  return idSchema.safeParse(value).success
}

/** Dollars in a request body, as number or string; parsed to cents. */
export const dollarsSchema = z.pipe(
  z.union([z.number(), z.string()]).check(z.refine(isDollars, 'Must be an amount of dollars, such as 29 or "29.00"')),
  z.transform((amount: string | number) => toCents(amount)),
)
