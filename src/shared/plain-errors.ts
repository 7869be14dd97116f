import { z } from 'zod/mini'

/*
 * What is said of a field that is wrong, wherever its schema has no words of its own: installed once for all schemas, by
 * every module that loads `fields.ts`. A person reads it below the field, a caller in the answer's `fields`.
 */
z.config({ customError: (issue) => inPlainWords(issue as Issue) })

type Issue = {
  code: string
  path?: PropertyKey[]
  input?: unknown
  expected?: string
  values?: unknown[]
  format?: string
  origin?: string
  minimum?: number | bigint
  maximum?: number | bigint
}

/** What a value of that type is called. */
const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
}

const formats: Record<string, string> = {
  email: 'an email address',
  uuid: 'an id',
  url: 'a web address',
  datetime: 'an instant such as 2026-01-05T14:00:00Z',
  date: 'a date such as 2026-01-05',
}

function inPlainWords({ code, path = [], input, ...rule }: Issue): string {
  const field = nameOf(path)
  if (!field) return 'Please send the fields of this call as a JSON object.'
  if (input === undefined || input === null || input === '') return `Please fill in ${field}.`
  const must = (what: string) => `${field.charAt(0).toUpperCase()}${field.slice(1)} must ${what}.`
  switch (code) {
    case 'invalid_type':
      return must(`be ${kinds[rule.expected ?? ''] ?? 'of another kind'}`)
    case 'invalid_format':
      return must(`be ${formats[rule.format ?? ''] ?? 'written another way'}`)
    case 'invalid_value':
      return must(`be ${(rule.values ?? []).map(String).join(' or ')}`)
    case 'too_small':
      return must(sizeOf(rule.origin, 'at least', rule.minimum))
    case 'too_big':
      return must(sizeOf(rule.origin, 'at most', rule.maximum))
    default:
      return `Please check ${field}.`
  }
}

function sizeOf(origin: string | undefined, bound: string, size: number | bigint | undefined): string {
  if (origin === 'string') return `have ${bound} ${size} characters`
  if (origin === 'array') return `have ${bound} ${size} entries`
  return `be ${bound} ${size}`
}

/** `selectedTime` as a person says it; the innermost name that is none of a list's numbers. */
function nameOf(path: PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') as string | undefined
  return (name ?? '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
