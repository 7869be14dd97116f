import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { aCoach } from '#src/demo/a-coach.ts'
import type { Books } from './books.ts'
import { collectGarbage } from './heap.ts'
import { memoryOf } from './memory.ts'
import type { Finding } from './report.ts'

const encodings = ['br', 'gzip', 'identity']

/** After 10,000 public addresses, each in all encodings, the app takes at most 20 MB more than after the first 1,000. */
export async function measureAddresses(app: { url: string; pid: number }, books: Books): Promise<Finding[]> {
  const slugs: string[] = []
  while (slugs.length < 1_500) slugs.push((await aCoach(books)).slug)
  const addresses = Array.from({ length: 10_000 }, (_, n) => addressOf(n, slugs))
  await visit(app.url, addresses.slice(0, 1_000))
  const before = await memoryKept(app.pid)
  await visit(app.url, addresses.slice(1_000))
  const after = await memoryKept(app.pid)
  return [
    {
      promise: 'after 10,000 addresses at most 20 MB above that after 1,000',
      measured: `${before} → ${after} MB`,
      kept: after - before <= 20 && new Set(addresses).size === addresses.length,
    },
  ]
}

/** What stays in use, without the garbage that V8 keeps until it needs the room. */
async function memoryKept(pid: number): Promise<number> {
  await sleep(5_000)
  await collectGarbage(pid)
  return memoryOf(pid)
}

/** Every address is another one: pages there are and are not, lists, pictures, with queries and without. */
function addressOf(n: number, slugs: string[]): string {
  const slug = slugs[n % slugs.length]!
  const often = Math.floor(n / slugs.length)
  const kinds = [
    often ? `/coaches/${slug}?from=${n}` : `/coaches/${slug}`,
    `/coaches/${slug}?ref=${n}`,
    `/coaches/nobody-${n}`,
    `/nowhere/${n}`,
    `/?visit=${n}`,
    `/api/coaches?${n}`,
    `/api/success-stories/featured?${n}`,
    `/api/free-hours?serviceId=1on1-basic&game=rocket-league&n=${n}`,
    `/api/openapi.json?${n}`,
    `/og/coaches/${slug}.png?${n}`,
  ]
  return kinds[n % kinds.length]!
}

async function visit(url: string, addresses: string[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
  const rest = addresses.flatMap((path) => encodings.map((encoding) => ({ path, encoding })))
  const statuses = new Set<number>()
  async function walk() {
    for (let next = rest.pop(); next; next = rest.pop()) statuses.add(await get(agent, url + next.path, next.encoding))
  }
  await Promise.all(Array.from({ length: 8 }, walk))
  agent.destroy()
  const odd = [...statuses].filter((status) => status !== 200 && status !== 404)
  if (odd.length > 0) throw new Error(`Some answers were ${odd}.`)
}

function get(agent: http.Agent, address: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(address, { agent, headers: { 'accept-encoding': encoding } })
    request.on('error', reject)
    request.on('response', (response) => response.on('end', () => resolve(response.statusCode!)).resume())
  })
}
