import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { createdAt, expertise, id } from '#src/platform/database/columns.ts'
import type { LastDecision } from '#src/platform/database/last-decision.ts'

/** Stands where the reason for turning a rating down stood, or would, of a player who is gone. */
export const forgotten = 'Deleted'

/** What the owner decides: whether it is public, and why not; neither while nobody has. */
export type RatingDecision = { isApproved: boolean; rejectReason: string | null }

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
    /** What was booked, and the player's rank when they rated it; null: not known. */
    serviceName: text('service_name'),
    rank: text('rank'),
    isApproved: boolean('is_approved').notNull().default(false),
    /** Why the owner turned it down; null while nobody has. */
    rejectReason: text('reject_reason'),
    lastDecision: jsonb('last_decision').$type<LastDecision<RatingDecision>>(),
    createdAt: createdAt(),
  },
  (t) => [
    // `desc` in a query means nulls first, and an index serves only its own order.
    index('ratings_coach_idx').on(t.coachId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('ratings_user_idx').on(t.userId),
    index('ratings_pending_idx')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`not is_approved and reject_reason is null`),
    index('ratings_approved_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`is_approved`),
    check('ratings_stars', sql`${t.rating} between 1 and 5`),
    check('ratings_decided_once', sql`not (${t.isApproved} and ${t.rejectReason} is not null)`),
  ],
)
