import http from 'node:http'
import type { Books } from './books.ts'
import { type Field, fieldsOfCalls, type Schema } from './fields-of-calls.ts'
import { type App, leastTimes } from './main-thread.ts'
import type { Finding } from './report.ts'

const size = 60_000
const text = (part: string, bytes = Buffer.byteLength(part)) => JSON.stringify(part.repeat(size / bytes))
const list = (length: number, item: (n: number) => string) => Array.from({ length }, (_, n) => item(n)).join(',')

/** 60 kB of the worst that is known, as JSON. */
const worst: Record<string, string> = {
  // Each of its class (UAX 15): a normal form sorts them, in a time that grows with the square of a run.
  'marks of two classes in runs': JSON.stringify(`a${'\u0315'.repeat(size / 4)}${'\u0316'.repeat(size / 4)}`),
  'marks of two classes in turns': text('\u0316\u0315'),
  'lone surrogates': text('\ud800', 6),
  emoji: text('\u{1f600}'),
  'one letter': text('a'),
  'one sign that cannot be seen': text('\u200b'),
  blanks: text(' '),
  'digits and dots': text('1.'),
  'signs of an address': text('@a'),
  'lists in lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
  '7,000 keys': `{${list(7_000, (n) => `"${n.toString(36)}":0`)}}`,
  '20,000 objects': `[${list(20_000, () => '{}')}]`,
}

/**
 * No field of any call takes more than 50 ms of the main thread, whatever stands in it. The short form tries one kind in
 * each field, another in each.
 */
export async function measureWorstText(app: App, books: Books, isShort: boolean): Promise<Finding[]> {
  const fields = (await fieldsOfCalls(app.url, books)).filter(({ schema }) => schema)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const kinds = Object.keys(worst)
  let dearest = { milliseconds: 0, name: '' }
  let measured = 0
  for (const [n, field] of fields.entries())
    for (const kind of isShort ? [kinds[n % kinds.length]!] : kinds) {
      const [milliseconds = 0] = await leastTimes(app, agent, [requestWith(field, worst[kind]!)], 3)
      if (milliseconds > dearest.milliseconds)
        dearest = { milliseconds, name: `${kind} in ${field.name} of ${field.method} ${field.path}` }
      measured += 1
    }
  agent.destroy()
  return [
    {
      promise: '60 kB of the worst in a field: at most 50 ms',
      measured: `${dearest.milliseconds.toFixed(1)} ms (${dearest.name}), ${measured} measured`,
      kept: dearest.milliseconds <= 50 && measured > (isShort ? 150 : 1_500),
    },
  ]
}

function requestWith({ name, schema, ...call }: Field, json: string) {
  return { ...call, body: `{${JSON.stringify(name)}:${asIn(schema!, json)}}` }
}

/** That JSON where the schema has its texts: in the list, in every field of the object. */
function asIn(schema: Schema, json: string): string {
  const { items, properties } = schema.anyOf?.find((each) => each.items ?? each.properties) ?? schema
  if (items) return `[${asIn(items, json)}]`
  const [first] = Object.entries(properties ?? {}).filter(([, { type }]) => type === 'string')
  return first ? `{${JSON.stringify(first[0])}:${json}}` : json
}
