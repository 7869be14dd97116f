import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityTxt } from './security-txt.ts'
import { web } from './server.ts'

/** A build that renders a path as its own name and takes the coaches from the API. */
const entryServer = `
exports.routeOf = (path) => (path.startsWith('/coaches/') ? '/coaches/:slug' : path === '/' ? '/' : '*')
exports.listPublicPaths = async (get) => ['/', ...(await get('/api/coaches')).map((slug) => '/coaches/' + slug)]
exports.render = async (path, get) => {
  const isThere = (await exports.listPublicPaths(get)).includes(path)
  globalThis.renderedPaths.push(path)
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
  await writeFile(`${folder}/client/style.css`, 'p{}')
  await writeFile(`${folder}/client/index.html`, '<link rel="stylesheet" href="/style.css"><!--app-->')
  await writeFile(`${folder}/server/entry-server.cjs`, entryServer)
  app = fastify()
  app.get('/api/coaches', async () => coaches)
  await app.register(web, { dev: false, baseUrl: 'https://levelup.example', folder })
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

test('a new coach has a page as soon as the kept ones are dropped', async () => {
  coaches = ['vexflip', 'nobody']
  expect((await app.inject('/coaches/nobody')).statusCode).toBe(404)
  app.dropPages()
  expect((await app.inject('/coaches/nobody')).statusCode).toBe(200)
  expect((await app.inject('/sitemap.xml')).body).toContain('<loc>https://levelup.example/coaches/nobody</loc>')
})

test('a folder of files is not found, and no failure', async () => {
  for (const url of ['/assets/', '/assets', '/assets/none.js'])
    expect((await app.inject(url)).statusCode, url).toBe(404)
})

test('robots are told where the sitemap is and what to leave alone', async () => {
  const { body } = await app.inject('/robots.txt')
  expect(body).toContain('Disallow: /api/\n')
  expect(body).toContain('Sitemap: https://levelup.example/sitemap.xml\n')
})

test('who found a hole is told whom to tell, by a word that is good for less than a year (RFC 9116)', async () => {
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
