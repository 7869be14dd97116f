import type { Deps } from '#src/deps.ts'
import type { StoryRow } from '#src/features/stories/server/stories.ts'
import { successStories } from '#src/features/stories/server/table.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { aUser } from './a-user.ts'

export type StoryOverrides = { author?: Account } & Partial<Omit<typeof successStories.$inferInsert, 'userId'>>

/** Creates a success story, and the author it lacks, for tests and demo data: waiting for review unless told otherwise. */
export async function aStory(deps: Pick<Deps, 'db' | 'now'>, overrides: StoryOverrides = {}): Promise<StoryRow> {
  const { author, ...columns } = overrides
  const { id: userId, name: userName } = author ?? (await aUser(deps))
  const [story] = await deps.db
    .insert(successStories)
    .values({
      userId,
      userName,
      coachName: 'ApexOrbit',
      game: ['rocket-league'],
      beforeRank: 'Gold III',
      afterRank: 'Diamond I',
      story: 'Two habits changed, and the losing streaks stopped.',
      sessionsCount: 4,
      ...columns,
    })
    .returning()
  return story!
}
