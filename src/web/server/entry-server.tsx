import { text } from 'node:stream/consumers'
import { dehydrate, hashKey } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router } from 'wouter'
import { coachesQuery } from '#src/features/coaches/web/queries.ts'
import { type PageHead, sitePicture } from '#src/shell/page-head.ts'
import displayFont from '#src/ui/fonts/archivo.woff2?url'
import textFont from '#src/ui/fonts/inter.woff2?url'
import { App } from '#src/web/app.tsx'
import { headHtml, headOf, listedPaths, scriptJson } from '#src/web/head.ts'
import { findPage, queriesOf, titleOf } from '#src/web/pages.tsx'
import { createQueryClient } from '#src/web/query-client.ts'
import type { Get, RenderedPage } from './page-html.ts'

/** The route path that serves a path, such as `/coaches/:slug`; `*` for an unknown one. */
export function routeOf(pathname: string): string {
  return findPage(pathname).page.path
}

/** The paths that search engines may list: those of the list in `head.ts`, and every active coach's. */
export async function listPublicPaths(get: Get): Promise<string[]> {
  const coaches = await createQueryClient(get).fetchQuery(coachesQuery)
  return [...listedPaths, ...coaches.map(({ slug }) => `/coaches/${slug}`)]
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
    // Render one piece of HTML: React would otherwise stream big parts with inline scripts, which our security policy
    // forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  )
  const app = await text(prelude)
  if (errors.length) throw errors[0]

  // Leave out the longer lists that its data was derived from.
  const own = new Set(queries.map(({ queryKey }) => hashKey(queryKey)))
  const head = headOf(page, { params, client, baseUrl })
  const ofNobody: PageHead = { title: titleOf(page, params, client), isHidden: true, picture: sitePicture, facts: [] }
  const fonts = [displayFont, textFont].map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  )
  return {
    status: head ? (page.status ?? 200) : 404,
    head: headHtml(head ?? ofNobody, pathname, baseUrl) + fonts.join(''),
    app,
    state: scriptJson(
      dehydrate(client, {
        shouldDehydrateQuery: ({ queryHash, state }) => state.status === 'success' && own.has(queryHash),
      }),
    ),
    // For an unknown coach there is nothing more to fetch.
    complete: !head || queries.every(({ queryKey }) => client.getQueryState(queryKey)?.status === 'success'),
  }
}
