import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { createdAt, expertise, id } from '#src/platform/database/columns.ts'

/** What a player says about a session: one rating per booking, public once the owner has approved it. */
export const ratings = pgTable(
  'ratings',
  {
    id: id(),
    bookingId: uuid('booking_id')
      .notNull()
      .unique('ratings_booking_key')
      .references(() => bookings.id),
    /** Null once the player's account was erased. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    coachId: uuid('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    coachName: text('coach_name').notNull(),
    rating: smallint('rating').notNull(),
    review: text('review'),
    game: expertise('game'),
    isApproved: boolean('is_approved').notNull().default(false),
    /** Why the owner turned it down; null while nobody has. */
    rejectReason: text('reject_reason'),
    createdAt: createdAt(),
  },
  (t) => [
    // `desc` in a query means nulls first, and an index serves only its own order.
    index('ratings_coach_idx').on(t.coachId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('ratings_user_idx').on(t.userId),
    index('ratings_pending_idx')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`not is_approved and reject_reason is null`),
    check('ratings_stars', sql`${t.rating} between 1 and 5`),
    check('ratings_decided_once', sql`not (${t.isApproved} and ${t.rejectReason} is not null)`),
  ],
)
