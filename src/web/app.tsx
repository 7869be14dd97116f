import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { PreloadContext } from '#src/ui/app-link.tsx'
import { LazyToaster } from '#src/ui/lazy-toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { hydratedEvent } from './hydrated-event.ts'
import { NavigationEffects } from './navigation-effects.tsx'
import { findPage } from './pages.tsx'

const preloadPage = (path: string) => findPage(path).page.Page.preload()

/** The whole application inside a router; the same tree on the server and in the browser. */
export function App({ client }: { client: QueryClient }) {
  const [pathname] = useLocation()
  const { page, params } = findPage(pathname)
  return (
    <QueryClientProvider client={client}>
      <PreloadContext value={preloadPage}>
        <ErrorBoundary key={pathname}>
          <Suspense>
            <page.Page key={page.path} {...params} />
            <SayHydrated />
          </Suspense>
        </ErrorBoundary>
        <NavigationEffects title={page.title} />
        <LazyToaster />
      </PreloadContext>
    </QueryClientProvider>
  )
}

/** Stands inside the boundary of the page, which React hydrates after the rest. */
function SayHydrated() {
  useEffect(() => {
    window.dispatchEvent(new Event(hydratedEvent))
  }, [])
  return null
}
