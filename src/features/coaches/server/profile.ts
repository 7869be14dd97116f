import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import type { coachProfileSchema, MyCoach } from '#src/features/coaches/contract.ts'
import { coachDiscordGiven } from '#src/features/coaches/events.ts'
import { only } from '#src/platform/database/only.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import { isE164, writePhone } from '#src/shared/phone.ts'
import { phoneToKeep } from '#src/shared/phone-number.ts'
import { type CoachRow, presentCoach } from './coaches.ts'
import { tellWhenReady } from './going-live.ts'
import { coaches } from './table.ts'

/**
 * Changes what a coach says about themselves, lets the pages that show it go, and tells of a new Discord name. Throws `Invalid`
 * for a phone number that cannot be read.
 */
export async function changeProfile(
  deps: Deps,
  coachId: string,
  { phone: typed, phoneCountry, ...profile }: z.output<typeof coachProfileSchema>,
): Promise<CoachRow> {
  const phone = typed && phoneToKeep(typed, phoneCountry)
  if (phone && !isE164(phone)) throw new Invalid({ phone: writePhone })
  return deps.db.transaction(async (tx) => {
    const before = only(
      await tx
        .select({ discord: coaches.discordUsername })
        .from(coaches)
        .where(eq(coaches.id, coachId))
        .for('no key update'),
    )
    const coach = only(
      await tx
        .update(coaches)
        .set({ ...profile, phone, updatedAt: sql`now()` })
        .where(eq(coaches.id, coachId))
        .returning(),
    )
    await notify(tx, 'pages')
    const { discordUsername } = profile
    if (discordUsername && discordUsername !== before.discord) {
      await deps.jobs.emit(tx, coachDiscordGiven, { coachId })
      await tellWhenReady(deps, tx, coachId)
    }
    return coach
  })
}

/** A coach's profile for its coach. */
export function presentOwnCoach(row: CoachRow): MyCoach {
  const { discordUsername, portfolioLinks, roomUrl, phone, howITeach, clipUrl, publicLinks } = row
  const areRulesAccepted = row.rulesVersion === coachRules.version
  const own = { discordUsername, portfolioLinks, roomUrl, phone, howITeach, clipUrl, publicLinks, areRulesAccepted }
  return { ...presentCoach(row), ...own }
}
