import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { services } from '#src/features/bookings/services.ts'
import { sessionStatesKey } from '#src/features/sessions/web/session-states-query.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { type Booked, NextSteps } from './next-steps.tsx'
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
  expect(html).toMatch(/<a [^>]*href="\/#contact-form"[^>]*>Contact Support</)
  expect(html).toContain('animate-[appear_1000ms_')
})

test('the page says which replays the booking promises to watch, and leads to the chat for them', () => {
  const [basic, advanced] = services
  const steps = (owed: typeof basic.owed, startsAt: string | null, links: string[] = []) =>
    htmlOf(
      <NextSteps
        booked={{ booking: { id: 'b', coachName: 'VexFlip', owed, startsAt }, coachId: 'c' } as unknown as Booked}
      />,
      // Nobody is signed in where there is no browser.
      [{ queryKey: sessionStatesKey(''), data: [{ bookingId: 'b', intake: { links } }] }],
    )
  const two = steps(advanced!.owed, '2999-01-05T20:00:00Z')
  expect(two.text).toMatch(/Send 2 replays in the chat by .+: VexFlip watches them before you meet\. Links are fine\./)
  expect(two.html).toContain('href="/sessions?thread=b"')
  const replay = 'https://ballchasing.test/1'
  expect(steps(advanced!.owed, '2999-01-05T20:00:00Z', [replay]).text).toContain('Send 1 replay in the chat')
  expect(steps(basic.owed, '2999-01-05T20:00:00Z', [replay]).text).toContain('VexFlip sees your replays.')
  expect(steps(basic.owed, null).text).toContain('Send 1 replay in the chat once your session has its time')
  expect(steps(basic.owed, '2020-01-05T20:00:00Z').text).toContain('Save a replay or two')
})
