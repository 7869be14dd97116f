/* Reports and blocks between player and coach (SAFE-1, SAFE-2): constants of both sides. */

/** What somebody reports. */
export const problems = ['rude', 'outside', 'not-as-sold', 'other'] as const
export type Problem = (typeof problems)[number]

export const problemLabels: Record<Problem, string> = {
  rude: 'Rude or threatening',
  outside: 'Asked to pay or play outside Level Up',
  'not-as-sold': 'Did not do what was sold',
  other: 'Something else',
}

/** How many of the chat's last messages our team reads with a report. */
export const messagesInReport = 50
