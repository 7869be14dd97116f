import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { nameSchema, optionalLineSchema, optionalTextSchema, textSchema } from './fields.ts'

const name = nameSchema('Please enter your name')
/** What is said of a text; null: it is taken. */
const refusalOf = (schema: z.ZodMiniType, text: string) => schema.safeParse(text).error?.issues[0]?.message ?? null

test.each([
  'Zoë',
  'O’Brien, Jr.',
  '李小龍',
  'नमस्ते',
  'Анна Smith',
  'Aiさん',
  'xX_Sn1per_Xx',
  'Rimshot20250101',
  'Vex 2025',
  '☆',
  'Ann ❤\ufe0f',
  'Levelle Upton',
  'e\u0302\u0301\u0323\u0308',
  ' Bo ',
])('%s is a name', (text) => {
  expect(name.parse(text)).toBe(text.trim())
})

test.each<[string, string]>([
  ...[
    ...['Ann\nBcc: all', 'Ann\u2028Bob', 'Ann\u202etxt.exe', 'Ad\u200bmin', 'Ad\u00admin', 'Ann\u{e0041}'],
    // Joiners that join nothing, and more marks than any spelling needs.
    ...['क्\u200da', 'An\ufe0fn', 'ᠪ\u180d\u180d\u180d\u180d\u180d\u180d'],
    ...['Ann\u200d', '\u200cAnn', 'ع\u200c\u200cر', 'Ann\u200d Lee', 'A\u200d1', 'Su\u200cpport', 'L\u200dU-4KQ2X'],
    ...[`Ann${'\u0301'.repeat(6)}`, `ก${'\u0e47'.repeat(6)}`, `ব${'\u09cd\u200d'.repeat(3)}ব`],
  ].map((text): [string, string] => [
    text,
    'We cannot use this name. Letters of any language, spaces, hyphens, apostrophes and dots are fine; invisible signs and stacks of accents are not.',
  ]),
  ['jane@mail.test', 'A name, please, no email address or phone number'],
  ['Jane +1 (202) 555-0123', 'A name, please, no email address or phone number'],
  ['Jane (LU-4KQ2X, $9.00)', 'A name, please, no number of a booking or date'],
  ['2026-12-04T10:00:00.000Z', 'A name, please, no number of a booking or date'],
  ['\u3164\u3164', 'Please enter your name'],
  ['\u2800', 'Please enter your name'],
  ['\u200b', 'Please enter your name'],
  ['L\u0435vel Up', 'Letters of one alphabet in a word, please'],
  ['Adm\u0456n', 'Letters of one alphabet in a word, please'],
  ...[
    'Level Up',
    'LEVEL-UP Support',
    'Lev\u00e9l \u00dcp',
    '\uff2cevel\u3000\uff35p',
    '𝓛𝓮𝓿𝓮𝓵 𝓤𝓹',
    'Ⓛⓔⓥⓔⓛ·ⓤⓟ',
    'the levelup team',
    ...[
      'LeveI Up',
      'Leve| Up',
      '1eve1 up',
      'ʟᴇᴠᴇʟ ᴜᴘ',
      'Ӏеѵеӏ ᑌр',
      'ⳑεⴸεⳑ υρ',
      '𐊊℮⋁℮ꓲ ∪ꓑ',
      'Support of ＬｅｖｅＩ Ｕｐ',
    ],
  ].map((text): [string, string] => [text, 'Level Up is our own name. Please enter yours.']),
])('%j is none', (text, message) => {
  expect(refusalOf(name, text)).toBe(message)
})

test('a text loses hidden controls, and keeps lines, emoji and what joins letters', () => {
  const [typed, kept] = [
    'Good\u202e hour\u2066\n\u200bmy 👨‍👩‍👧 می\u200cخواهم\ufeff',
    'Good hour\nmy 👨‍👩‍👧 می\u200cخواهم',
  ]
  expect(textSchema('Please say why').parse(typed)).toBe(kept)
  expect(optionalTextSchema().parse(typed)).toBe(kept)
})

test('a text of nothing that can be seen is none', () => {
  const reason = textSchema('Please say why')
  for (const text of ['\u200b \u2060', '\u3164', '\u2800\u2800', '\ufe0f', '\u0301'])
    expect(refusalOf(reason, text), JSON.stringify(text)).toBe('Please say why')
  expect(optionalTextSchema().parse('\u3164')).toBeNull()
  expect(refusalOf(optionalLineSchema(), '\u3164')).toBe('Plain letters, please')
  expect(reason.parse('👍🏽')).toBe('👍🏽')
})

test('what is spelled with as many joiners as fit is refused as soon as anything else', () => {
  const [consonant, emoji] = [`क${'\u094d\u200d'.repeat(38)}`, `ℹ${'\u200dℹ'.repeat(38)}`]
  for (const text of [consonant, emoji]) expect(refusalOf(name, `${text}\u200b`)).not.toBeNull()
  expect(refusalOf(optionalLineSchema(300), `${emoji.repeat(3)}\u200b`)).toBe('Plain letters, please')
})
