import type { Stripe } from '@stripe/stripe-js'
import { loadStripe as loadOfficial } from '@stripe/stripe-js/pure/index.js'

/**
 * Loads Stripe.js and returns its entry. `scriptUrl` is where Stripe.js is when it is not Stripe's own; null is Stripe's.
 * Throws when the script cannot be loaded.
 */
export async function loadStripe(publishableKey: string, scriptUrl: string | null): Promise<Stripe> {
  // The official loader takes a Stripe that is there already.
  if (scriptUrl && !window.Stripe) await loadScript(scriptUrl)
  const stripe = await loadOfficial(publishableKey)
  if (!stripe) throw new Error('Stripe.js did not load.')
  return stripe
}

function loadScript(src: string): Promise<void> {
  const script = document.createElement('script')
  script.src = src
  return new Promise((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${src} did not load.`))
    }
    document.head.append(script)
  })
}
