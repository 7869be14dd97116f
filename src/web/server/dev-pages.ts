import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { root } from '#src/platform/root.ts'
import { fillTemplate, type Get, type PageSettings, type PageSource } from './page-html.ts'

/** Runs Vite inside this process: it answers for source files, and pages are rendered from source at every request. */
export async function startDevServer(
  app: FastifyInstance,
  get: Get,
  { baseUrl, ...settings }: { baseUrl: string } & PageSettings,
): Promise<PageSource> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server: app.server } } })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url === '/*') vite.middlewares(request.raw, reply.raw, (error?: Error) => done(error))
    else done()
  })
  const loadServer = () =>
    vite.ssrLoadModule('/src/web/server/entry-server.tsx') as Promise<typeof import('./entry-server.tsx')>
  return {
    listPublicPaths: async () => (await loadServer()).listPublicPaths(get),
    async render(pathname) {
      const template = await vite.transformIndexHtml(pathname, await readFile(`${root}/index.html`, 'utf8'))
      const page = await (await loadServer()).render(pathname, get, baseUrl)
      return { status: page.status, html: fillTemplate(template, page, settings), complete: page.complete }
    },
  }
}
