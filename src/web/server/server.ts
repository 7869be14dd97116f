import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createCache } from '#src/platform/cache/cache.ts'
import { type ReadyAnswer, readyAnswer, sendReady, sizeOfReady } from '#src/platform/cache/ready-bytes.ts'
import { root } from '#src/platform/root.ts'
import { papers } from '#src/shared/papers.ts'
import { openBuild } from './built-pages.ts'
import { policyHeader } from './content-security-policy.ts'
import { startDevServer } from './dev-pages.ts'
import { answerFailedPage, answerUnheardForm, showRefusedCall } from './failure-page.ts'
import type { Get, PageSettings } from './page-html.ts'
import { servePictures } from './pictures/routes.ts'
import { type ListedPage, robotsTxt, sitemapXml } from './search-engines.ts'
import { securityTxt } from './security-txt.ts'

export type WebOptions = PageSettings & {
  /** Serve from source with hot reload instead of from the build. */
  dev: boolean
  /** Real Stripe keys are set, so pages may load Stripe. */
  stripe?: boolean
  /** The public base URL, without a trailing slash. */
  baseUrl: string
  /** The security contact, such as `mailto:…`; null: through the home page. */
  securityContact?: string | null
  /** When each active coach's profile last changed, by slug. */
  coachChanges?: () => Promise<Map<string, Date>>
  /** When the public stories last changed; null: there are none. */
  storiesChange?: () => Promise<Date | null>
  /** The build's folder. */
  folder?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Clears the cache of rendered pages; call it when their data has changed. */
    dropPages(): void
  }
}

/** Serves the pages and their files: every GET outside `/api/` and `/dev/` that no other route answers. */
export const web: FastifyPluginAsync<WebOptions> = async (app, options) => {
  const get: Get = async (url) => {
    const answer = await app.inject(url)
    if (answer.statusCode >= 400) throw new Error(`${answer.statusCode} for ${url}`)
    return answer.json()
  }
  app.addHook('onSend', showRefusedCall)
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send(robotsTxt(options.baseUrl)))
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { baseUrl, securityContact: contact = null } = options
    return reply.type('text/plain; charset=utf-8').send(securityTxt({ baseUrl, contact }, new Date()))
  })
  // Password managers lead there (https://w3c.github.io/webappsec-change-password-url/).
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/account'))
  // API requests never get a page, and no form is posted there.
  for (const path of ['/api', '/api/*', '/dev', '/dev/*'])
    app.route({ method: ['GET', 'POST'], url: path, handler: (_request, reply) => reply.callNotFound() })
  if (options.dev) await servePagesFromSource(app, get, options)
  else await serveBuiltPages(app, get, options)
  await app.register(answerForms)
}
// Registered on the app itself, so that `dropPages` is reachable there.
Object.assign(web, { [Symbol.for('skip-override')]: true })

async function servePagesFromSource(app: FastifyInstance, get: Get, options: WebOptions): Promise<void> {
  const { baseUrl } = options
  app.decorate('dropPages', servePictures(app, get).drop)
  const { render, listPublicPaths } = await startDevServer(app, get, options)
  serveSitemap(app, baseUrl, () => listPages(listPublicPaths, options))
  app.get('/*', { errorHandler: answerFailedPage }, async (request, reply) => {
    if (isFile(pathOf(request))) return sendNoFile(reply)
    const { status, html } = await render(pathOf(request))
    // Vite's development client runs inline scripts.
    reply.removeHeader('content-security-policy')
    return reply.code(status).type('text/html; charset=utf-8').send(html)
  })
}

