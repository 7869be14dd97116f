import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isShopWindow } from '../shop-window.ts'
import { type ContentSecurityPolicy, contentSecurityPolicy } from './content-security-policy.ts'
import { fillTemplate, type Get, type PageSettings, type PageSource } from './page-html.ts'

type Build = typeof import('./entry-server.tsx')

/**
 * Opens what `vite build --app` wrote. The stylesheet is inlined: it is small, and a request for it would delay the
 * first paint. The security policy allows exactly that stylesheet, and the one script that stands in the HTML. Pages whose code starts at once name its files, so that
 * these are fetched side by side. Throws when the build is missing.
 */
export async function openBuild(
  folder: string,
  get: Get,
  { stripe, baseUrl, ...settings }: { stripe: boolean; baseUrl: string } & PageSettings,
): Promise<Pick<Build, 'routeOf' | 'narrowedPathOf'> & PageSource & { policy: ContentSecurityPolicy }> {
  const client = resolve(folder, 'client')
  // A bundled server has the page renderer beside it and shares its modules: a second copy would take 7 MB.
  const beside = resolve(import.meta.dirname, 'entry-server.js')
  const entry = existsSync(beside) ? beside : resolve(folder, 'server/entry-server.js')
  const server: Build = await import(entry)

  const html = await readFile(`${client}/index.html`, 'utf8')
  const [link, href] = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(html) ?? []
  if (!link) throw new Error(`No stylesheet in ${client}/index.html`)
  const css = await readFile(client + href, 'utf8')
  const atOnce = html.replace(link, () => `<style>${css}</style>`)
  // There they would delay the first paint.
  const shopWindow = atOnce.replaceAll(/<link rel="modulepreload"[^>]*>\s*/g, '')
  const inlined = Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) => script)

  return {
    async render(pathname) {
      const page = await server.render(pathname, get, baseUrl)
      const template = isShopWindow(pathname.replace(/\?.*/s, '')) ? shopWindow : atOnce
      return { status: page.status, html: fillTemplate(template, page, settings), complete: page.complete }
    },
    routeOf: server.routeOf,
    narrowedPathOf: server.narrowedPathOf,
    listPublicPaths: () => server.listPublicPaths(get),
    policy: contentSecurityPolicy({ stripe, styles: [sourceOf(css)], scripts: inlined.map(sourceOf) }),
  }
}

/** What allows an inlined text in a security policy. */
function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
