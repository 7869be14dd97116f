/** What the name of a deleted account reads wherever it stood. */
export const nameOfNobody = 'Deleted player'
