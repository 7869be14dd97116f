import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

const room = { maxBytes: 1_000_000 }
const complete = { status: 200, complete: true }

test('renders a route once, also for requests that come meanwhile', async () => {
  let renders = 0
  const cache = createPageCache({ ...room, render: async () => ({ ...complete, html: `page ${++renders}` }) })
  const [first, second] = await Promise.all([cache.read('/'), cache.read('/')])
  const third = await cache.read('/')
  expect(renders).toBe(1)
  expect(first.etag).toBe(third.etag)
  expect(second.bodies.identity.toString()).toBe('page 1')
  expect(brotliDecompressSync(third.bodies.br).toString()).toBe('page 1')
  expect(gunzipSync(third.bodies.gzip).toString()).toBe('page 1')
})

test('a page rendered from old data is served to who asked and not kept', async () => {
  let version = 1
  const cache = createPageCache({
    ...room,
    version: () => version,
    render: async () => {
      const html = `version ${version}`
      if (version === 1) version = 2
      return { ...complete, html }
    },
  })
  expect((await cache.read('/')).bodies.identity.toString()).toBe('version 1')
  expect((await cache.read('/')).bodies.identity.toString()).toBe('version 2')
})

test('dropping while a page is rendered does not let the old page in', async () => {
  const finish: ((html: string) => void)[] = []
  const cache = createPageCache({
    ...room,
    render: async () => ({ ...complete, html: await new Promise<string>((resolve) => finish.push(resolve)) }),
  })
  const old = cache.read('/')
  cache.drop()
  const fresh = cache.read('/')
  finish[0]!('old')
  finish[1]!('new')
  expect((await old).bodies.identity.toString()).toBe('old')
  expect((await fresh).bodies.identity.toString()).toBe('new')
  expect((await cache.read('/')).bodies.identity.toString()).toBe('new')
})

test('incomplete and failed pages are rendered again', async () => {
  let renders = 0
  const cache = createPageCache({
    ...room,
    render: async () => {
      renders += 1
      if (renders === 1) throw new Error('no')
      return { status: 200, html: `${renders}`, complete: renders > 2 }
    },
  })
  await expect(cache.read('/')).rejects.toThrow('no')
  for (const expected of ['2', '3', '3']) expect((await cache.read('/')).bodies.identity.toString()).toBe(expected)
})

test('an old page is rendered again', async () => {
  let renders = 0
  const cache = createPageCache({ ...room, maxAge: 0, render: async () => ({ ...complete, html: `${++renders}` }) })
  await cache.read('/')
  expect((await cache.read('/')).bodies.identity.toString()).toBe('2')
})

test('pages take no more bytes than they may: those nobody asked for longest go first', async () => {
  const rendered: string[] = []
  const html = 'x'.repeat(1_000)
  const cache = createPageCache({
    // Two pages, with their compressed bodies.
    maxBytes: 2_500,
    render: async (path) => {
      rendered.push(path)
      return { ...complete, html: html + path }
    },
  })
  for (const path of ['/a', '/b', '/a', '/c', '/a', '/c', '/b']) await cache.read(path)
  expect(rendered).toEqual(['/a', '/b', '/c', '/b'])
})
