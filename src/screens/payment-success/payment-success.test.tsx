import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import PaymentSuccess from './payment-success.tsx'

test('the page says Payment Successful, three next steps and three ways on, and fades in over 1 second', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/payment-success">
        <PaymentSuccess />
      </Router>
    </QueryClientProvider>,
  )
  expect(html).toMatch(/<h1[^>]*>Payment Successful</)
  const steps = [...html.matchAll(/<h3[^>]*>(\d\. [^<]+)</g)].map(([, title]) => title)
  expect(steps).toEqual(['1. Check your e-mail', '2. Prepare for the session', '3. Join your coach on Discord'])
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Back to Home</)
  expect(html).toMatch(/<a [^>]*href="\/#coaches"[^>]*>Book Another Session</)
  expect(html).toMatch(/<a [^>]*href="\/#contact"[^>]*>Contact Support</)
  expect(html).toContain('animate-[appear_1000ms_')
})
