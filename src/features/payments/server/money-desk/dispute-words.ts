import type { Dispute } from '#src/providers/stripe.ts'
import { showDollars } from '#src/shared/money.ts'

/** The provider's reasons (https://docs.stripe.com/api/disputes/object#dispute_object-reason), as the end of a sentence about the player. */
const words: Record<string, string> = {
  bank_cannot_process: 'their bank could not process the payment',
  check_returned: 'their check was returned',
  credit_not_processed: 'they say that money promised back did not come',
  customer_initiated: 'they gave the bank no reason that we know',
  debit_not_authorized: 'they say that they did not agree to this payment',
  duplicate: 'they say that they paid twice',
  fraudulent: 'they say that somebody else used their card',
  general: 'the bank names no reason',
  incorrect_account_details: 'their account details were wrong',
  insufficient_funds: 'their account had too little money',
  noncompliant: 'the card network says that we broke its rules',
  product_not_received: 'they say that they did not get the session',
  product_unacceptable: 'they say that the session was not what we promised',
  subscription_canceled: 'they say that they had cancelled',
  unrecognized: 'they do not recognize this payment',
}

/** What a player told their bank, by the provider's word for it; an unknown word as it is, in quotes. */
export function disputeReasonWords(reason: string): string {
  return words[reason] ?? `'${reason.replaceAll('_', ' ')}'`
}

/** What a player's bank did, for the team. `by` is the last day to answer it, as it is shown. */
export function whatTheBankDid({ state, amount, reason }: Dispute, player: string, by?: string | null): string {
  const [money, why] = [showDollars(amount), disputeReasonWords(reason)]
  return {
    inquiry: `The bank asks about ${money} from ${player}. No money is gone. Refund it, or answer${by ? ` by ${by}` : ''}. Reason: ${why}.`,
    open: `${player} asked the bank for ${money}: ${why}.`,
    won: `The bank has decided against ${player}.`,
    lost: `The bank has decided for ${player}: ${money} is gone.`,
  }[state]
}
