import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import type { About } from '#src/features/audit/contract.ts'
import { createdAt, id, isOneOf } from '#src/platform/database/columns.ts'

/**
 * What staff did, and of coaches what is a `coachsAct`: a row before the act, its outcome after it, and from then on it stays as it is (triggers written by
 * hand in the migration), but for the sentence, which goes with the people in it. What stays are ids and decisions: a
 * deleted account's id names nobody here, too.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    personId: uuid('person_id').references(() => users.id),
    /** An admin without account, by their row in the list of admins, which may be gone by now. */
    listedAdminId: uuid('listed_admin_id'),
    door: text('door', { enum: ['account', 'admin-login'] }).notNull(),
    /** Method and path of the call, such as `POST /api/contacts/:contactId/answered`. */
    call: text('call').notNull(),
    about: jsonb('about').$type<About>().notNull(),
    /** What they did, with names and amounts as they were: `cancelled Demo Player's Dec 2 session`. Null: older, forgotten, or about who is gone. */
    sentence: text('sentence'),
    /** The answer's HTTP status; null while the act is under way, and for ever when the process died in the middle of it. */
    status: smallint('status'),
    createdAt: createdAt(),
  },
  (t) => [
    check('audit_log_door', isOneOf(t.door, ['account', 'admin-login'])),
    index('audit_log_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('audit_log_one_person', sql`num_nonnulls(${t.personId}, ${t.listedAdminId}) = 1`),
    index('audit_log_person_idx').on(t.personId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)
