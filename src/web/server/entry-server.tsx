import { text } from 'node:stream/consumers'
import { dehydrate, hashKey } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router } from 'wouter'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { directoryPath, pagesOf } from '#src/features/coaches/web/directory/directory-filter.ts'
import { narrowedPath } from '#src/features/coaches/web/directory/directory-page.ts'
import { type PageHead, sitePicture } from '#src/shell/page-head.ts'
import displayFont from '#src/ui/fonts/display.woff2?url'
import textFont from '#src/ui/fonts/inter.woff2?url'
import labelFont from '#src/ui/fonts/label.woff2?url'
import { App } from '#src/web/app.tsx'
import { headHtml, headOf, listedPaths, scriptJson } from '#src/web/head.ts'
import { findPage, queriesOf, titleOf } from '#src/web/pages.tsx'
import { createQueryClient } from '#src/web/query-client.ts'
import type { Get, RenderedPage } from './page-html.ts'

/** The route path that serves a path, such as `/coaches/:slug`; `*` for an unknown one. */
export function routeOf(pathname: string): string {
  return findPage(pathname).page.path
}

/** The address under which a page with its query string is kept beside the listed ones; null when it is not. */
export function narrowedPathOf(pathname: string, search: string): string | null {
  return routeOf(pathname) === '/coaches' ? narrowedPath(search) : null
}

/** The paths that search engines may list: those of `head.ts`, the directory's further pages, and every active coach's. */
export async function listPublicPaths(get: Get): Promise<string[]> {
  const coaches = await createQueryClient(get).fetchQuery(coachesQuery)
  const further = Array.from({ length: Math.max(0, pagesOf(coaches.length) - 1) }, (_, i) => directoryPath(i + 2))
  return [...listedPaths, ...further, ...coaches.map(({ slug }) => `/coaches/${slug}`)]
}

/**
 * Renders the anonymous page of a path: one page serves everyone, so of query strings only those of `listPublicPaths` and
 * `narrowedPathOf` count. `get` answers a GET address in-process, so the server's data and the browser's come from the same routes. Throws
 * what rendering throws.
 */
export async function render(path: string, get: Get, baseUrl: string): Promise<RenderedPage> {
  const [pathname = '', search = ''] = path.split('?')
  const { page, params: inPath } = findPage(pathname)
  const params = { ...inPath, ...Object.fromEntries(new URLSearchParams(search)), search }
  const queries = queriesOf(page, params)
  const client = createQueryClient(get)
  await Promise.all([page.Page.preload(), ...queries.map((query) => client.prefetchQuery(query))])

  const errors: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <Router ssrPath={path}>
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
  // To search engines a list narrowed down is the list.
  const ownPath = narrowedPathOf(pathname, search) ? pathname : path
  const ofNobody: PageHead = { title: titleOf(page, params, client), isHidden: true, picture: sitePicture, facts: [] }
  const fonts = [displayFont, labelFont, textFont].map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  )
  return {
    status: head ? (page.status ?? 200) : 404,
    head: headHtml(head ?? ofNobody, ownPath, baseUrl) + fonts.join(''),
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
