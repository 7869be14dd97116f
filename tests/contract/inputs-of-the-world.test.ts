import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { AnyCall } from '#src/shared/define-call.ts'
import { phoneToKeep } from '#src/shared/phone-number.ts'
import { everyCall } from '#tests/support/every-call.ts'
import { addresses, type Line, links, names, phones, texts } from '#tests/support/inputs-of-the-world.ts'
import { namesOfTheWorld } from '#tests/support/names-of-the-world.ts'

type Field = { name: string; schema: z.ZodMiniType }

/** The parts of a schema that this test looks into. */
type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  in?: z.ZodMiniType
  options?: z.ZodMiniType[]
}

/** Every text in a schema, however deep; a transformed or optional one as a whole. */
function textsIn(schema: z.ZodMiniType | undefined, name: string): Field[] {
  if (!schema) return []
  const def = schema.def as Def
  if (def.type === 'string') return [{ name, schema }]
  const parts = [
    ...Object.entries(def.shape ?? {}).map(([key, part]) => textsIn(part, `${name}.${key}`)),
    ...[def.innerType, def.element, def.in, ...(def.options ?? [])].map((part) => textsIn(part, name)),
  ].flat()
  const isOneText = def.shape === undefined && def.element === undefined && parts.length > 0
  return isOneText && parts.every((part) => part.name === name) ? [{ name, schema }] : parts
}

const fields = everyCall().flatMap((call: AnyCall) =>
  [call.query, call.body].flatMap((schema) => textsIn(schema, `${call.method} ${call.path} `)),
)

/** Texts that no person words, by what they are. Each is somewhere: none outlives its field. */
const others: Record<string, string> = {
  'where a list goes on': '.cursor',
  'secrets of a link': '.token .ownerToken',
  'instants and versions that a page read before':
    '.startsAt .outcomeAt .basedOn .version .sessions.startsAt .lines.startsAt',
  'a zone or service of ours': '.zone .serviceId',
  'the name of a queue': 'POST /api/dead-jobs/:jobId/retry .name',
  'an SMS in any length, written plainly by `sms-text.ts`': 'POST /api/admin/send-sms .message',
  'what the browser says of what it showed (PRICE-1): compared, not kept':
    '.servicePrice .serviceName .paymentIntentId .selectedDate .selectedTime .description .metadata.coach .metadata.service .metadata.duration .metadata.serviceId .metadata.coachId .metadata.selectedDate .metadata.selectedTime',
  'the same of who pays': 'POST /api/booking-confirmation .customerName',
  'and where': 'POST /api/booking-confirmation .customerEmail',
  'who asks, sent as of old: the session says who it is (ADMIN-3)': '.adminEmail',
  'whose sessions, the same': 'GET /api/bookings/coach .name',
  'whose profile, the same': 'GET /api/coaches/check .email',
  'an address from a list of ours': 'GET /api/people .email',
}
/** With the call's name, or in whichever call. */
const isNamed = (field: Field, entry: string) =>
  entry.startsWith('.') ? entry.split(' ').some((name) => field.name.endsWith(` ${name}`)) : field.name === entry
const isOther = (field: Field) => Object.values(others).some((entry) => isNamed(field, entry))

const kept = ({ schema }: Field, typed: string) => schema.safeParse(typed).data
const saidOf = ({ schema }: Field, typed: string) => schema.safeParse(typed).error?.issues[0]?.message ?? ''

/** The kinds, by what a field does with a text; the first that fits. */
const kinds: Record<string, (field: Field) => boolean> = {
  phone: ({ name }) => /phone$/i.test(name),
  password: ({ name }) => /password$/i.test(name),
  search: ({ name }) => /\.q$|\/deliveries.* \.to$/.test(name),
  address: (field) =>
    !kept(field, 'Good words, twenty or more') && kept(field, 'Zoe@Example.com') === 'zoe@example.com',
  link: (field) => !kept(field, 'Good words') && kept(field, 'https://clips.example/a') === 'https://clips.example/a',
  name: (field) => saidOf(field, 'Level Up').startsWith('Level Up is our own name'),
  line: (field) => saidOf(field, 'two\nlines') === 'One line, please',
  text: (field) => kept(field, 'Good words, twenty or more\u202e') === 'Good words, twenty or more',
}
const kindOf = (field: Field) => Object.keys(kinds).find((kind) => kinds[kind]!(field)) ?? null
const ofKind = (kind: string) => fields.filter((field) => !isOther(field) && kindOf(field) === kind)

const asTyped = texts.map(([country, , words]): Line => [country, words, words])
const namesAsTyped = namesOfTheWorld.map(([name]): Line => ['', name, name])
const table: Record<string, Line[]> = {
  name: [...names, ...namesAsTyped],
  line: [...names, ...namesAsTyped],
  address: addresses,
  link: links,
  text: texts,
  search: asTyped,
  password: asTyped,
}

test.each(Object.entries(table))('every field for a %s keeps what people of the world type', (kind, lines) => {
  expect(lines.length).toBeGreaterThanOrEqual(10)
  const wrong = ofKind(kind).flatMap((field) =>
    lines.flatMap(([country, typed, wanted]) =>
      kept(field, typed) === wanted ? [] : [[field.name, country, typed, kept(field, typed) ?? saidOf(field, typed)]],
    ),
  )
  expect(wrong).toEqual([])
  expect(ofKind(kind).length).toBeGreaterThan(0)
})

test('every field for a phone number takes what people type, and it is kept in one form', () => {
  const wrong = ofKind('phone').flatMap((field) =>
    phones.flatMap(([country, typed, wanted]) => {
      const number = phoneToKeep(kept(field, typed) as string, country ?? '')
      return number === wanted ? [] : [[field.name, country, typed, number]]
    }),
  )
  expect(wrong).toEqual([])
  expect(ofKind('phone').length).toBeGreaterThan(0)
})

test('every other text is an id, a day or another form that people do not word, or named here', () => {
  const unknown = fields.filter((field) => !isOther(field) && kindOf(field) === null)
  // Words, even a few, are not among them.
  expect(unknown.filter((field) => kept(field, 'Some words') !== undefined).map(({ name }) => name)).toEqual([])
  expect(Object.values(others).filter((entry) => !fields.some((field) => isNamed(field, entry)))).toEqual([])
})

test('the one field for a file is a coach’s photo, whose own test sends it what phones and programs make', () => {
  const uploads = everyCall().filter(({ upload }) => upload)
  expect(uploads.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /api/coach/photo'])
})
