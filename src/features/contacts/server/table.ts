import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { createdAt, expertise, id, instant } from '#src/platform/database/columns.ts'

export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    /** Who wrote it; null once that account is gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Where the writer wants the answer. */
    email: text('email').notNull(),
    game: expertise('game'),
    currentRank: text('current_rank'),
    message: text('message').notNull(),
    answeredAt: instant('answered_at'),
    /** Which owner said so. */
    answeredBy: uuid('answered_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('contacts_user_idx').on(t.userId),
    index('contacts_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)
