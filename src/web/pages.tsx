import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { parse } from 'regexparam'
import { coachQuery, lineUpQuery, loadedCoach } from '#src/coaches/web/queries.ts'
import { coachTitle } from '#src/pages/coach/coach-of.ts'
import { ratingsQuery } from '#src/ratings/web/queries.ts'
import { featuredStoriesQuery } from '#src/stories/web/queries.ts'
import { lazyPage, type PathParams } from './lazy-page.tsx'

// biome-ignore lint/suspicious/noExplicitAny: each query has data of its own.
type Query = Pick<FetchQueryOptions<any, Error, any, any>, 'queryKey' | 'queryFn'>

export type Page = {
  /** With `:name` for a part that varies. */
  path: string
  Page: ReturnType<typeof lazyPage>
  /** The document's title; screen readers hear it after a navigation. A function takes it from the loaded data. */
  title: string | ((params: PathParams, client: QueryClient) => string)
  /** Public data in the server's HTML. Give only queries every visitor may make. */
  queries?: Query[] | ((params: PathParams) => Query[])
  /** HTTP status of the page, 200 when absent. */
  status?: number
}

/** Every page there is. Order does not matter; `*` answers any other path. */
export const pages: Page[] = [
  {
    path: '/',
    Page: lazyPage(() => import('#src/pages/home/home.tsx')),
    title: 'Level Up: Rocket League and Fortnite coaching',
    queries: [lineUpQuery, featuredStoriesQuery],
  },
  {
    path: '/coaches/:slug',
    Page: lazyPage(() => import('#src/pages/coach/coach.tsx')),
    title: ({ slug }, client) => coachTitle(loadedCoach(client, slug)),
    queries: ({ slug }) => [coachQuery(slug!), ratingsQuery(slug!)],
  },
  { path: '/login', Page: lazyPage(() => import('#src/pages/login.tsx')), title: 'Login | Level Up' },
  {
    path: '/forgot-password',
    Page: lazyPage(() => import('#src/pages/forgot-password.tsx')),
    title: 'Forgot Password | Level Up',
  },
  { path: '/account', Page: lazyPage(() => import('#src/pages/account/account.tsx')), title: 'Account | Level Up' },
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
  {
    path: '/coach-dashboard',
    Page: lazyPage(() => import('#src/pages/coach-dashboard/coach-dashboard.tsx')),
    title: 'Coach Dashboard | Level Up',
  },
  { path: '/receipt', Page: lazyPage(() => import('#src/pages/receipt.tsx')), title: 'Receipt | Level Up' },
  {
    path: '/owner/insights',
    Page: lazyPage(() => import('#src/pages/insights/insights.tsx')),
    title: 'Insights | Level Up',
  },
  { path: '/owner', Page: lazyPage(() => import('#src/pages/owner/owner.tsx')), title: 'Owner Dashboard | Level Up' },
  {
    path: '/admin-deliveries',
    Page: lazyPage(() => import('#src/pages/deliveries/deliveries.tsx')),
    title: 'Deliveries | Level Up',
  },
  { path: '/admin', Page: lazyPage(() => import('#src/pages/admin/admin.tsx')), title: 'Admin | Level Up' },
  {
    path: '/admin-sms',
    Page: lazyPage(() => import('#src/pages/admin-sms/admin-sms.tsx')),
    title: 'Admin SMS Center | Level Up',
  },
  {
    path: '/admin-booking',
    Page: lazyPage(() => import('#src/pages/admin-booking/admin-booking.tsx')),
    title: 'Create Free Booking | Level Up',
  },
  {
    path: '/about',
    Page: lazyPage(() => import('#src/pages/legal/about.tsx')),
    title: 'How it works | Level Up',
  },
  {
    path: '/stories',
    Page: lazyPage(() => import('#src/pages/stories/stories.tsx')),
    title: 'Success Stories | Level Up',
  },
  {
    path: '/terms',
    Page: lazyPage(() => import('#src/pages/legal/terms.tsx')),
    title: 'Terms | Level Up',
  },
  {
    path: '/privacy',
    Page: lazyPage(() => import('#src/pages/legal/privacy.tsx')),
    title: 'Privacy | Level Up',
  },
  {
    path: '/apply-coach',
    Page: lazyPage(() => import('#src/pages/apply-coach/apply-coach.tsx')),
    title: 'Apply as a Coach | Level Up',
  },
  {
    path: '/applicant-chat',
    Page: lazyPage(() => import('#src/pages/applicant-chat/applicant-chat.tsx')),
    title: 'Applicant Chat | Level Up',
  },
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

/** The public data of a page. */
export function queriesOf({ queries = [] }: Page, params: PathParams): Query[] {
  return typeof queries === 'function' ? queries(params) : queries
}

/** The title of a page, as far as its data is loaded. */
export function titleOf({ title }: Page, params: PathParams, client: QueryClient): string {
  return typeof title === 'function' ? title(params, client) : title
}
