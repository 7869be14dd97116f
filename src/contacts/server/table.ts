import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/accounts/server/table.ts'
import { createdAt, id, instant } from '#src/server/columns.ts'
import { games } from '#src/shared/game.ts'

export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    /** Who wrote it; null once that account is gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Where the writer wants the answer. */
    email: text('email').notNull(),
    game: text('game', { enum: games }).notNull(),
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
