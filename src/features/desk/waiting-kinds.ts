/** What can wait for the team, the most pressing first; what one and many of it are called. */
export const waitingKinds = {
  report: { one: 'report to read', many: 'reports to read' },
  question: { one: 'question about a session', many: 'questions about sessions' },
  unscheduled: { one: 'booking without an hour', many: 'bookings without an hour' },
  conversation: { one: 'conversation without an answer', many: 'conversations without an answer' },
  contact: { one: 'inquiry without an answer', many: 'inquiries without an answer' },
  dispute: { one: 'payment that a bank asks about', many: 'payments that banks ask about' },
  problem: { one: 'payment problem', many: 'payment problems' },
  claim: { one: 'guarantee claim', many: 'guarantee claims' },
  application: { one: 'application', many: 'applications' },
  coach: { one: 'coach who can go live', many: 'coaches who can go live' },
  rating: { one: 'rating to read', many: 'ratings to read' },
  story: { one: 'story to read', many: 'stories to read' },
  delivery: { one: 'mail or SMS that failed', many: 'mails and SMS that failed' },
} as const
export type WaitingKind = keyof typeof waitingKinds

/** How much of what waits its reader can see to: what they may only know the number of waits for others. */
export function countForReader(groups: readonly { count: number; lines: readonly unknown[] }[]): number {
  return groups.reduce((sum, { count, lines }) => (lines.length > 0 ? sum + count : sum), 0)
}

/** `'2 inquiries without an answer'` */
export function countedKind(kind: WaitingKind, count: number): string {
  const { one, many } = waitingKinds[kind]
  return `${count} ${count === 1 ? one : many}`
}
