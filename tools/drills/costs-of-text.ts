import http from 'node:http'
import { ask } from './ask.ts'
import type { Books } from './books.ts'
import { fieldsOfCalls } from './fields-of-calls.ts'
import { type App, leastTimes, type Request } from './main-thread.ts'
import type { Finding } from './report.ts'

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
  const places = [...placesInHeaders(await somePaths(app)), ...(await placesInFields(app.url, books))]
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let worst = { ratio: 0, name: '' }
  let dearest = { milliseconds: 0, name: '' }
  let measured = 0
  for (const [n, { name, sizes, make }] of places.entries())
    for (const character of isShort ? [characters[n % characters.length]!] : characters) {
      const requests = sizes.map((size) => make(`x${character.repeat(size)}x`)) as [Request, Request]
      const measure = (times: number) => leastTimes(app, agent, requests, times) as Promise<[number, number]>
      let [once, twice] = await measure(3)
      // What else the machine does shows in single ones.
      if (twice > 2.5 * once) [once, twice] = await measure(40)
      const ratio = twice / once
      const where = `${JSON.stringify(character)} in ${name}`
      if (ratio > worst.ratio) worst = { ratio, name: where }
      if (twice > dearest.milliseconds) dearest = { milliseconds: twice, name: where }
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

/** Every field of every call of the contract, by whoever is let in. */
async function placesInFields(url: string, books: Books): Promise<Place[]> {
  const places = (await fieldsOfCalls(url, books)).map(({ name, schema, ...call }): Place => {
    const { method, path, headers } = call
    const named = `${name} of ${method} ${path}`
    if (schema)
      return { name: named, sizes: inBody, make: (text) => ({ ...call, body: JSON.stringify({ [name]: text }) }) }
    const ask = (text: string) => ({ method, path: `${path}?${name}=${encodeURIComponent(text)}`, headers })
    return { name: named, sizes: [inHead[0] / 3, inHead[1] / 3], make: ask }
  })
  const login = { method: 'POST', path: '/api/auth/login', headers: { 'content-type': 'application/json' } }
  return [...places, { name: 'a body', sizes: inBody, make: (text) => ({ ...login, body: text.slice(1) }) }]
}
