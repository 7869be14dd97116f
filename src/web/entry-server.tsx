import { text } from 'node:stream/consumers'
import { dehydrate } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router } from 'wouter'
import displayFont from '#src/ui/fonts/archivo.woff2?url'
import textFont from '#src/ui/fonts/inter.woff2?url'
import { App } from './app.tsx'
import { findPage } from './pages.tsx'
import { createQueryClient } from './query-client.ts'

export type RenderedPage = {
  status: number
  /** Fills the template's three places. */
  head: string
  app: string
  state: string
  /** False when some data could not be fetched: the browser tries again, and the page must not be kept. */
  complete: boolean
}

/** The route path that serves a path: known ones give themselves, all others `*`. */
export function routeOf(pathname: string): string {
  return findPage(pathname).page.path
}

/**
 * Renders the anonymous page of a path, without its query string: one page serves everyone. `get` answers a GET address
 * in-process, so the server's data and the browser's come from the same routes. Throws what rendering throws.
 */
export async function render(pathname: string, get: (url: string) => Promise<unknown>): Promise<RenderedPage> {
  const { Page, title, description, queries = [], status = 200 } = findPage(pathname).page
  const client = createQueryClient(get)
  await Promise.all([Page.preload(), ...queries.map(({ queryKey }) => client.prefetchQuery({ queryKey }))])

  const errors: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <Router ssrPath={pathname}>
      <App client={client} />
    </Router>,
    // One piece of HTML: React would otherwise send big parts late, with inline scripts our security policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  )
  const app = await text(prelude)
  if (errors.length) throw errors[0]

  const head = [
    `<title>${escapeHtml(title)}</title>`,
    description ? `<meta name="description" content="${escapeHtml(description)}">` : '',
    ...[displayFont, textFont].map(
      (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ),
  ]
  return {
    status,
    head: head.join(''),
    app,
    state: JSON.stringify(dehydrate(client)).replaceAll('<', '\\u003c'),
    complete: queries.every(({ queryKey }) => client.getQueryState(queryKey)?.status === 'success'),
  }
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
