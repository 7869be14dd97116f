import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '#src/platform/root.ts'
import { papers } from '#src/shared/papers.ts'
import { securityTxt } from './security-txt.ts'
import { web } from './server.ts'

/** A build that renders a path as its own name and takes the coaches from the API. */
const entryServer = `
export const routeOf = (path) => path.startsWith('/coaches/') ? '/coaches/:slug' : ['/', '/coaches'].includes(path) ? path : '*'
export const narrowedPathOf = (path, search) => path === '/coaches' && search.includes('game') ? path + '?' + search : null
export const listPublicPaths = async (get) => ['/', '/terms', '/privacy', '/stories', '/coaches', '/coaches?page=2', ...(await get('/api/coaches')).map((slug) => '/coaches/' + slug)]
export const render = async (path, get) => {
  const isThere = (await listPublicPaths(get)).includes(path) || path.includes('?game')
  globalThis.renderedPaths.push(path)
  await globalThis.renderGate
  if (path === '/') throw new Error('the home page cannot be made')
  return { status: isThere ? 200 : 404, head: '', app: path, state: '{}', complete: true }
}
`

const rendered: string[] = []
let coaches = ['vexflip']
let folder: string
let app: FastifyInstance
beforeAll(async () => {
  Object.assign(globalThis, { renderedPaths: rendered })
  folder = await mkdtemp(path.join(tmpdir(), 'level-up-web-'))
  await mkdir(`${folder}/client/assets`, { recursive: true })
  await mkdir(`${folder}/server`)
  await cp(`${root}/public`, `${folder}/client`, { recursive: true })
  await writeFile(`${folder}/client/style.css`, 'p{}')
  await writeFile(
    `${folder}/client/index.html`,
    '<html data-business-zone="<!--zone-->" data-sms-countries="<!--sms-countries-->"><link rel="stylesheet" href="/style.css"><!--app-->',
  )
  await writeFile(`${folder}/server/entry-server.js`, entryServer)
  app = fastify()
  app.get('/api/coaches', async () => coaches)
  const coachChanges = async () => new Map([['nobody', new Date('2026-01-05T12:00:00Z')]])
  await app.register(web, {
    dev: false,
    baseUrl: 'https://levelup.example',
    zone: 'America/New_York',
    smsCountries: ['US', 'CA'],
    folder,
    coachChanges,
    storiesChange: async () => new Date('2026-01-06T12:00:00Z'),
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('a coach’s page is kept under its own address, unknown ones share one', async () => {
  for (const [url, status] of [
    ['/coaches/vexflip', 200],
    ['/coaches/vexflip/?from=card', 200],
    ['/coaches/nobody', 404],
    ['/coaches/no-one', 404],
    ['/nowhere', 404],
    ['/elsewhere', 404],
  ] as const)
    expect((await app.inject(url)).statusCode, url).toBe(status)
  expect(rendered).toEqual(['/coaches/vexflip', '/coaches/:slug', '*'])
})

test('a page says the business’s zone, and the countries that SMS go to', async () => {
  expect((await app.inject('/coaches/vexflip')).body).toContain(
    '<html data-business-zone="America/New_York" data-sms-countries="US,CA">',
  )
})

test('a page of a list is kept under its own address, unknown ones are the first', async () => {
  rendered.length = 0
  for (const url of ['/coaches?page=2', '/coaches?page=3', '/coaches?page=2&from=mail', '/coaches?utm=mail'])
    expect((await app.inject(url)).statusCode, url).toBe(200)
  expect((await app.inject('/coaches/vexflip?page=2')).body).toContain('/coaches/vexflip')
  expect(rendered).toEqual(['/coaches?page=2', '/coaches'])
})

test('a list narrowed down is drawn for its address, and whoever invents too many of them gets the whole list', async () => {
  // All of it happens in one second.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  rendered.length = 0
  for (const _ of [1, 2]) expect((await app.inject('/coaches?game=fortnite')).body).toContain('/coaches?game=fortnite')
  expect(rendered).toEqual(['/coaches?game=fortnite'])
  const flood = await Promise.all(Array.from({ length: 40 }, (_, n) => app.inject(`/coaches?game=${n}`)))
  expect(new Set(flood.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(flood.at(-1)!.body).not.toContain('?game')
  expect(rendered.filter((path) => path.includes('?'))).toHaveLength(2)
})

test('a new coach has a page as soon as the kept ones are dropped', async () => {
  coaches = ['vexflip', 'nobody']
  expect((await app.inject('/coaches/nobody')).statusCode).toBe(404)
  app.dropPages()
  expect((await app.inject('/coaches/nobody')).statusCode).toBe(200)
  const { body } = await app.inject('/sitemap.xml')
  const changed = '<lastmod>2026-01-05T12:00:00.000Z</lastmod>'
  expect(body).toContain(`<url><loc>https://levelup.example/</loc>${changed}</url>`)
  expect(body).toContain('<url><loc>https://levelup.example/coaches/vexflip</loc></url>')
  expect(body).toContain(`<url><loc>https://levelup.example/coaches/nobody</loc>${changed}</url>`)
  for (const paper of ['terms', 'privacy'] as const)
    expect(body).toContain(`/${paper}</loc><lastmod>${papers[paper].date}</lastmod></url>`)
  expect(body).toContain('/stories</loc><lastmod>2026-01-06T12:00:00.000Z</lastmod></url>')
})

test('pages dropped while one renders: its visitor gets it, the cache does not', async () => {
  app.dropPages()
  rendered.length = 0
  const gate = Promise.withResolvers<void>()
  Object.assign(globalThis, { renderGate: gate.promise })
  const visit = async () => app.inject('/coaches/vexflip')
  const visitor = visit()
  await expect.poll(() => rendered).toEqual(['/coaches/vexflip'])
  app.dropPages()
  gate.resolve()
  const { statusCode, body } = await visitor
  expect([statusCode, body]).toEqual([200, expect.stringContaining('/coaches/vexflip')])
  expect((await visit()).statusCode).toBe(200)
  expect(rendered).toEqual(['/coaches/vexflip', '/coaches/vexflip'])
})

test('a folder of files is not found, and no failure', async () => {
  for (const url of ['/assets/', '/assets', '/assets/none.js'])
    expect((await app.inject(url)).statusCode, url).toBe(404)
})

test.each(['/none.png', '/coaches/none.jpg', '/wp-login.php', '/.well-known/assetlinks'])(
  '%s, a file nobody has, is answered in a line',
  async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: `${url}?v=1` })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
      expect(answer.body).toBe(method === 'GET' ? 'Not found\n' : '')
    }
  },
)

test('browsers and phones get their icons, and what is needed to install the site', async () => {
  const types = { 'favicon.ico': /^image\/(x-icon|vnd\.microsoft\.icon)$/, 'favicon.svg': /^image\/svg\+xml/ }
  for (const [file, type] of Object.entries(types)) {
    const answer = await app.inject(`/${file}`)
    expect(answer.statusCode, file).toBe(200)
    expect(answer.headers['content-type'], file).toMatch(type)
  }
  const manifest = await app.inject('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/)
  const icons: { src: string; sizes: string; purpose?: string }[] = manifest.json().icons
  expect(icons.map(({ sizes, purpose }) => purpose ?? sizes)).toEqual(['192x192', '512x512', 'maskable'])
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const answer = await app.inject(src)
    expect(answer.headers['content-type'], src).toBe('image/png')
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('password managers are led to where a password is changed', async () => {
  const answer = await app.inject('/.well-known/change-password')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/account'])
})

test('robots.txt names the sitemap, and lets rooms be read, which say themselves that they must not be listed', async () => {
  const { body } = await app.inject('/robots.txt')
  expect(body.match(/^Disallow: .*$/gm)).toEqual(['Disallow: /api/'])
  expect(body).toContain('Sitemap: https://levelup.example/sitemap.xml\n')
})

test('security.txt names a contact for vulnerabilities and expires in less than a year (RFC 9116)', async () => {
  const { headers, body } = await app.inject('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Contact: https://levelup.example/#contact\n')
  expect(body).toContain('Canonical: https://levelup.example/.well-known/security.txt\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(body)![1]!)
  expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000)
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
  expect(securityTxt({ baseUrl: 'https://x.test', contact: 'mailto:security@x.test' }, new Date())).toContain(
    'Contact: mailto:security@x.test\n',
  )
})

test('a page that cannot be made says so to a person, not in JSON', async () => {
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(500)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toContain('This page tripped over itself')
})

test.each([
  ['application/x-www-form-urlencoded', 'email=zoe%40example.test&password=sesame'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="password"\r\n\r\nsesame\r\n--x--'],
  ['application/json', '{"password": sesame'],
  ['text/plain', `sesame${'.'.repeat(2_000_000)}`],
])(
  'a form that comes as %s to a page is read by nobody, and answered with a page that helps',
  async (type, payload) => {
    for (const url of ['/login?next=%2Faccount', '/nowhere']) {
      const answer = await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers).toMatchObject({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
      expect(answer.headers['content-security-policy']).toContain("form-action 'none'")
      expect(answer.body).toContain('<h1>Nothing was sent</h1>')
      expect(answer.body).toContain('<a href="">Load the page again</a>')
      expect(answer.body).not.toContain('sesame')
    }
  },
)

test('calls that do not exist get no page for a form', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/nothing', payload: {} })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
})
