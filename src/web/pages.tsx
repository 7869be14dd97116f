import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { parse } from 'regexparam'
import { coachDetailsQuery, coachQuery, lineUpQuery, loadedCoach } from '#src/features/coaches/web/coaches-query.ts'
import { directoryQuery } from '#src/features/coaches/web/directory/directory-query.ts'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { ratingsQuery } from '#src/features/ratings/web/ratings-query.ts'
import { featuredStoriesQuery, firstStoriesQuery } from '#src/features/stories/web/stories-query.ts'
import { coachTitle } from '#src/screens/coaches/coach-of.ts'
import { gameNames } from '#src/shared/games.ts'
import { lazyPage, type PathParams } from '#src/ui/loading/lazy-page.tsx'
import type { rooms } from './rooms.ts'

// biome-ignore lint/suspicious/noExplicitAny: each query has data of its own.
type Query = Pick<FetchQueryOptions<any, Error, any, any>, 'queryKey' | 'queryFn'>

export type Page = {
  /** With `:name` for a part that varies. */
  path: string
  Page: ReturnType<typeof lazyPage>
  /** The document title; screen readers announce it after a navigation. A function derives it from the loaded data. */
  title: string | ((params: PathParams, client: QueryClient) => string)
  /** Queries whose data is in the server's HTML. Use only those every visitor may make. */
  queries?: Query[] | ((params: PathParams) => Query[])
  /** HTTP status of the page, 200 when absent. */
  status?: number
}

/** A page that only signed-in people have. */
function room(path: keyof typeof rooms) {
  return lazyPage(async () => (await import('./rooms.ts')).rooms[path]())
}

const notFound: Page = {
  path: '*',
  Page: lazyPage(() => import('#src/shell/not-found.tsx')),
  title: 'Page Not Found | Level Up',
  status: 404,
}

/** Every page there is. Order does not matter; `*` answers any other path. */
export const pages: Page[] = [
  {
    path: '/',
    Page: lazyPage(() => import('#src/screens/home/home.tsx')),
    title: `Level Up: ${gameNames()} coaching`,
    queries: [lineUpQuery, featuredStoriesQuery],
  },
  {
    path: '/coaches',
    Page: lazyPage(() => import('#src/screens/coaches/directory/directory.tsx')),
    title: ({ page }) => `${gameNames()} Coaches${page ? `, page ${page}` : ''} | Level Up`,
    queries: ({ search }) => [directoryQuery(search)],
  },
  {
    path: '/coaches/:slug',
    Page: lazyPage(() => import('#src/screens/coaches/coach.tsx')),
    title: ({ slug }, client) => coachTitle(loadedCoach(client, slug)),
    queries: ({ slug = '' }) => [coachQuery(slug), coachDetailsQuery(slug), ratingsQuery(slug)],
  },
  { path: '/login', Page: lazyPage(() => import('#src/screens/login/login.tsx')), title: 'Login | Level Up' },
  {
    path: '/forgot-password',
    Page: lazyPage(() => import('#src/screens/forgot-password/forgot-password.tsx')),
    title: 'Forgot Password | Level Up',
  },
  { path: '/account', Page: room('/account'), title: 'Account | Level Up' },
  {
    path: '/mail-preferences',
    Page: lazyPage(() => import('#src/screens/mail-preferences/mail-preferences.tsx')),
    title: 'Mails You Get | Level Up',
  },
  { path: '/signup', Page: lazyPage(() => import('#src/screens/signup/signup.tsx')), title: 'Sign Up | Level Up' },
  {
    path: '/payment-success',
    Page: room('/payment-success'),
    title: 'Payment | Level Up',
  },
  {
    path: '/sessions',
    Page: room('/sessions'),
    title: 'My Sessions | Level Up',
  },
  {
    path: '/sessions/:bookingId',
    Page: room('/sessions/:bookingId'),
    title: 'Session | Level Up',
  },
  {
    path: '/progress',
    Page: room('/progress'),
    title: 'Progress | Level Up',
  },
  {
    path: '/choose',
    Page: room('/choose'),
    title: 'Choose | Level Up',
  },
  {
    path: '/coach-dashboard',
    Page: room('/coach-dashboard'),
    title: 'Coach Dashboard | Level Up',
  },
  { path: '/receipt', Page: room('/receipt'), title: 'Receipt | Level Up' },
  {
    path: '/owner/insights',
    Page: room('/owner/insights'),
    title: 'Insights | Level Up',
  },
  { path: '/today', Page: room('/today'), title: 'Today | Level Up' },
  {
    path: '/people/:userId',
    Page: room('/people/:userId'),
    title: 'Person | Level Up',
  },
  { path: '/owner', Page: room('/owner'), title: 'Owner Dashboard | Level Up' },
  {
    path: '/admin-deliveries',
    Page: room('/admin-deliveries'),
    title: 'Deliveries | Level Up',
  },
  { path: '/admin', Page: room('/admin'), title: 'Admin | Level Up' },
  {
    path: '/admin-sms',
    Page: room('/admin-sms'),
    title: 'Applications & SMS | Level Up',
  },
  {
    path: '/admin-booking',
    Page: room('/admin-booking'),
    title: 'Create Free Booking | Level Up',
  },
  {
    path: '/about',
    Page: lazyPage(() => import('#src/screens/about/about.tsx')),
    title: 'How it works | Level Up',
  },
  {
    path: '/stories',
    Page: lazyPage(() => import('#src/screens/stories/stories.tsx')),
    title: 'Success Stories | Level Up',
    queries: [firstStoriesQuery],
  },
  {
    path: '/terms',
    Page: lazyPage(() => import('#src/screens/terms/terms.tsx')),
    title: 'Terms | Level Up',
  },
  {
    path: '/privacy',
    Page: lazyPage(() => import('#src/screens/privacy/privacy.tsx')),
    title: 'Privacy | Level Up',
  },
  {
    path: '/imprint',
    Page: lazyPage(() => import('#src/screens/imprint/imprint.tsx')),
    title: 'Imprint | Level Up',
  },
  {
    path: '/withdraw',
    Page: lazyPage(() => import('#src/screens/withdraw/withdraw.tsx')),
    title: 'Withdraw | Level Up',
  },
  {
    path: '/apply-coach',
    Page: lazyPage(() => import('#src/screens/apply-coach/apply-coach.tsx')),
    title: 'Apply as a Coach | Level Up',
  },
  {
    path: '/applicant-chat',
    Page: lazyPage(() => import('#src/screens/applicant-chat/applicant-chat.tsx')),
    title: 'Applicant Chat | Level Up',
  },
  notFound,
]

const patterns = pages.map((page) => ({ page, ...parse(page.path) }))

/**
 * The page of a path, with or without a trailing slash, and the path's parameters, which become its props; the
 * not-found page for an unknown path.
 */
export function findPage(pathname: string): { page: Page; params: Record<string, string> } {
  for (const { page, pattern, keys } of patterns) {
    const match = pattern.exec(pathname)
    if (match && page.path !== '*')
      return { page, params: Object.fromEntries(keys.map((key, i) => [key, match[i + 1] ?? ''])) }
  }
  return { page: notFound, params: {} }
}

/** The public data of a page, and of every footer. */
export function queriesOf({ queries = [] }: Page, params: PathParams): Query[] {
  return [...(typeof queries === 'function' ? queries(params) : queries), sellerQuery]
}

/** The title of a page, as far as its data is loaded. */
export function titleOf({ title }: Page, params: PathParams, client: QueryClient): string {
  return typeof title === 'function' ? title(params, client) : title
}
