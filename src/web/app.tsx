import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { PageExists } from '#src/pages/page-exists.ts'
import { PreloadContext } from '#src/ui/app-link.tsx'
import { hydratedEvent } from '#src/ui/hydrated-event.ts'
import { LazyToaster } from '#src/ui/lazy-toaster.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NavigationEffects } from './navigation-effects.tsx'
import { PageLoading } from './page-loading.tsx'
import { findPage, queriesOf, titleOf } from './pages.tsx'

const pageExists = (path: string) => findPage(path).page.path !== '*'

/** The whole application inside a router; the same tree on the server and in the browser. */
export function App({ client }: { client: QueryClient }) {
  const [pathname] = useLocation()
  const { page, params } = findPage(pathname)
  const preloadPage = useMemo(() => preloadInto(client), [client])
  return (
    <QueryClientProvider client={client}>
      <PreloadContext value={preloadPage}>
        <PageExists value={pageExists}>
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<PageLoading />}>
              <page.Page key={page.path} {...params} />
              <SayHydrated />
            </Suspense>
          </ErrorBoundary>
        </PageExists>
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

/** Stands inside the boundary of the page, which React hydrates after the rest. */
function SayHydrated() {
  useEffect(() => {
    window.dispatchEvent(new Event(hydratedEvent))
  }, [])
  return null
}
