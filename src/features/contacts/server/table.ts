import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { threads } from '#src/features/messages/server/table.ts'
import { createdAt, expertise, instant } from '#src/platform/database/columns.ts'

export const contacts = pgTable(
  'contacts',
  {
    /** Its conversation's, too. */
    id: uuid('id')
      .primaryKey()
      .references(() => threads.id),
    /** Who wrote it; null once that account is gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Where the writer wants the answer. */
    email: text('email').notNull(),
    game: expertise('game'),
    currentRank: text('current_rank'),
    message: text('message').notNull(),
    /** The coach whom it is about; null: none in particular. */
    coachId: uuid('coach_id').references(() => coaches.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at'),
    /** Which owner said so. */
    answeredBy: uuid('answered_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('contacts_user_idx').on(t.userId),
    index('contacts_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('contacts_unanswered_idx').on(t.createdAt).where(sql`answered_at is null`),
  ],
)

/** An inquiry, and the name of the coach whom it is about; null: none in particular. */
export type ContactRow = typeof contacts.$inferSelect & { coachName: string | null }
