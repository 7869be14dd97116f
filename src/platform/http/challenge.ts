import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { only } from '#src/platform/database/only.ts'
import { challengeKeys } from '#src/platform/database/table.ts'
import { solutionHeader } from '#src/shared/challenge.ts'

/** Some 0.3 s of one core here; an old phone has four cores of a sixth of that. Making one costs us a thousandth of it. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 1_000, deriveKey }
const counters = [500, 1_000] as const

/** For how many minutes a challenge can be solved. */
export const challengeMinutes = 10

const sentSchema = z.object({
  challenge: z.object({ parameters: z.record(z.string(), z.union([z.string(), z.number()])), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Makes a proof of work (ALTCHA) for a browser to solve; any of our processes can check the solution. */
export async function newChallenge(deps: Pick<Deps, 'db'>): Promise<Challenge> {
  const [least, most] = counters
  return createChallenge({
    ...work,
    ...(await secretsOf(deps)),
    counter: randomInt(most, least),
    expiresAt: new Date(Date.now() + challengeMinutes * 60_000),
  })
}

/**
 * The signature of the challenge that a request solves in its header, base64 of JSON; null when it solves none of ours that is
 * still open. Who asks sees to it that each counts once.
 */
export async function solvedChallenge(
  deps: Pick<Deps, 'db'>,
  headers: Record<string, string | string[] | undefined>,
): Promise<string | null> {
  const sent = sentSchema.safeParse(parseJson(Buffer.from(String(headers[solutionHeader] ?? ''), 'base64').toString()))
  if (!sent.success) return null
  const { challenge, solution } = sent.data
  // Which parameters it has, the signature tells.
  const ours = challenge as unknown as Challenge
  const { verified } = await verifySolution({ ...work, ...(await secretsOf(deps)), challenge: ours, solution })
  return verified ? challenge.signature : null
}

const keys = new WeakMap<object, string>()

/** All processes share the key; the first that needs it makes it, and each reads it once. */
async function secretsOf({ db }: Pick<Deps, 'db'>) {
  let key = keys.get(db)
  if (!key) {
    await db.insert(challengeKeys).values({}).onConflictDoNothing()
    key = only(await db.select().from(challengeKeys)).key
    keys.set(db, key)
  }
  return { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `solution ${key}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
