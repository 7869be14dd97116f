import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { createCache } from '#src/server/cache.ts'
import { sendReady } from '#src/server/ready-bytes.ts'
import { root } from '#src/server/root.ts'
import { openBuild } from './built-pages.ts'
import { policyHeader } from './content-security-policy.ts'
import { startDevServer } from './dev-pages.ts'
import { answerFailedPage, answerUnheardForm } from './failure-page.ts'
import { createPageCache } from './page-cache.ts'
import type { Get } from './page-html.ts'
import { servePictures } from './pictures/routes.ts'
import { robotsTxt, sitemapXml } from './search-engines.ts'
import { securityTxt } from './security-txt.ts'

export type WebOptions = {
  /** Serve from source with hot reload instead of from the build. */
  dev: boolean
  /** Real Stripe keys are set, so pages may load Stripe. */
  stripe?: boolean
  /** The address people reach us at, without a trailing slash. */
  baseUrl: string
  /** Whom to tell of a security hole, as an address such as `mailto:…`; null: through the home page. */
  securityContact?: string | null
  /** The version of the data that pages show, if the caller keeps one beside calling `dropPages`. */
  version?: () => string | number
  /** The build's folder. */
  folder?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Forgets every rendered page; call it when data they show has changed. */
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
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send(robotsTxt(options.baseUrl)))
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { baseUrl, securityContact: contact = null } = options
    return reply.type('text/plain; charset=utf-8').send(securityTxt({ baseUrl, contact }, new Date()))
  })
  // What asks for data gets no page, and no form is posted there.
  for (const path of ['/api', '/api/*', '/dev', '/dev/*'])
    app.route({
      method: ['GET', 'POST'],
      url: path,
      schema: { hide: true } as object,
      handler: (_request, reply) => reply.callNotFound(),
    })
  if (options.dev) await servePagesFromSource(app, get, options)
  else await serveBuiltPages(app, get, options)
  await app.register(answerForms)
}
// Registered on the app itself, so that `dropPages` is reachable there.
Object.assign(web, { [Symbol.for('skip-override')]: true })

async function servePagesFromSource(app: FastifyInstance, get: Get, { baseUrl }: WebOptions): Promise<void> {
  app.decorate('dropPages', servePictures(app, get).drop)
  const { render, listPublicPaths } = await startDevServer(app, get, baseUrl)
  serveSitemap(app, baseUrl, listPublicPaths)
  app.get('/*', { errorHandler: answerFailedPage }, async (request, reply) => {
    const { status, html } = await render(pathOf(request))
    // Vite's development client runs inline scripts.
    reply.removeHeader('content-security-policy')
    return reply.code(status).type('text/html; charset=utf-8').send(html)
  })
}

async function serveBuiltPages(app: FastifyInstance, get: Get, options: WebOptions): Promise<void> {
  const folder = options.folder ?? `${root}/dist`
  const { stripe = false, baseUrl, version } = options
  const { render, routeOf, listPublicPaths, policy } = await openBuild(folder, get, { stripe, baseUrl })
  // Some 50 kB each: whoever walks through thousands of coaches' pages must not fill the memory.
  const pages = createPageCache({ render, version, maxBytes: 16_000_000 })
  const publicPaths = createCache({
    version,
    make: async () => ({ value: await listPublicPaths(), complete: true }),
    sizeOf: (paths) => paths.join('').length,
    maxBytes: 4_000_000,
  })
  const pictures = servePictures(app, get)
  app.decorate('dropPages', () => {
    pages.drop()
    publicPaths.drop()
    pictures.drop()
  })
  serveSitemap(app, baseUrl, () => publicPaths.read(''))

  /** The path whose page answers. All unknown paths share one, so they cannot fill the cache; so do unknown coaches. */
  async function keptPath(pathname: string): Promise<string> {
    const route = routeOf(pathname)
    if (!route.includes(':')) return route
    const paths = await publicPaths.read('').catch(() => [])
    return paths.find((path) => path === pathname.replace(/\/$/, '')) ?? route
  }

  const files = { root: `${folder}/client`, index: false, preCompressed: true } as const
  await app.register(fastifyStatic, {
    ...files,
    root: `${folder}/client/assets`,
    prefix: '/assets/',
    // A folder is no file, and no failure of ours.
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

  const securityPolicy = policyHeader(policy)
  app.get('/*', { errorHandler: answerFailedPage }, async (request, reply) => {
    const { status, etag, bodies } = await pages.read(await keptPath(pathOf(request)))
    reply.code(status).type('text/html; charset=utf-8')
    reply.header('content-security-policy', securityPolicy)
    return sendReady(request, reply, { bodies, etag: status === 200 ? etag : undefined })
  })
}

/**
 * A form that our scripts have not taken over is posted to its page. Its body, of whatever type, is taken off the line up to
 * the usual size and dropped unread: a connection closed before that would reach some browsers as an error.
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

function serveSitemap(app: FastifyInstance, baseUrl: string, listPublicPaths: () => Promise<string[]>): void {
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml').send(sitemapXml(baseUrl, await listPublicPaths())),
  )
}

/** The path of a request, without its query. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]!
}
