import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { nameSchema, optionalLineSchema, optionalTextSchema, textSchema } from './fields.ts'

const name = nameSchema('Please enter your name')
/** What is said of a text; null: it is taken. */
const refusalOf = (schema: z.ZodMiniType, text: string) => schema.safeParse(text).error?.issues[0]?.message ?? null

test.each(['Zoë', 'O’Brien, Jr.', '李小龍', 'नमस्ते', 'xX_Sn1per_Xx', '☆', 'Ann ❤\ufe0f', 'Levelle Upton', ' Bo '])(
  '%s is a name',
  (text) => {
    expect(name.parse(text)).toBe(text.trim())
  },
)

test.each<[string, string]>([
  ['Ann\nBcc: all', 'One line, please'],
  ['Ann\u2028Bob', 'One line, please'],
  ['Ann\u202etxt.exe', 'Plain letters, please'],
  ['Ad\u200bmin', 'Plain letters, please'],
  ['Ad\u00admin', 'Plain letters, please'],
  ['Ann\u{e0041}', 'Plain letters, please'],
  ['\u3164\u3164', 'Please enter your name'],
  ['\u2800', 'Please enter your name'],
  ['\u200b', 'Please enter your name'],
  ...[
    'Level Up',
    'LEVEL-UP Support',
    'Lev\u00e9l \u00dcp',
    '\uff2cevel\u3000\uff35p',
    '𝓛𝓮𝓿𝓮𝓵 𝓤𝓹',
    'Ⓛⓔⓥⓔⓛ·ⓤⓟ',
    'the levelup team',
  ].map((text): [string, string] => [text, 'Level Up is our own name. Please enter yours.']),
])('%j is none', (text, message) => {
  expect(refusalOf(name, text)).toBe(message)
})

test('a text of nothing that can be seen is none', () => {
  const reason = textSchema('Please say why')
  for (const text of ['\u200b \u2060', '\u3164', '\u2800\u2800', '\ufe0f', '\u0301'])
    expect(refusalOf(reason, text), JSON.stringify(text)).toBe('Please say why')
  expect(optionalTextSchema().parse('\u3164')).toBeNull()
  expect(refusalOf(optionalLineSchema(), '\u3164')).toBe('Plain letters, please')
  expect(reason.parse('👍🏽')).toBe('👍🏽')
})
