import type { Deps } from '#src/server/deps.ts'
import type { Account } from '#src/server/guards.ts'
import type { StoryRow } from '#src/stories/server/stories.ts'
import { successStories } from '#src/stories/server/table.ts'
import { aUser } from './a-user.ts'

export type StoryWish = { author?: Account } & Partial<Omit<typeof successStories.$inferInsert, 'userId'>>

/** Creates a success story, and the author it lacks, for tests and demo data: waiting for review unless told otherwise. */
export async function aStory(deps: Pick<Deps, 'db' | 'now'>, wish: StoryWish = {}): Promise<StoryRow> {
  const { author, ...columns } = wish
  const { id: userId, name: userName } = author ?? (await aUser(deps))
  const [story] = await deps.db
    .insert(successStories)
    .values({
      userId,
      userName,
      coachName: 'ApexOrbit',
      game: 'rocket-league',
      beforeRank: 'Gold III',
      afterRank: 'Diamond I',
      story: 'Two habits changed, and the losing streaks stopped.',
      sessionsCount: 4,
      ...columns,
    })
    .returning()
  return story!
}
