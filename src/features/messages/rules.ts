/** Whom somebody speaks for in a thread. All staff are one side: they answer with one voice. */
export const sides = ['player', 'coach', 'applicant', 'staff'] as const
export type Side = (typeof sides)[number]

/** The longest message, in characters. */
export const longestMessage = 4000

/** As many messages as one answer brings; the next begins `after` the last of them. */
export const messagesAtOnce = 100

/** A thread is about one session or one application. Without an end it could be made too long to be read. */
export const longestThread = 2000
