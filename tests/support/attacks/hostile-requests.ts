import fc, { type Arbitrary } from 'fast-check'
import { demoPassword } from '#src/demo/a-user.ts'
import { basic } from '../prices.ts'
import {
  brokenBodies,
  honestValue,
  hostileFor,
  hostileText,
  type JsonSchema,
  type Known,
  uuid,
} from './hostile-values.ts'

type Parameter = { in: 'path' | 'query'; name: string; schema: JsonSchema }

/** An operation of our OpenAPI document. */
export type Operation = {
  parameters?: Parameter[]
  /** An upload has other content. */
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } }
}

/** A request in which `mine.bookingId` and `theirs.bookingId` stand for ids, since those differ from run to run. */
export type Shape = { method: string; path: string; headers: Record<string, string>; body?: string }

const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'a', '']

/** The hostile requests of one call: one of its parts is hostile, the others are honest, so that it gets deep. */
export function hostileRequests(method: string, path: string, operation: Operation): Arbitrary<Shape> {
  const known = knownValues(path)
  const { parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']?.schema
  const weights = {
    parameters: parameters.length > 0 ? 3 : 0,
    body: body ? 5 : 0,
    text: body ? 1 : 0,
    type: 1,
    query: 1,
  }
  const kinds = Object.entries(weights).filter(([, weight]) => weight > 0)
  return fc.oneof(...kinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))).chain((kind) =>
    fc
      .record({
        honest: fc.tuple(...parameters.map(({ name, schema }) => honestValue(schema, name, known))),
        hostile: kind === 'parameters' ? hostileParameter(parameters, known) : fc.constant(null),
        more: kind === 'query' ? fc.array(fc.tuple(hostileText, hostileText), { maxLength: 3 }) : fc.constant([]),
        body: kind === 'body' ? hostileFor(body!, 'body', known) : honestValue(body ?? {}, 'body', known),
        text: fc.nat(),
        type: kind === 'type' ? fc.constantFrom(...otherTypes) : fc.constant('application/json'),
      })
      .map((drawn): Shape => {
        const values = parameters.map((each, i) => {
          const value = drawn.hostile?.name === each.name ? drawn.hostile.value : drawn.honest[i]
          return { ...each, value }
        })
        const inQuery = values.filter((each) => each.in === 'query' && each.value !== undefined)
        const query = [...inQuery.map(({ name, value }): [string, unknown] => [name, value]), ...drawn.more]
        const url = `${fillPath(path, values)}${queryText(query)}`
        const json = JSON.stringify(drawn.body) as string | undefined
        if (method === 'GET' || json === undefined || !(body || kind === 'type'))
          return { method, path: url, headers: {} }
        const broken = brokenBodies(json)
        const text = kind === 'text' ? broken[drawn.text % broken.length]! : json
        return { method, path: url, headers: { 'content-type': drawn.type }, body: text }
      }),
  )
}

function hostileParameter(parameters: Parameter[], known: Known): Arbitrary<{ name: string; value: unknown }> {
  return fc.constantFrom(...parameters).chain(({ in: place, name, schema }) => {
    const odd = place === 'path' ? fc.constantFrom(...oddPathParts) : fc.array(hostileText, { maxLength: 50 })
    return fc
      .oneof({ weight: 5, arbitrary: hostileFor(schema, name, known) }, { weight: 1, arbitrary: odd })
      .map((value) => ({ name, value }))
  })
}

/** Put into the path as they are. */
const oddPathParts = ['%', '%00', '%c0%ae', '%2e%2e%2f', '%ed%a0%80', '..;', '%u0041', ':id']

function fillPath(path: string, values: { name: string; value: unknown }[]): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(values.find((each) => each.name === name)!.value)
    // Node takes no more than 16 KiB of headers.
    return oddPathParts.includes(text) ? text : percentEncoded(text.slice(0, 1_000))
  })
}

/** A list becomes a repeated key. */
function queryText(pairs: [string, unknown][]): string {
  const sent = pairs.flatMap(([name, value]) =>
    [value].flat().map((each) => `${percentEncoded(name)}=${percentEncoded(textOf(each))}`),
  )
  return sent.length > 0 ? `?${sent.join('&').slice(0, 6_000)}` : ''
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''))

