import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { createdAt, id } from '#src/platform/database/columns.ts'

/** What the team notes about a person, for the team alone: only added to, and gone with the person's account. */
export const staffNotes = pgTable(
  'staff_notes',
  {
    id: id(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    writerId: uuid('writer_id')
      .notNull()
      .references(() => users.id),
    note: text('note').notNull(),
    /** The writer's own key of this note: repeating it keeps nothing twice. */
    idempotencyKey: uuid('idempotency_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('staff_notes_idempotency_key').on(t.personId, t.idempotencyKey),
    index('staff_notes_person_idx').on(t.personId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)
