import type { Deps } from '#src/deps.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import { type CoachRow, createCoach } from '#src/features/coaches/server/coaches.ts'
import type { coaches } from '#src/features/coaches/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { coachTitle } from '#src/shared/games.ts'

/**
 * Creates an active coach for tests and demo data: one for Rocket League, with a name of their own, unless told otherwise.
 * Who confirmed their hours accepted the rules with it.
 */
export async function aCoach(
  { db }: Pick<Deps, 'db'>,
  overrides: Partial<typeof coaches.$inferInsert> = {},
): Promise<CoachRow> {
  const id = newId()
  const { gameExpertise = ['rocket-league'] } = overrides
  const name = overrides.name ?? `Coach-${inLetters(id.slice(-12))}`
  return createCoach(db, {
    id,
    slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    title: coachTitle(gameExpertise),
    description: 'Calm, clear sessions that fix one thing at a time.',
    gameExpertise,
    currentRank: 'Grand Champion II',
    ...(overrides.hoursConfirmedAt && {
      rulesVersion: coachRules.version,
      rulesAcceptedAt: overrides.hoursConfirmedAt,
    }),
    ...overrides,
    name,
  })
}

/** A hexadecimal number in letters from a to p: of digits alone it would be taken for a phone number, which is no name. */
function inLetters(hex: string): string {
  return hex.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
}