/** As `encodeURIComponent`, but halves of surrogate pairs pass as their three bytes. */
function percentEncoded(text: string): string {
  return text.replace(/[^\w.~-]/gu, (character) =>
    /[\ud800-\udfff]/.test(character) && character.length === 1
      ? `%ed%${(0x80 | ((character.charCodeAt(0) >> 6) & 0x3f)).toString(16)}%${(0x80 | (character.charCodeAt(0) & 0x3f)).toString(16)}`
      : encodeURIComponent(character),
  )
}

type Ids = Record<'mine' | 'theirs', Record<string, string>>

/** Puts the ids in where `mine.x` and `theirs.x` stand for them; `encode` fits them into their surroundings, JSON texts or a URL. */
export function fillIds(text: string, ids: Ids, encode = (id: string) => JSON.stringify(id).slice(1, -1)): string {
  return text.replace(/\b(mine|theirs)\.([A-Za-z]+)/g, (whole, whose: 'mine' | 'theirs', name: string) => {
    const id = ids[whose][name]
    return id === undefined ? whole : encode(id)
  })
}

const both = (name: string, ...more: unknown[]) => [`mine.${name}`, `theirs.${name}`, ...more]

/** What means something in this app, by the field's name or its format: what honest callers send. */
export function knownValues(path: string): Known {
  const passwords = [demoPassword, demoPassword, 'another one']
  const applications = both('applicationId', 'mine.coachsApplicationId')
  const dates = [1, 2, 3, 4].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  const times = ['12:00', '3:00 PM', '18:00', '00:00']
  return {
    id: path.includes('/booking/')
      ? both('bookingId')
      : path.includes('applications')
        ? applications
        : [path.includes('ratings') ? 'theirs.ratingId' : 'theirs.storyId', uuid],
    bookingId: both('bookingId'),
    coachApplicationId: applications,
    orderId: both('orderId'),
    loginSessionId: both('loginSessionId'),
    playerId: both('playerId'),
    coachId: both('coachId'),
    slug: both('slug'),
    contactId: ['theirs.contactId', uuid],
    claimId: ['theirs.claimId', uuid],
    deliveryId: ['theirs.deliveryId', uuid],
    paymentIntentId: ['theirs.paymentIntentId', 'pi_nothing'],
    coach: both('coachName'),
    phoneCountry: ['US', ''],
    coachName: both('coachName'),
    name: both('coachName', 'Rimshot'),
    email: both('email', 'mine.playerEmail', 'mine.adminEmail', 'mine.freshEmail'),
    adminEmail: ['theirs.email'],
    to: ['theirs.email', '@', '+1'],
    password: passwords,
    confirmPassword: passwords,
    currentPassword: passwords,
    clipUrl: ['https://clips.example/1', null],
    roomUrl: ['https://rooms.example/1', null],
    customerPhone: ['+12125550100', null],
    applicantPhone: ['+12125550100', null],
    code: ['123456', '12345678', '1234-5678', '00000000'],
    factorCode: ['123456', 'A'.repeat(24)],
    date: dates,
    from: dates,
    selectedDate: dates,
    selectedTime: times,
    opens: [...times, null],
    closes: [...times, '24:00', null],
    when: ['tomorrow', 'evening', ...dates],
    zone: ['Europe/Berlin', 'UTC', 'Pacific/Apia'],
    basedOn: [null],
    amount: [basic.cents / 100, basic.decimal],
    refund: [basic.cents / 100, basic.decimal, 0],
    servicePrice: [29, '1.00', null],
    serviceId: ['1on1-basic', '1on1-pro', 'nothing'],
    serviceName: ['1-on-1 Basic Session', 'Basic Rocket League Coaching'],
    phone: ['+12125550100', '2125550100'],
    content: ['Hello'],
    description: ['I watch one replay with you, and name one thing to practise.'],
    weekday: [1, 2, 3, 4, 5, 6, 7],
    rating: [5],
    cursor: [`${Buffer.from(`2026-01-01T00:00:00.000Z ${uuid}`).toString('base64url')}`],
    after: [0, 1],
    uuid: [uuid, 'mine.bookingId', 'theirs.bookingId'],
  }
}
