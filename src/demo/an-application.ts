import type { ApplicationRow } from '#src/applications/server/applications.ts'
import { coachApplications } from '#src/applications/server/table.ts'
import { newId } from '#src/server/columns.ts'
import type { Deps } from '#src/server/deps.ts'

/**
 * Creates a visitor's application for tests and demo data: pending, by an e-mail of its own, unless told otherwise. It
 * sends no mail, and no browser may read it.
 */
export async function anApplication(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  wish: Partial<typeof coachApplications.$inferInsert> = {},
): Promise<ApplicationRow> {
  const id = newId()
  const [application] = await db
    .insert(coachApplications)
    .values({
      id,
      applicantName: 'Demo Applicant',
      applicantEmail: `applicant-${id}@demo.test`,
      gameExpertise: 'rocket-league',
      currentRank: 'Grand Champion I',
      coachingExperience: 'Two seasons of replay reviews for my own team.',
      whyCoach: 'I like it when something clicks for somebody.',
      availability: 'Weekday evenings',
      decidedAt: (wish.status ?? 'pending') === 'pending' ? null : now(),
      ...wish,
    })
    .returning()
  return application!
}
