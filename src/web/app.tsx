import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { PreloadContext } from '#src/ui/controls/app-link.tsx'
import { LazyToaster } from '#src/ui/feedback/lazy-toaster.tsx'
import { OfflineNotice } from '#src/ui/feedback/offline-notice.tsx'
import { hydratedEvent } from '#src/ui/loading/hydrated-event.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NavigationEffects } from './navigation-effects.tsx'
import { PageLoading } from './page-loading.tsx'
import { findPage, queriesOf, titleOf } from './pages.tsx'

/** The whole application inside a router; the same tree on the server and in the browser. */
export function App({ client }: { client: QueryClient }) {
  const [pathname] = useLocation()
  const { page, params } = findPage(pathname)
  const preloadPage = useMemo(() => preloadInto(client), [client])
  return (
    <QueryClientProvider client={client}>
      <PreloadContext value={preloadPage}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageLoading />}>
            <page.Page key={page.path} {...params} />
            <SayHydrated />
          </Suspense>
        </ErrorBoundary>
        <NavigationEffects title={titleOf(page, params, client)} />
        <OfflineNotice />
        <LazyToaster />
      </PreloadContext>
    </QueryClientProvider>
  )
}

/** Loads the code of a path's page and the public data that it shows. */
function preloadInto(client: QueryClient) {
  return async (path: string) => {
    const { page, params } = findPage(path)
    const data = queriesOf(page, params).map((query) => client.prefetchQuery(query))
    await Promise.all([page.Page.preload(), ...data])
  }
}

/** Inside the page's Suspense boundary, which React hydrates after the rest. */
function SayHydrated() {
  useEffect(() => {
    window.dispatchEvent(new Event(hydratedEvent))
  }, [])
  return null
}
