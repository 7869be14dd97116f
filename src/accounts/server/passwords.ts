import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority, setPriority } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { Unavailable } from '#src/server/errors.ts'

/**
 * One of the settings of argon2id (the library's default algorithm) that OWASP's Password Storage Cheat Sheet calls equally
 * strong; the one with least memory and most passes, since two at a time are part of what the process needs. KiB.
 */
const strength: Options = { memoryCost: 7_168, timeCost: 5, parallelism: 1 }

/** How many may wait for their turn (some 30 ms each, so a second at most) before newcomers are asked to come back later. */
const longestQueue = 30

/** Places behind these for browsers that were in before: strangers cannot fill them. */
const keptPlaces = 10

/**
 * So many hashes are computed at the same moment: each takes a core and 7 MiB, and one of Node's four helper threads,
 * which also read files and look up names. The last of each queue is here.
 */
const queues: Promise<unknown>[] = Array(Math.min(availableParallelism(), 2)).fill(Promise.resolve())
let queued = 0
let turn = 0

/** Gives the argon2id hash to store. Throws `Unavailable` when too many people are waiting. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, strength))
}

/** What sign-ins with an unknown e-mail are checked against, so that they take as long as any other. */
const nobodysHash = hashPassword('nobody has this password').finally(letRequestsGoFirst)

/**
 * Whether `password` belongs to the stored hash; false, after the same work, when there is none.
 * Throws `Unavailable` when too many people are waiting; a browser that was in before (`isKnown`) finds a place longer.
 */
export function isPasswordRight(storedHash: string | undefined, password: string, isKnown = false): Promise<boolean> {
  const places = isKnown ? longestQueue + keptPlaces : longestQueue
  return inTurn(async () => {
    const right = await verify(storedHash ?? (await nobodysHash), password)
    return right && storedHash !== undefined
  }, places)
}

/** A crowd signing in must not starve the other requests. */
async function inTurn<T>(work: () => Promise<T>, places = longestQueue): Promise<T> {
  if (queued >= places) throw new Unavailable()
  queued += 1
  // All take the same time, so the queues are equally long.
  turn = (turn + 1) % queues.length
  const result = queues[turn]!.then(work).finally(() => {
    queued -= 1
  })
  queues[turn] = result.catch(() => {})
  return result
}

/** So much nicer (as of `nice`) than our other threads: two hashes get a fifteenth of a core that the requests want, too. */
const patience = 15

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
