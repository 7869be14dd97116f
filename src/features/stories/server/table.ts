import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { createdAt, expertise, id } from '#src/platform/database/columns.ts'
import type { LastDecision } from '#src/platform/database/last-decision.ts'

/** What the owner decides: whether it is public, whether on the home page too, and why not; none of it while nobody has. */
export type StoryDecision = { isApproved: boolean; isFeatured: boolean; rejectReason: string | null }

export const successStories = pgTable(
  'success_stories',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The author's name when the story was written. */
    userName: text('user_name').notNull(),
    coachName: text('coach_name').notNull(),
    game: expertise('game'),
    beforeRank: text('before_rank').notNull(),
    afterRank: text('after_rank').notNull(),
    story: text('story').notNull(),
    sessionsCount: integer('sessions_count').notNull().default(1),
    isApproved: boolean('is_approved').notNull().default(false),
    isFeatured: boolean('is_featured').notNull().default(false),
    /** Why the owner does not publish it; null unless rejected. */
    rejectReason: text('reject_reason'),
    lastDecision: jsonb('last_decision').$type<LastDecision<StoryDecision>>(),
    createdAt: createdAt(),
  },
  (t) => [
    index('success_stories_user_idx').on(t.userId),
    index('success_stories_featured_idx')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`is_featured`),
    index('success_stories_pending_idx')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`not is_approved and reject_reason is null`),
    check('success_stories_sessions', sql`${t.sessionsCount} >= 1`),
    check('success_stories_featured_is_approved', sql`${t.isApproved} or not ${t.isFeatured}`),
    check('success_stories_rejected_is_hidden', sql`${t.rejectReason} is null or not ${t.isApproved}`),
  ],
)
