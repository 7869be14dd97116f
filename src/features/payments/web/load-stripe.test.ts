import { expect, onTestFinished, test, vi } from 'vitest'
import { createStripe } from '#src/providers/stripe.ts'
import { loadStripe } from './load-stripe.ts'

test('with real keys Stripe.js comes from Stripe’s own host', async () => {
  const publishableKey = 'pk_live_1'
  const { scriptUrl } = createStripe({ publishableKey, secretKey: 'sk_live_1', webhookSecret: 'whsec_1' })
  expect(scriptUrl).toBeNull()

  const hosts: string[] = []
  const stripe = {}
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    querySelectorAll: () => [],
    createElement: () => Object.assign(new EventTarget(), { src: '' }),
    head: {
      appendChild(script: EventTarget & { src: string }) {
        hosts.push(new URL(script.src).host)
        setTimeout(() => {
          Object.assign(window, { Stripe: () => stripe })
          script.dispatchEvent(new Event('load'))
        })
      },
    },
  })
  expect(await loadStripe(publishableKey, scriptUrl)).toBe(stripe)
  expect(hosts).toEqual(['js.stripe.com'])
})
