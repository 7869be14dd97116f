/** The request header that carries a solved challenge: base64 of `{ challenge, solution }` as JSON (LIMIT-1). */
export const solutionHeader = 'challenge-solution'
