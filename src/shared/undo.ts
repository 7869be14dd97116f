/** So many seconds staff can take a decision back, and its mails wait. */
export const undoSeconds = 10
