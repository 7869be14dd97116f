import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'

/**
 * The HTML of a part of a screen, and the words in it. There is no browser: effects do not run, and nothing is loaded but
 * what `loaded` says the API answered, by the key of its query.
 */
export function htmlOf(part: ReactNode, loaded: { queryKey: readonly unknown[]; data: unknown }[] = []) {
  const client = new QueryClient()
  for (const { queryKey, data } of loaded) client.setQueryData(queryKey, data)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/">{part}</Router>
    </QueryClientProvider>,
  )
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
  return { html, text }
}
