/** What can go wrong with payments that only a person settles, with the words for it on the owner's screen and in the mail's subject. */
export const problemLabels = {
  mismatch: 'Books differ',
  'refund-failed': 'Refund failed',
  'refund-without-order': 'Refund to be sent by hand',
  dispute: 'Dispute',
  'unknown-payment': 'Unknown payment',
  unsettled: 'Paid, not booked',
  'webhook-refused': 'Webhook refused: check its secret',
  'events-missed': 'Payment events missed',
}

export type ProblemKind = keyof typeof problemLabels

export const problemKinds = Object.keys(problemLabels) as [ProblemKind, ...ProblemKind[]]
