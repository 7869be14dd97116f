import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { publicName } from '#src/features/accounts/public-name.ts'
import { keepPerson } from '#src/features/accounts/server/accounts.ts'
import type { storyBody } from '#src/features/stories/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { decidedNow, stateBefore } from '#src/platform/database/last-decision.ts'
import { only } from '#src/platform/database/only.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { newestFirst, readPage } from '#src/platform/http/paging.ts'
import { expertiseOf, wireExpertise } from '#src/shared/games.ts'
import { type StoryDecision, successStories } from './table.ts'

export { forgetPerson, personalData } from './personal-data.ts'

export type StoryRow = typeof successStories.$inferSelect

/** How many stories the home page carries at most. */
const featuredAtMost = 24

/** Keeps a player's story for review. The author is the account, whatever the body says. */
export async function shareStory(db: Db, author: Account, story: z.output<typeof storyBody>): Promise<StoryRow> {
  return db.transaction(async (tx) => {
    await keepPerson(tx, author)
    const values = { ...story, game: expertiseOf(story.game), userId: author.id, userName: author.name }
    return only(await tx.insert(successStories).values(values).returning())
  })
}

/** The stories of the home page: the newest of those the owner featured. */
export async function listFeaturedStories(db: Db): Promise<StoryRow[]> {
  return db
    .select()
    .from(successStories)
    .where(and(eq(successStories.isApproved, true), eq(successStories.isFeatured, true)))
    .orderBy(...newestFirst(successStories, undefined).order)
    .limit(featuredAtMost)
}

/** Some of the stories, newest first, one page from a cursor on, and how many there are. */
type StoryPage = Promise<{ rows: StoryRow[]; total: number }>

/** How many stories their own page shows at once. */
export const storiesAtOnce = 24

/** All approved stories, on the home page or not. */
export async function listPublicStories(db: Db, cursor?: string): StoryPage {
  return listStories(db, eq(successStories.isApproved, true), cursor, storiesAtOnce)
}

/** When the public stories last changed: the newest was decided about, or came before decisions were kept; null: there are none. */
export async function findStoriesChange(db: Db): Promise<Date | null> {
  const decidedAt = sql`(${successStories.lastDecision}->>'at')::timestamptz`
  const changedAt = sql`max(coalesce(${decidedAt}, ${successStories.createdAt}))`.mapWith(successStories.createdAt)
  const [found] = await db.select({ changedAt }).from(successStories).where(eq(successStories.isApproved, true))
  return found?.changedAt ?? null
}

/** Stories nobody has decided on. */
export async function listPendingStories(db: Db, cursor?: string): StoryPage {
  return listStories(db, and(eq(successStories.isApproved, false), isNull(successStories.rejectReason)), cursor)
}

/** Stories that are approved and not on the home page. */
export async function listApprovedStories(db: Db, cursor?: string): StoryPage {
  return listStories(db, and(eq(successStories.isApproved, true), eq(successStories.isFeatured, false)), cursor)
}

async function listStories(db: Db, wanted: SQL | undefined, cursor: string | undefined, atOnce?: number): StoryPage {
  return readPage(db, db.select().from(successStories).$dynamic(), { table: successStories, wanted, cursor, atOnce })
}

/** Approves a story, also one rejected before. Throws `NotFound`. */
export async function approveStory(deps: Deciding, storyId: string): Promise<StoryRow> {
  return decide(deps, storyId, { isApproved: true, rejectReason: null })
}

/** Puts a story on the home page, which approves it too. Throws `NotFound`. */
export async function featureStory(deps: Deciding, storyId: string): Promise<StoryRow> {
  return decide(deps, storyId, { isApproved: true, isFeatured: true, rejectReason: null })
}

/** Takes a story off the home page; it stays approved. Throws `NotFound`. */
export async function unfeatureStory(deps: Deciding, storyId: string): Promise<StoryRow> {
  return decide(deps, storyId, { isFeatured: false })
}

/** Turns a story down, also one that is on the home page. Throws `NotFound`. */
export async function rejectStory(deps: Deciding, storyId: string, rejectReason: string): Promise<StoryRow> {
  return decide(deps, storyId, { isApproved: false, isFeatured: false, rejectReason })
}

type Deciding = Pick<Deps, 'db' | 'now'>

/** What changes nothing is no decision: of many presses the first is. */
async function decide({ db, now }: Deciding, storyId: string, decision: Partial<StoryDecision>): Promise<StoryRow> {
  return db.transaction(async (tx) => {
    const seen = await lockStory(tx, storyId)
    const before = { isApproved: seen.isApproved, isFeatured: seen.isFeatured, rejectReason: seen.rejectReason }
    const after = { ...before, ...decision }
    if (isDeepStrictEqual(before, after)) return seen
    return change(tx, storyId, { ...after, lastDecision: decidedNow(before, now()) })
  })
}

/**
 * Puts back what stood before the latest decision; a repeat changes nothing. Throws `NotFound`, and `Conflict` when another
 * decision came after it or its time is over.
 */
export async function undoStoryDecision({ db, now }: Deciding, storyId: string, decisionId: string): Promise<StoryRow> {
  return db.transaction(async (tx) => {
    const seen = await lockStory(tx, storyId)
    const before = stateBefore(seen.lastDecision, decisionId, now())
    if (!before || !seen.lastDecision) return seen
    return change(tx, storyId, { ...before, lastDecision: { ...seen.lastDecision, before: null } })
  })
}

async function lockStory(tx: Tx, storyId: string): Promise<StoryRow> {
  const [seen] = await tx.select().from(successStories).where(eq(successStories.id, storyId)).for('update')
  if (!seen) throw new NotFound()
  return seen
}

async function change(tx: Tx, storyId: string, set: StoryDecision & Pick<StoryRow, 'lastDecision'>): Promise<StoryRow> {
  await notify(tx, 'pages')
  return only(await tx.update(successStories).set(set).where(eq(successStories.id, storyId)).returning())
}

/** A story as answers carry it, without its author's id and whole name. */
export function presentStory({ userId, userName, createdAt, lastDecision, ...shown }: StoryRow) {
  return {
    ...shown,
    game: wireExpertise(shown.game),
    userName: publicName(userName),
    createdAt: createdAt.toISOString(),
  }
}

/** The same for the owner who decides. */
export function presentReviewed(row: StoryRow) {
  return { ...presentStory(row), decisionId: row.lastDecision?.id ?? null }
}
