/** The sandbox's cards, by what they do. */
export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  asks: '4000002500003155',
  processing: '4000000000000077',
}

type BrowsersIntent = { paymentIntentId: string; clientSecret: string }

/**
 * Confirms an intent the way Stripe.js does in a browser, over the app's own address. Gives the provider's status, or
 * `declined`.
 */
export function payByCard(appUrl: string, intent: BrowsersIntent, number = cards.pays): Promise<string> {
  return post(appUrl, intent, 'confirm', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
  })
}

/** Tells the bank that asked (`cards.asks`) that it is them, or that it is not. Gives the provider's status. */
export function answerBank(
  appUrl: string,
  intent: BrowsersIntent,
  answer: 'complete' | 'fail' = 'complete',
): Promise<string> {
  return post(appUrl, intent, 'authenticate', { answer })
}

async function post(appUrl: string, intent: BrowsersIntent, verb: string, more: Record<string, string>) {
  const response = await fetch(`${appUrl}/dev/stripe/v1/payment_intents/${intent.paymentIntentId}/${verb}`, {
    method: 'POST',
    body: new URLSearchParams({ key: 'pk_test_sandbox', client_secret: intent.clientSecret, ...more }),
  })
  const answer = (await response.json()) as { status?: string }
  return answer.status ?? 'declined'
}
