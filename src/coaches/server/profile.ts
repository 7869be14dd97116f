import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { coachProfileSchema, MyCoach } from '#src/coaches/contract.ts'
import type { Db } from '#src/server/db.ts'
import { notify } from '#src/server/live.ts'
import { type CoachRow, presentCoach } from './coaches.ts'
import { coaches } from './table.ts'

/** Changes what a coach says about themselves, and lets the pages that show it go. */
export async function changeProfile(
  db: Db,
  coachId: string,
  profile: z.output<typeof coachProfileSchema>,
): Promise<CoachRow> {
  return db.transaction(async (tx) => {
    const [coach] = await tx
      .update(coaches)
      .set({ ...profile, updatedAt: sql`now()` })
      .where(eq(coaches.id, coachId))
      .returning()
    await notify(tx, 'pages')
    return coach!
  })
}

/** A coach's profile for its coach. */
export function presentOwnCoach(row: CoachRow): MyCoach {
  const { discordUsername, portfolioLinks } = row
  return { ...presentCoach(row), discordUsername, portfolioLinks }
}
