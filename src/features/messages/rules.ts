/** The side somebody speaks for in a thread. All staff are one side: they answer with one voice. */
export const sides = ['player', 'coach', 'applicant', 'inquirer', 'staff'] as const
export type Side = (typeof sides)[number]

/** Who answers for Level Up: what the others write waits for them. */
export const isOurs = (side: Side) => side === 'coach' || side === 'staff'

/** How long a player's message may wait for its coach before it is the team's, in minutes. */
export const answerMinutes = 15

/** The longest message, in characters. */
export const longestMessage = 4000

/** The longest note of the team about a conversation, in characters. */
export const longestNote = 2000

/** As many messages as one answer brings; the next begins `after` the last of them. */
export const messagesAtOnce = 100

/** A thread is about one session or one application. Without an end it could be made too long to be read. */
export const longestThread = 2000
