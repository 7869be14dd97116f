import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, integer, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { createdAt, expertise, id, instant } from '#src/platform/database/columns.ts'

export const coaches = pgTable(
  'coaches',
  {
    id: id(),
    /** The account that coaches; a profile can exist before its coach has one. */
    userId: uuid('user_id')
      .unique('coaches_user_key')
      .references(() => users.id, { onDelete: 'set null' }),
    slug: text('slug').notNull().unique('coaches_slug_key'),
    name: text('name').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    gameExpertise: expertise('game_expertise'),
    currentRank: text('current_rank').notNull(),
    profileImageUrl: text('profile_image_url'),
    discordUsername: text('discord_username'),
    portfolioLinks: text('portfolio_links'),
    availability: text('availability'),
    isActive: boolean('is_active').notNull().default(true),
    /** Different players of the sessions held here, counted by bookings; `presentCoach` adds those from before. */
    totalStudents: integer('total_students').notNull().default(0),
    /** 0.00 until a rating was approved. */
    averageRating: numeric('average_rating', { precision: 3, scale: 2 }).notNull().default('0.00'),
    /** Whole hours of the sessions held here, counted as students are. */
    totalHours: integer('total_hours').notNull().default(0),
    /** Sessions that were over by then are counted; null: none yet. */
    countedAt: instant('counted_at'),
    /** What the coach did before Level Up, as the owner gives it; never without saying where that is known from. */
    studentsBefore: integer('students_before').notNull().default(0),
    hoursBefore: integer('hours_before').notNull().default(0),
    beforeSource: text('before_source'),
    achievements: text('achievements').array().notNull().default([]),
    specialties: text('specialties').array().notNull().default([]),
    /** When the coach last said that their working hours are right; null: never, so the default ones are only a guess. */
    hoursConfirmedAt: instant('hours_confirmed_at'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  // The owner's list, one page of it.
  (t) => [
    index('coaches_name_idx').on(sql`lower(${t.name})`, t.id),
    check(
      'coaches_before_sourced',
      sql`${t.studentsBefore} >= 0 and ${t.hoursBefore} >= 0 and (${t.studentsBefore} + ${t.hoursBefore} = 0 or ${t.beforeSource} is not null)`,
    ),
  ],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A coach's photo, ready to be shown. A new photo is a new row, so that its address can be kept for ever. */
export const coachPhotos = pgTable('coach_photos', {
  id: id(),
  coachId: uuid('coach_id')
    .notNull()
    .unique('coach_photos_coach_key')
    .references(() => coaches.id, { onDelete: 'cascade' }),
  bytes: bytea('bytes').notNull(),
  createdAt: createdAt(),
})