async function serveBuiltPages(app: FastifyInstance, get: Get, options: WebOptions): Promise<void> {
  const folder = options.folder ?? `${root}/dist`
  const { stripe = false, baseUrl, zone, smsCountries } = options
  const { render, routeOf, narrowedPathOf, listPublicPaths, policy } = await openBuild(folder, get, {
    stripe,
    baseUrl,
    zone,
    smsCountries,
  })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyHeader(policy) }
  const cacheOfPages = (maxBytes: number) =>
    createCache<ReadyAnswer & { complete: boolean }>({
      async make(path) {
        const { status, html, complete } = await render(path)
        return { ...readyAnswer(html, headers, status), complete }
      },
      isComplete: ({ complete }) => complete,
      sizeOf: sizeOfReady,
      maxBytes,
      staleIfError: true,
    })
  // About 50 kB each: visiting thousands of coaches' pages must not fill the memory.
  const pages = cacheOfPages(8_000_000)
  // Anybody can invent more of these: they neither push others out of the cache nor keep this process busy.
  const narrowedPages = cacheOfPages(4_000_000)
  const mayDraw = atMostEachSecond(narrowedDraws)
  const publicPages = createCache({
    make: () => listPages(listPublicPaths, options),
    maxBytes: 4_000_000,
    staleIfError: true,
  })
  const pictures = servePictures(app, get)
  app.decorate('dropPages', () => {
    pages.drop()
    narrowedPages.drop()
    publicPages.drop()
    pictures.drop()
  })
  serveSitemap(app, baseUrl, () => publicPages.read(''))

  /**
   * The path used as cache key, with the page of a list if it is asked for. All unknown paths share one, so they cannot fill
   * the cache; so do unknown coaches, and unknown pages share the list's first.
   */
  async function keptPath(request: FastifyRequest): Promise<string> {
    const pathname = pathOf(request)
    const route = routeOf(pathname)
    const { page } = request.query as { page?: string }
    const isOneOfMany = route.includes(':')
    if (!isOneOfMany && !page) return route
    const own = isOneOfMany ? pathname.replace(/\/$/, '') : `${route}?page=${page}`
    const listed = await publicPages.read('').catch(() => [])
    return listed.find(({ path }) => path === own)?.path ?? route
  }

  /** The page of a list narrowed down; undefined when there is none, or too many are being asked for: the list serves, too. */
  async function narrowedPage({ url }: FastifyRequest): Promise<ReadyAnswer | undefined> {
    const [pathname = '', search] = url.split('?')
    const path = search ? narrowedPathOf(pathname, search) : null
    if (!path) return undefined
    return narrowedPages.ready(path) ?? (mayDraw() ? narrowedPages.read(path) : undefined)
  }

  const files = { root: `${folder}/client`, index: false, preCompressed: true } as const
  await app.register(fastifyStatic, {
    ...files,
    root: `${folder}/client/assets`,
    prefix: '/assets/',
    // A folder is not a file: answer 404, not 500.
    allowedPath: (name) => !name.endsWith('/'),
    immutable: true,
    maxAge: '1y',
  })
  await app.register(fastifyStatic, {
    ...files,
    wildcard: false,
    decorateReply: false,
    globIgnore: ['assets/**', 'index.html'],
    maxAge: '1h',
  })

  app.get('/*', { errorHandler: answerFailedPage, config: { ready: pages.ready } }, async (request, reply) => {
    if (isFile(pathOf(request))) return sendNoFile(reply)
    const page = (await narrowedPage(request)) ?? (await pages.read(await keptPath(request)))
    return sendReady(request, reply, page)
  })
}

/** How many lists narrowed down are drawn in a second: with 2,000 coaches each takes some 100 ms. */
const narrowedDraws = 2

/** Returns a function that says whether it was called at most so many times in this second. */
function atMostEachSecond(times: number): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const now = Math.floor(performance.now() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    return count <= times
  }
}

/**
 * Handles a form posted to its page because our scripts had not taken over. Its body, of any type, is read up to the
 * usual size and dropped: closing the connection earlier would look like an error in some browsers.
 */
const answerForms: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
  const isTooLong = ({ statusCode }: FastifyError) => statusCode === 413
  app.post(
    '/*',
    {
      errorHandler: (error, request, reply) =>
        isTooLong(error) ? answerUnheardForm(request, reply) : answerFailedPage(error, request, reply),
    },
    answerUnheardForm,
  )
}

/** Whether a path names a file, not a page: programs ask for many that nobody has, and the page not found is 70 kB. */
function isFile(path: string): boolean {
  return /\.\w+$|^\/\.well-known\//.test(path)
}

function sendNoFile(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
}

function serveSitemap(app: FastifyInstance, baseUrl: string, listed: () => Promise<ListedPage[]>): void {
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml').send(sitemapXml(baseUrl, await listed())),
  )
}

const paperChanges: Record<string, string> = { '/terms': papers.terms.date, '/privacy': papers.privacy.date }

/** The pages for search engines. The home page and the directory change with each of their coaches. */
async function listPages(
  listPublicPaths: () => Promise<string[]>,
  { coachChanges = async () => new Map(), storiesChange = async () => null }: WebOptions,
): Promise<ListedPage[]> {
  const [paths, changes, stories] = await Promise.all([listPublicPaths(), coachChanges(), storiesChange()])
  const known: Record<string, string | undefined> = { ...paperChanges, '/stories': stories?.toISOString() }
  const newest = [...changes.values()].toSorted((a, b) => b.getTime() - a.getTime())[0]?.toISOString()
  return paths.map((path) => ({
    path,
    changedAt: /^\/(coaches(\?.*)?)?$/.test(path)
      ? newest
      : (known[path] ?? changes.get(path.replace('/coaches/', ''))?.toISOString()),
  }))
}

/** The path of a request, without its query. */
function pathOf(request: FastifyRequest): string {
  return request.url.replace(/\?.*/s, '')
}
