import type Stripe from 'stripe'
import { cardError, noSuch } from './stripe-refusal.ts'
import { findObject, newId, nowInSeconds, type StripeStore, saveObject } from './stripe-store.ts'

type Behaviour = 'pays' | 'declines' | 'asks' | 'processes' | 'fails its refund' | 'delays its refund'

/** Stripe's own test numbers, and the tokens that stand for them in calls from a server. */
const testCards: { number: string; token: string; behaviour: Behaviour }[] = [
  { number: '4242424242424242', token: 'pm_card_visa', behaviour: 'pays' },
  { number: '4000000000000002', token: 'pm_card_chargeDeclined', behaviour: 'declines' },
  { number: '4000002500003155', token: 'pm_card_authenticationRequiredOnSetup', behaviour: 'asks' },
  { number: '4000000000000077', token: 'pm_card_bypassPending', behaviour: 'processes' },
  { number: '4000000000005126', token: 'pm_card_refundFail', behaviour: 'fails its refund' },
  { number: '4000000000007726', token: 'pm_card_pendingRefund', behaviour: 'delays its refund' },
]

/** A card and its owner as the payment form sends them. */
export type MethodDetails = {
  card: { number: string; exp_month: number; exp_year: number; cvc?: string }
  billing_details?: { name?: string; email?: string; phone?: string }
}

/** What a card does when it is charged; cards that are not test cards decline. */
export function behaviourOf(method: Stripe.PaymentMethod): Behaviour | 'is no test card' {
  return testCards.find((card) => card.number.endsWith(method.card!.last4))?.behaviour ?? 'is no test card'
}

/** The stored payment method, or a new one for a token such as `pm_card_visa`. Throws a 404 refusal for any other id. */
export function findMethod(store: StripeStore, id: string): Stripe.PaymentMethod {
  const card = testCards.find(({ token }) => token === id)
  if (card) {
    const exp_year = new Date().getFullYear() + 2
    return saveMethod(store, { card: { number: card.number, exp_month: 12, exp_year } })
  }
  const method = findObject(store, id)
  if (method?.object !== 'payment_method') throw noSuch('payment_method', id)
  return method as Stripe.PaymentMethod
}

/** Makes a payment method of a typed card. Throws a 402 refusal when number, date or code cannot be right. */
export function saveMethod(store: StripeStore, { card, billing_details }: MethodDetails): Stripe.PaymentMethod {
  const number = card.number.replaceAll(' ', '')
  if (!hasValidCheckDigit(number)) throw cardError('incorrect_number', 'Your card number is incorrect.')
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.")
  }
  if (new Date(year, card.exp_month) <= new Date()) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.")
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.")
  }

  // Only the last four digits are kept: somebody may type a real card into a demo.
  const isTestCard = testCards.some((known) => known.number === number)
  const method = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing_details },
    card: {
      brand: number.startsWith('4') ? 'visa' : 'unknown',
      country: 'US',
      exp_month: card.exp_month,
      exp_year: year,
      funding: 'credit',
      last4: isTestCard ? number.slice(-4) : 'xxxx',
      fingerprint: isTestCard ? `card${number.slice(-4)}` : null,
    },
    created: nowInSeconds(store),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } as unknown as Stripe.PaymentMethod
  saveObject(store, method)
  return method
}

/** The Luhn check digit that every card number ends with. */
function hasValidCheckDigit(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
