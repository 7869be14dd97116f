import { Elements } from '@stripe/react-stripe-js'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PaymentForm } from './payment-form.tsx'

test('nothing can be paid until the provider’s form is ready', () => {
  const nothing = () => {}
  const html = renderToStaticMarkup(
    <Elements stripe={null}>
      <PaymentForm
        orderId="1"
        price="$29"
        contact={{ name: 'Rimshot', email: 'rimshot@else.test' }}
        isPaying={false}
        onPaying={nothing}
        onContact={nothing}
        onRefused={nothing}
        onBroken={nothing}
      />
    </Elements>,
  )
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*><span[^>]*>Pay \$29</)
})
