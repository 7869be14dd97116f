/** The stream that brings new messages to open pages. */
export const stream = '**/api/messages/live**'
/** How long a message may take by the stream, and without it, when pages ask for new ones. */
export const byStream = { timeout: 1_000 }
export const byAsking = { timeout: 4_000 }
