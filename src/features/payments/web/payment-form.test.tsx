import { Elements } from '@stripe/react-stripe-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PaymentForm } from './payment-form.tsx'

test('nothing can be paid until the provider’s form is ready', () => {
  const nothing = () => {}
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Elements stripe={null}>
        <PaymentForm
          order={{
            orderId: '1',
            clientSecret: 'pi_1_secret_1',
            isAsked: false,
            asksEarlyStart: false,
            termsVersion: 3,
          }}
          price="$29"
          contact={{
            name: 'Rimshot',
            email: 'rimshot@else.test',
            phone: '',
            phoneCountry: '',
            copyTo: '',
            startsEarly: false,
          }}
          isPaying={false}
          onPaying={nothing}
          onType={nothing}
          onContact={nothing}
          onCanceled={nothing}
          onRefused={nothing}
          onBroken={nothing}
        />
      </Elements>
    </QueryClientProvider>,
  )
  expect(html).toContain('We text you about your session: its hour set, moved or cancelled by us')
  expect(html.replace(/<[^>]+>/g, '')).toContain('By paying you agree to our Terms (version 3)')
  expect(html).toMatch(/<a href="\/terms\?version=3" target="_blank"/)
  expect(html).toMatch(/<button type="submit"[^>]* aria-disabled="true"[^>]*><span[^>]*>Pay \$29</)
})
