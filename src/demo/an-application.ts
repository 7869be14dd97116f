import type { Deps } from '#src/deps.ts'
import type { ApplicationRow } from '#src/features/applications/server/applications.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'

/**
 * Creates a visitor's application for tests and demo data: pending, by an e-mail of its own, unless told otherwise. It
 * sends no mail, and no browser may read it.
 */
export async function anApplication(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  overrides: Partial<typeof coachApplications.$inferInsert> = {},
): Promise<ApplicationRow> {
  const id = newId()
  const [application] = await db
    .insert(coachApplications)
    .values({
      id,
      applicantName: 'Demo Applicant',
      applicantEmail: `applicant-${id}@demo.test`,
      gameExpertise: ['rocket-league'],
      currentRank: 'Grand Champion I',
      coachingExperience: 'Two seasons of replay reviews for my own team.',
      whyCoach: 'I like it when something clicks for somebody.',
      availability: 'Weekday evenings',
      decidedAt: (overrides.status ?? 'pending') === 'pending' ? null : now(),
      ...overrides,
    })
    .returning()
  return application!
}
