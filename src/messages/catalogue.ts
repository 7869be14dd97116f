/** Whom somebody speaks for in a thread. All staff are one side: they answer with one voice. */
export const sides = ['player', 'coach', 'applicant', 'staff'] as const
export type Side = (typeof sides)[number]

/** The longest message, in characters. */
export const longestMessage = 4000

/** Ten segments, as much as one SMS can be (160 characters a segment is the mark the counter shows). */
export const longestSms = 1600
