import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { Unavailable } from '#src/server/errors.ts'

/** OWASP's recommendation for argon2id, which is the library's default algorithm. Memory is in KiB. */
const strength: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many may wait for their turn (some 30 ms each, so a second at most) before newcomers are asked to come back later. */
const longestQueue = 30

let queued = 0
let last: Promise<unknown> = Promise.resolve()

/** Gives the argon2id hash to store. Throws `Unavailable` when too many people are waiting. */
export function hashPassword(password: string): Promise<string> {
  return oneAtATime(() => hash(password, strength))
}

/** What sign-ins with an unknown e-mail are checked against, so that they take as long as any other. */
const nobodysHash = hashPassword('nobody has this password').finally(letRequestsGoFirst)

/**
 * Whether `password` belongs to the stored hash; false, after the same work, when there is none.
 * Throws `Unavailable` when too many people are waiting.
 */
export function isPasswordRight(storedHash: string | undefined, password: string): Promise<boolean> {
  return oneAtATime(async () => {
    const right = await verify(storedHash ?? (await nobodysHash), password)
    return right && storedHash !== undefined
  })
}

/** Each hash takes a core and 19 MiB: a crowd signing in must not starve the other requests. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (queued >= longestQueue) throw new Unavailable()
  queued += 1
  const result = last.then(work).finally(() => {
    queued -= 1
  })
  last = result.catch(() => {})
  return result
}

/** So much nicer (as of `nice`) than our other threads: a tenth of the core when both want it. */
const patience = 10

/**
 * Linux has priorities for single threads. Node hashes on its four helper threads, which exist since the first hash; with
 * a lower one they take the time that the thread with the requests leaves, and a page comes as fast while people sign in.
 */
function letRequestsGoFirst(): void {
  if (process.platform !== 'linux') return
  try {
    const priority = Math.min(getPriority() + patience, 19)
    for (const id of readdirSync('/proc/self/task'))
      if (readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(id), priority)
  } catch {
    // Some containers forbid it: then pages are slower while people sign in.
  }
}
