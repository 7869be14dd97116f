/** Whom somebody speaks for in a thread. All staff are one side: they answer with one voice. */
export const sides = ['player', 'coach', 'applicant', 'staff'] as const
export type Side = (typeof sides)[number]

/** The longest message, in characters. */
export const longestMessage = 4000
