import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { solutionHeader } from '#src/shared/challenge.ts'

/** Solves the challenge of a refused call, as any client may: the header with which it is let through. */
export async function solve(challenge: Challenge): Promise<Record<string, string>> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { [solutionHeader]: btoa(JSON.stringify({ challenge, solution })) }
}
