import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { serve } from '#src/platform/http/serve.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { serveReady } from './ready-list.ts'

const listNames = defineCall({
  method: 'GET',
  path: '/api/names',
  who: 'everybody',
  summary: 'Names',
  reply: z.array(z.object({ name: z.string() })),
})
const change = { method: 'POST', summary: 'Change', reply: z.object({}) } as const
const staffChanges = defineCall({ ...change, path: '/api/by-staff', who: 'owner' })
const playerChanges = defineCall({ ...change, path: '/api/by-player', who: 'account' })

function openHouse() {
  const house = { names: ['VexFlip', 'ApexOrbit'], made: 0, tell: () => {} }
  const app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('account', null)
  app.addHook('onRequest', async (request) => {
    request.account = { id: '1', name: 'Owner', email: 'o@x.test', isOwner: true, isAdmin: true, emailVerified: true }
  })
  const pubSub = {
    on(_channel: unknown, listener: (about: string | null) => void) {
      house.tell = () => listener('')
    },
  }
  serveReady(app, { pubSub, cacheLists: true, now: () => new Date() }, listNames, async () => {
    house.made += 1
    // More than the contract lets out.
    return house.names.map((name) => ({ name, secret: 'mail@x.test' }))
  })
  for (const call of [staffChanges, playerChanges])
    serve(app, call, async () => {
      house.names = [...house.names, call.path]
      return {}
    })
  const names = async () => ((await app.inject('/api/names')).json() as { name: string }[]).map(({ name }) => name)
  return { app, house, names }
}

test('is made once for everybody, with what the contract shows and nothing else', async () => {
  const { app, house } = openHouse()
  const answers = await Promise.all([1, 2, 3].map(() => app.inject('/api/names')))
  for (const answer of answers) {
    expect(answer.json()).toEqual([{ name: 'VexFlip' }, { name: 'ApexOrbit' }])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
  }
  expect(house.made).toBe(1)
})

test('comes in the smallest form a browser takes, and not at all when it has it', async () => {
  const { app } = openHouse()
  const asked = (headers: Record<string, string>) => app.inject({ url: '/api/names', headers })
  const encoding = async (accepted: string) =>
    (await asked({ 'accept-encoding': accepted })).headers['content-encoding'] as string | undefined
  expect([await encoding('gzip, br'), await encoding('gzip'), await encoding('')]).toEqual(['br', 'gzip', undefined])
  const { etag } = (await asked({})).headers
  const again = await asked({ 'if-none-match': `W/"other", ${etag}` })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
})

test('If-None-Match is a list of whole tags: neither a part of ours nor 15,000 spaces are one', async () => {
  const { app } = openHouse()
  const status = async (known: string) =>
    (await app.inject({ url: '/api/names', headers: { 'if-none-match': known } })).statusCode
  const etag = String((await app.inject('/api/names')).headers.etag)
  for (const known of [`"a",${etag}`, `"a"  ,  ${etag}  , "b"`, etag.replace('W/', ''), '*'])
    expect(await status(known), known).toBe(304)
  for (const known of [etag.slice(0, -2), `x${' '.repeat(15_000)}x`, `x${etag}`]) expect(await status(known)).toBe(200)
})

test.each([
  ['br;q=0', undefined],
  ['gzip;q=0, identity', undefined],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['br;q=0.1, gzip;q=0', 'br'],
  ['xbrx', undefined],
])('Accept-Encoding: %s gets %s', async (accepted, encoding) => {
  const { app } = openHouse()
  const { headers, body, statusCode } = await app.inject({
    url: '/api/names',
    headers: { 'accept-encoding': accepted },
  })
  expect([statusCode, headers['content-encoding']]).toEqual([200, encoding])
  if (!encoding) expect(JSON.parse(body)).toHaveLength(2)
})

test('is made again when the news say that it changed', async () => {
  const { house, names } = openHouse()
  await names()
  house.names = ['NachoBoost']
  expect(await names()).toEqual(['VexFlip', 'ApexOrbit'])
  house.tell()
  expect(await names()).toEqual(['NachoBoost'])
})

test('is new at once for staff who changed it; what players do makes nothing new', async () => {
  const { app, house, names } = openHouse()
  await names()
  await app.inject({ method: 'POST', url: '/api/by-player' })
  await names()
  expect(house.made).toBe(1)
  await app.inject({ method: 'POST', url: '/api/by-staff' })
  expect(await names()).toEqual(['VexFlip', 'ApexOrbit', '/api/by-player', '/api/by-staff'])
})

test('may be as old as is said, a list for each key, and is asked again then', async () => {
  const lists = defineCall({
    method: 'GET',
    path: '/api/hours',
    who: 'everybody',
    summary: 'Hours',
    query: z.object({ when: z.optional(z.string()) }),
    reply: z.array(z.string()),
  })
  const app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const made: string[] = []
  const list = async (when: string) => {
    made.push(when)
    return [when]
  }
  let at = Date.now()
  const house = { pubSub: { on() {} }, cacheLists: true, now: () => new Date(at) }
  serveReady(app, house, lists, list, { seconds: 5, keyOf: ({ when }) => when ?? '' })
  const ask = async (url: string) => (await app.inject(url)).json()
  for (const _ of [1, 2]) {
    expect(await ask('/api/hours')).toEqual([''])
    expect(await ask('/api/hours?when=tomorrow')).toEqual(['tomorrow'])
  }
  expect(made).toEqual(['', 'tomorrow'])
  at += 5_000
  await ask('/api/hours')
  expect(made).toEqual(['', 'tomorrow', ''])
})
