import { text } from 'node:stream/consumers'
import { dehydrate, hashKey } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router } from 'wouter'
import type { Coach } from '#src/coaches/contract.ts'
import displayFont from '#src/ui/fonts/archivo.woff2?url'
import textFont from '#src/ui/fonts/inter.woff2?url'
import { App } from './app.tsx'
import { describedPaths, headHtml, headOf, scriptJson } from './head.ts'
import type { Get, RenderedPage } from './page-html.ts'
import { findPage, queriesOf, titleOf } from './pages.tsx'
import { createQueryClient } from './query-client.ts'

/** The route path that serves a path, such as `/coaches/:slug`; `*` for an unknown one. */
export function routeOf(pathname: string): string {
  return findPage(pathname).page.path
}

/** The paths that search engines may list: every page with a description, and every active coach's. */
export async function listPublicPaths(get: Get): Promise<string[]> {
  const coaches = (await get('/api/coaches')) as Coach[]
  return [...describedPaths, ...coaches.map(({ slug }) => `/coaches/${slug}`)]
}

/**
 * Renders the anonymous page of a path, without its query string: one page serves everyone. `get` answers a GET address
 * in-process, so the server's data and the browser's come from the same routes. Throws what rendering throws.
 */
export async function render(pathname: string, get: Get, baseUrl: string): Promise<RenderedPage> {
  const { page, params } = findPage(pathname)
  const queries = queriesOf(page, params)
  const client = createQueryClient(get)
  await Promise.all([page.Page.preload(), ...queries.map((query) => client.prefetchQuery(query))])

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

  // Longer lists that its data was taken from stay here.
  const own = new Set(queries.map(({ queryKey }) => hashKey(queryKey)))
  const head = headOf(page, { params, client, baseUrl })
  const title = { title: titleOf(page, params, client), picture: '', facts: [] }
  const fonts = [displayFont, textFont].map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  )
  return {
    status: head ? (page.status ?? 200) : 404,
    head: headHtml(head ?? title, pathname, baseUrl) + fonts.join(''),
    app,
    state: scriptJson(
      dehydrate(client, {
        shouldDehydrateQuery: ({ queryHash, state }) => state.status === 'success' && own.has(queryHash),
      }),
    ),
    // Of a coach who does not exist nothing more can be fetched.
    complete: !head || queries.every(({ queryKey }) => client.getQueryState(queryKey)?.status === 'success'),
  }
}
