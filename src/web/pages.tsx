import { parse } from 'regexparam'
import { coachesQuery } from '#src/coaches/web/queries.ts'
import { lazyPage } from './lazy-page.tsx'

export type Page = {
  /** With `:name` for a part that varies. */
  path: string
  Page: ReturnType<typeof lazyPage>
  /** The document's title; screen readers hear it after a navigation. */
  title: string
  /** For search engines; leave it out on pages they have no business with. */
  description?: string
  /** Public data in the server's HTML. Give only queries every visitor may make. */
  queries?: { queryKey: readonly unknown[] }[]
  /** HTTP status of the page, 200 when absent. */
  status?: number
}

/** Every page there is. Order does not matter; `*` answers any other path. */
export const pages: Page[] = [
  {
    path: '/',
    Page: lazyPage(() => import('#src/pages/home/home.tsx')),
    title: 'Level Up: Rocket League and Fortnite coaching',
    description: 'One-to-one Rocket League and Fortnite coaching. Pick a coach, pick an hour, climb the ranks.',
    queries: [coachesQuery],
  },
  { path: '/login', Page: lazyPage(() => import('#src/pages/login.tsx')), title: 'Login | Level Up' },
  { path: '/signup', Page: lazyPage(() => import('#src/pages/signup.tsx')), title: 'Sign Up | Level Up' },
  {
    path: '/payment-success',
    Page: lazyPage(() => import('#src/pages/payment-success/payment-success.tsx')),
    title: 'Payment | Level Up',
  },
  {
    path: '/sessions',
    Page: lazyPage(() => import('#src/pages/sessions/sessions.tsx')),
    title: 'My Sessions | Level Up',
  },
  { path: '/receipt', Page: lazyPage(() => import('#src/pages/receipt.tsx')), title: 'Receipt | Level Up' },
  { path: '/owner', Page: lazyPage(() => import('#src/pages/owner/owner.tsx')), title: 'Owner Dashboard | Level Up' },
  {
    path: '*',
    Page: lazyPage(() => import('#src/pages/not-found.tsx')),
    title: 'Page Not Found | Level Up',
    status: 404,
  },
]

const patterns = pages.map((page) => ({ page, ...parse(page.path) }))

/**
 * The page of a path, with or without a trailing slash, and the path's parameters, which the page gets as properties;
 * the not-found page for an unknown one.
 */
export function findPage(pathname: string): { page: Page; params: Record<string, string> } {
  for (const { page, pattern, keys } of patterns) {
    const match = pattern.exec(pathname)
    if (match && page.path !== '*')
      return { page, params: Object.fromEntries(keys.map((key, i) => [key, match[i + 1]!])) }
  }
  return { page: pages.find(({ path }) => path === '*')!, params: {} }
}
