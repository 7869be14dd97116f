import { eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import { Invalid, Unavailable } from '#src/platform/http/errors.ts'
import { createLimiter } from '#src/platform/jobs/limiter.ts'
import { drawPhoto } from './photo-process.ts'
import { coaches, coachPhotos } from './table.ts'

/** How many uploads are read or drawn at once: each is up to 5 MB of memory. */
export const mostUploads = 10

export const tooMany = 'Many photos are on their way at this moment. Please try again in a few seconds.'

/** Milliseconds that one waits for its turn: a connection on which nothing happens for 20 s is cut (`platform/http/http.ts`). */
const longestWait = 9_000

/** Each takes a core and, unpacked, much memory. */
const limitToOne = createLimiter({ atOnce: 1, waiting: mostUploads })

/**
 * Makes a picture file (JPEG, PNG or WebP) a coach's photo, in place of an earlier one, and returns its address. What is
 * shown is redrawn: nothing of the file's own bytes, its place and camera included, is kept. Throws `Invalid`, and
 * `Unavailable` when others' photos take too long.
 */
export async function savePhoto(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  coachId: string,
  file: unknown,
): Promise<string> {
  if (!Buffer.isBuffer(file) || !isPicture(file))
    throw new Invalid({ photo: 'This is not a picture we can read. Please choose a JPEG, PNG or WebP file.' })
  const cameAt = performance.now()
  const bytes = await limitToOne(async () => {
    if (performance.now() - cameAt > longestWait) throw new Unavailable(tooMany)
    return drawPhoto(file, (error) => log.warn({ err: error }, 'a photo could not be drawn'))
  })
  const id = newId()
  const profileImageUrl = `/photos/${id}.webp`
  await db.transaction(async (tx) => {
    await showPhoto(tx, coachId, profileImageUrl)
    await tx.insert(coachPhotos).values({ id, coachId, bytes })
  })
  return profileImageUrl
}

/** Takes a coach's photo away: the drawn portrait is shown again. */
export async function removePhoto(db: Db, coachId: string): Promise<void> {
  await db.transaction((tx) => showPhoto(tx, coachId, null))
}

/** The bytes of a photo, as WebP; null when it is not, or no longer, there. */
export async function findPhoto(db: Db, id: string): Promise<Buffer | null> {
  const [photo] = await db.select({ bytes: coachPhotos.bytes }).from(coachPhotos).where(eq(coachPhotos.id, id))
  return photo?.bytes ?? null
}

/** The coach's row first: two photos of one coach saved at the same time come one after the other. */
async function showPhoto(tx: Tx, coachId: string, profileImageUrl: string | null): Promise<void> {
  await tx.update(coaches).set({ profileImageUrl, updatedAt: sql`now()` }).where(eq(coaches.id, coachId))
  await tx.delete(coachPhotos).where(eq(coachPhotos.coachId, coachId))
  await notify(tx, 'pages')
}

/** By the first bytes, which is how decoders choose too: other formats (SVG, PDF) never reach one. */
function isPicture(file: Buffer): boolean {
  const starts = (hex: string, at = 0) => file.subarray(at, at + hex.length / 2).toString('hex') === hex
  return starts('ffd8ff') || starts('89504e470d0a1a0a') || (starts('52494646') && starts('57454250', 8))
}
