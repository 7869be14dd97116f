import fc, { type Arbitrary } from 'fast-check'

/** A JSON schema (2020-12), as far as our OpenAPI document uses it. */
export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Values that mean something here, by a field's name or its schema's format. */
export type Known = Record<string, unknown[]>

export const uuid = '00000000-0000-7000-8000-000000000000'

const oddDates = [
  ...['0000-01-01', '0001-01-01', '1900-02-28', '9999-12-31', '2026-02-30', '2028-02-29', '-000001-01-01'],
  ...['+275760-09-13', '2026-11-25T00:00', '20261125', '2026-13-01', 'infinity', 'now'],
]

/** The first part should be an instant, the second an id. */
const forgedCursors = [
  ...[`2020 ${uuid}`, `1 ${uuid}`, `infinity ${uuid}`, `2020-01-01T00:00:00.000Z ${'-'.repeat(36)}`, `Mon ${uuid}`],
  ...[`275760-01-01T00:00:00Z ${uuid}`, `-271821-04-20T00:00:00.000Z ${uuid}`, `${uuid} ${uuid}`, 'a', ' '],
  ...[`2020-01-01T00:00:00.000Z ${'0'.repeat(36)}`, `2020-02-31T00:00:00.000Z ${uuid}`, `1e3 ${uuid}`],
  ...[`0000-01-01T00:00:00.000Z ${uuid}`, `2020-01-01T00:00:00.000Z ${uuid} or 1=1`],
].map((text) => Buffer.from(text).toString('base64url'))

/** What people who look for holes type into every field. */
const hostileTexts = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\ufeff', '\u202egnp.exe', '\u2066\u200f\u200b', 'e\u0301'],
  ...["'", '"', "' OR '1'='1", "'; DROP TABLE users; --", ') UNION SELECT email FROM users--', '$1', '\\'],
  ...['{{7*7}}', `\${7*7}`, '<%= 7*7 %>', '#{7*7}', '%s%n', '<script>alert(1)</script>', '"><svg onload=alert(1)>'],
  ...[
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://127.0.0.1:1/',
    '//evil.test',
    '../../../etc/passwd',
    '..\\..',
  ],
  ...['x\r\nBcc: evil@evil.test', 'x\r\nSet-Cookie: session=evil', 'x\nBEGIN:VEVENT', '=1+1', '@SUM(A1)', '-2+3'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'null', 'undefined', '[object Object]'],
  ...['NaN', 'Infinity', '-0', '-1', '0', '1e308', '1e400', '0x10', '2147483648', '9223372036854775808', '1.5'],
  ...['24:00', '25:61', 'a@b', 'a@b@c.test', "o'hara@evil.test", `${'a'.repeat(64)}@${'b.'.repeat(90)}test`],
  ...[uuid, uuid.toUpperCase(), `{${uuid}}`, uuid.replaceAll('-', ''), '-'.repeat(36), `${uuid}\n`],
  ...['UTC', 'Etc/GMT+12', 'posixrules', '../zone', '+01:00', '%', '%00', '%c0%ae', '%ed%a0%80', '&', '#', '?a=b'],
  ...['x'.repeat(101), 'x'.repeat(10_000), 'ß'.repeat(300), '👾'.repeat(300), 'a '.repeat(5_000), '('.repeat(3_000)],
  ...['+12125550100', '+1', `+${'9'.repeat(400)}`, '9'.repeat(400), ...oddDates, ...forgedCursors],
]

/** Any text of UTF-16 units, halves of pairs among them. */
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) })

export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: anyText },
)

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e-7, 5e-324, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, Number.MAX_SAFE_INTEGER),
  fc.integer(),
  fc.double({ noNaN: true }),
)

const hostileThing = fc.oneof(
  fc.constantFrom<unknown[]>(null, true, false, {}, [], [[]], { length: 1e9 }, { toString: 1 }, { $ne: null }),
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}')),
  fc.constantFrom<unknown>(nested(30), Array(3_000).fill(0), Array(50).fill('x'.repeat(1_000))),
  fc.jsonValue({ maxDepth: 3 }),
)

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)]
}

/** A value of any type that no honest caller sends. */
const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: hostileNumber },
  { weight: 2, arbitrary: hostileThing },
)

/** What an honest caller sends: optional parts may be missing. */
export function honestValue(schema: JsonSchema, name: string, known: Known): Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => honestValue(choice, name, known)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    const values = fields.map(([key, each]) => [key, honestValue(each, key, known)])
    return fc.record(Object.fromEntries(values), { requiredKeys: (schema.required ?? []) as never[] })
  }
  if (schema.items) return fc.array(honestValue(schema.items, name, known), { maxLength: 4 })
  const values = known[name] ?? known[schema.format ?? '']
  if (values) return fc.constantFrom(...values)
  if (isOf(schema, 'integer', 'number')) return fc.integer({ min: 0, max: 7 })
  if (isOf(schema, 'boolean')) return fc.boolean()
  if (isOf(schema, 'string')) return fc.constantFrom('Rimshot', 'I would like to climb two ranks.')
  return fc.constantFrom(3, 'Rimshot')
}

/**
 * Honest but for one thing, so that the hostile part gets as deep as it can: of an object one field, of a list its
 * items. Sometimes of another type than the schema's, or missing (`undefined`).
 */
export function hostileFor(schema: JsonSchema, name: string, known: Known): Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => hostileFor(choice, name, known)))
  return fc.oneof(
    { weight: 12, arbitrary: hostileOfType(schema, name, known) },
    { weight: 4, arbitrary: hostileValue },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

function hostileOfType(schema: JsonSchema, name: string, known: Known): Arbitrary<unknown> {
  if (schema.properties) {
    const withOneHostileField = fc
      .constantFrom(...Object.entries(schema.properties))
      .chain(([key, each]) =>
        fc
          .tuple(honestValue(schema, name, known), hostileFor(each, key, known))
          .map(([honest, value]) => ({ ...(honest as object), [key]: value })),
      )
    return fc.oneof(
      { weight: 9, arbitrary: withOneHostileField },
      { weight: 1, arbitrary: fc.dictionary(hostileText, hostileValue) },
    )
  }
  if (schema.items) {
    const item = hostileFor(schema.items, name, known)
    return fc.oneof(fc.array(item, { minLength: 1, maxLength: 3 }), fc.array(item, { maxLength: 300 }))
  }
  if (isOf(schema, 'integer', 'number')) return hostileNumber
  if (name === 'cursor') return fc.constantFrom(...forgedCursors)
  if (schema.format === 'date') return fc.constantFrom(...oddDates)
  return hostileText
}

const isOf = ({ type }: JsonSchema, ...types: string[]) => [type].flat().some((each) => types.includes(each ?? ''))

/** Bodies that JSON, or this app, has no use for; some hide something in `json`, the text of an honest one. */
export function brokenBodies(json: string): string[] {
  return [
    json.replace('{', '{"__proto__":{"isAdmin":true,"isOwner":true},'),
    json.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},'),
    json.replace('{', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)},`),
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    json.slice(0, -1),
    json + json,
    `\ufeff${json}`,
    json.replace(/:"[^"]*"/, ':1e400'),
    json.replace(/:"[^"]*"/, ':"\\ud800"'),
    ...['', ' ', 'null', '[]', '"x"', '0', '1e400', '{', 'true', '{"a":1,}', '<a/>', 'a=b&c[d]=e', '{"":{"":{}}}'],
    JSON.stringify(Array(20_000).fill(0)),
    JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`key${i}`, i]))),
    JSON.stringify({ x: 'x'.repeat(70_000) }),
  ]
}
