import { type CoachRow, createCoach } from '#src/coaches/server/coaches.ts'
import type { coaches } from '#src/coaches/server/table.ts'
import { newId } from '#src/server/columns.ts'
import type { Deps } from '#src/server/deps.ts'

/** Creates an active coach for tests and demo data: a Rocket League coach of their own name unless told otherwise. */
export async function aCoach(
  { db }: Pick<Deps, 'db'>,
  overrides: Partial<typeof coaches.$inferInsert> = {},
): Promise<CoachRow> {
  const id = newId()
  const name = overrides.name ?? `Coach-${id.slice(-12)}`
  return createCoach(db, {
    id,
    slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    title: 'Rocket League coach',
    description: 'Calm, clear sessions that fix one thing at a time.',
    gameExpertise: 'rocket-league',
    currentRank: 'Grand Champion II',
    ...overrides,
    name,
  })
}
