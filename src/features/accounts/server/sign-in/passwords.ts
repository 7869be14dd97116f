import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createLimiter } from '#src/platform/jobs/limiter.ts'

/**
 * One of the settings of argon2id (the library's default algorithm) that OWASP's Password Storage Cheat Sheet calls equally
 * strong; the one with least memory and most passes, since two at a time are part of what the process needs. KiB.
 */
const strength: Options = { memoryCost: 7_168, timeCost: 5, parallelism: 1 }

/**
 * A crowd signing in must not starve the other requests. Each hash takes a core for some 30 ms, 7 MiB, and one of Node's
 * four helper threads, which also read files and look up names: two at a time leave half of those free. 30 wait half a
 * second.
 */
const limitHashing = createLimiter({ atOnce: Math.min(availableParallelism(), 2), waiting: 30 })

/** More may wait from browsers that were in before: strangers cannot fill these places. */
const placesForKnown = 10

/** Gives the argon2id hash to store, of one Unicode form. Throws `Unavailable` when too many people are waiting. */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password.normalize('NFC'), strength))
}

/**
 * The forms in which a password may have been hashed: keyboards differ in whether é is one character or two, and older hashes
 * are of what was typed. Of plain letters it is one.
 */
function formsOf(password: string): Set<string> {
  return new Set([password.normalize('NFC'), password, password.normalize('NFD')])
}

/** What sign-ins with an unknown e-mail are checked against, so that they take as long as any other. */
const nobodysHash = hashPassword('nobody has this password')

/**
 * Whether `password` belongs to the stored hash; false, after the same work, when there is none.
 * Throws `Unavailable` when too many people are waiting; a browser that was in before (`isKnown`) finds a place longer.
 */
export function isPasswordRight(storedHash: string | undefined, password: string, isKnown = false): Promise<boolean> {
  return limitHashing(
    async () => {
      for (const form of formsOf(password))
        if (await verify(storedHash ?? (await nobodysHash), form)) return storedHash !== undefined
      return false
    },
    isKnown ? placesForKnown : 0,
  )
}
