import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { ask } from './ask.ts'
import type { Books } from './books.ts'
import type { Finding } from './report.ts'

type App = { url: string; pid: number }
type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
/** A request with so much text in one place. */
type Place = { name: string; sizes: [number, number]; make(text: string): Request }

const characters = [' ', '\t', ',', ';', '=', '"', '\\', '/', '-', '.', ':', '*', '(', '%', '@', '0', 'a', 'é']

/** Node takes 16 KiB of headers in all; in an address a sign may take three characters (`%20`). */
const inHead: [number, number] = [7_500, 15_000]
const inBody: [number, number] = [8_192, 16_384]

const headerNames = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'cache-control', 'content-type', 'cookie'],
  ...['forwarded', 'host', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'last-event-id', 'origin'],
  ...['range', 'referer', 'sec-fetch-site', 'stripe-signature', 'traceparent', 'user-agent', 'x-forwarded-for'],
  ...['x-forwarded-host', 'x-forwarded-proto', 'x-request-id'],
]

/**
 * A request takes at most three times the processor time when a text in it is twice as long. The short form tries one
 * character at each place, another at each.
 */
export async function measureText(app: App, books: Books, isShort: boolean): Promise<Finding[]> {
  const places = [...placesInHeaders(await somePaths(app)), ...(await placesInFields(app, books))]
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let worst = { ratio: 0, name: '' }
  let dearest = { milliseconds: 0, name: '' }
  let measured = 0
  for (const [n, { name, sizes, make }] of places.entries())
    for (const character of isShort ? [characters[n % characters.length]!] : characters) {
      const requests = sizes.map((size) => make(`x${character.repeat(size)}x`)) as [Request, Request]
      let times = await least(app, agent, requests, 3)
      // What else the machine does shows in single ones.
      if (times[1] > 2.5 * times[0]) times = await least(app, agent, requests, 40)
      const ratio = times[1] / times[0]
      const where = `${JSON.stringify(character)} in ${name}`
      if (ratio > worst.ratio) worst = { ratio, name: where }
      if (times[1] > dearest.milliseconds) dearest = { milliseconds: times[1], name: where }
      measured += 1
    }
  agent.destroy()
  return [
    {
      promise: 'twice the text, at most 3 x the processor time',
      measured: `${worst.ratio.toFixed(2)} x (${worst.name}), ${measured} measured`,
      kept: worst.ratio <= 3 && measured > (isShort ? 300 : 5_000),
    },
    {
      promise: 'none above 50 ms',
      measured: `${dearest.milliseconds.toFixed(1)} ms (${dearest.name})`,
      kept: dearest.milliseconds < 50,
    },
  ]
}

/** The least processor time of each of two requests, in milliseconds, asked in turns. */
async function least(app: App, agent: http.Agent, requests: [Request, Request], times: number) {
  const found: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let n = 0; n < times; n++)
    for (const which of [0, 1] as const) {
      const before = mainThread(app.pid)
      await send(app.url, agent, requests[which])
      // What it does after the answer counts, too.
      await sleep(2)
      found[which] = Math.min(found[which], mainThread(app.pid) - before)
    }
  return found
}

/** Processor time of a process's main thread so far, in milliseconds: `/proc/PID/schedstat` counts nanoseconds. */
function mainThread(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Whatever is answered, a closed connection too: only what it costs counts. */
function send(url: string, agent: http.Agent, { method, path, headers, body }: Request): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(url + path, { agent, method, headers })
    request.on('error', () => resolve())
    request.on('response', (response) =>
      response
        .on('end', resolve)
        .on('error', () => resolve())
        .resume(),
    )
    request.end(body)
  })
}

async function somePaths({ url }: App): Promise<[string, string][]> {
  const home = await (await fetch(url)).text()
  const script = /\/assets\/[\w.-]+\.js/.exec(home)![0]
  const coaches = await ask<{ slug: string }[]>('GET', `${url}/api/coaches`)
  const gets = [
    ...['/', `/coaches/${coaches.body[0]!.slug}`, '/robots.txt', script, '/og/site.png', '/photos/x.webp'],
    ...['/api/coaches', '/api/openapi.json', '/api/auth/me', '/api/login'],
  ]
  return [
    ...gets.map((path): [string, string] => ['GET', path]),
    ['POST', '/api/auth/login'],
    ['POST', '/api/webhooks/stripe'],
  ]
}

function placesInHeaders(paths: [string, string][]): Place[] {
  return paths.flatMap(([method, path]) => [
    ...headerNames.map(
      (header): Place => ({
        name: `${header} of ${method} ${path}`,
        sizes: inHead,
        make: (text) => ({ method, path, headers: { [header]: Buffer.from(text).toString('latin1') } }),
      }),
    ),
    {
      name: `the query of ${method} ${path}`,
      sizes: [inHead[0] / 3, inHead[1] / 3],
      make: (text) => ({ method, path: `${path}?next=${encodeURIComponent(text)}`, headers: {} }),
    },
  ])
}

type Schema = { type?: string; properties?: Record<string, Schema> }
type Operation = {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}

/** Every field of every call of the contract, by whoever is let in. */
async function placesInFields({ url }: App, books: Books): Promise<Place[]> {
  const staff = await aUser(books, { isOwner: true, isAdmin: true })
  const coach = await aUser(books)
  await aCoach(books, { userId: coach.id })
  const { body } = await ask<{ paths: Record<string, Record<string, Operation>> }>('GET', `${url}/api/openapi.json`)
  const places: Place[] = []
  for (const [path, operations] of Object.entries(body.paths))
    for (const [verb, { parameters = [], requestBody }] of Object.entries(operations)) {
      const method = verb.toUpperCase()
      const who = path.startsWith('/api/coach') ? coach : staff
      const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' }
      const address = path.replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
      for (const { name } of parameters.filter((each) => each.in === 'query'))
        places.push({
          name: `${name} of ${method} ${path}`,
          sizes: [inHead[0] / 3, inHead[1] / 3],
          make: (text) => ({ method, path: `${address}?${name}=${encodeURIComponent(text)}`, headers }),
        })
      const fields = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
      for (const field of fields)
        places.push({
          name: `${field} of ${method} ${path}`,
          sizes: inBody,
          make: (text) => ({ method, path: address, headers, body: JSON.stringify({ [field]: text }) }),
        })
    }
  const login = { method: 'POST', path: '/api/auth/login', headers: { 'content-type': 'application/json' } }
  places.push({ name: 'a body', sizes: inBody, make: (text) => ({ ...login, body: text.slice(1) }) })
  return places
}
