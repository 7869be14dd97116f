import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { blockingSides } from '#src/features/coaches/blocks.ts'
import { createdAt, expertise, id, instant, isOneOf } from '#src/platform/database/columns.ts'
import { fold } from '#src/platform/database/fold.ts'
import { type Language, languageCodes } from '#src/shared/languages.ts'

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
    /** The coach's own room, where sessions are held: an https address, for players who booked. Null: they meet on Discord. */
    roomUrl: text('room_url'),
    /** For SMS when a player waits or asks; E.164. The team reads it, nobody else. */
    phone: text('phone'),
    availability: text('availability'),
    isActive: boolean('is_active').notNull().default(true),
    /** Different players of the sessions held here, counted by bookings; `presentCoach` adds those from before. */
    totalStudents: integer('total_students').notNull().default(0),
    /** 0.00 until a rating was approved. */
    averageRating: numeric('average_rating', { precision: 3, scale: 2 }).notNull().default('0.00'),
    /** How many approved ratings that is the average of. */
    ratingCount: integer('rating_count').notNull().default(0),
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
    /** The languages they teach in. */
    languages: text('languages').array().$type<Language[]>().notNull().default([]),
    /** What only the coach's own page says. */
    howITeach: text('how_i_teach'),
    clipUrl: text('clip_url'),
    publicLinks: text('public_links').array().notNull().default([]),
    /** The zone (IANA name) of the working hours the coach saved last; null: they never saved any. */
    zone: text('zone'),
    /** Median minutes of the coach's answers, and of how many, as `messages` counts them; null: too few to say. */
    answerMinutes: integer('answer_minutes'),
    answersCounted: integer('answers_counted'),
    /** Of how many sessions lately it is known when both came, and to how many of these the coach came on time, as `sessions` counts them; null: too few to say. */
    knownArrivals: integer('known_arrivals'),
    onTimeArrivals: integer('on_time_arrivals'),
    /** When the coach last said that their working hours are right; null: never, so the default ones are only a guess. */
    hoursConfirmedAt: instant('hours_confirmed_at'),
    /** The version of the coaches' rules that the coach accepted last, and when; null: never. */
    rulesVersion: smallint('rules_version'),
    rulesAcceptedAt: instant('rules_accepted_at'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  // The owner's list, one page of it.
  (t) => [
    index('coaches_name_idx').on(fold(t.name), t.name, t.id),
    check(
      'coaches_before_sourced',
      sql`${t.studentsBefore} >= 0 and ${t.hoursBefore} >= 0 and (${t.studentsBefore} + ${t.hoursBefore} = 0 or ${t.beforeSource} is not null)`,
    ),
    check('coaches_languages_known', sql`${t.languages} <@ ${sql.raw(`'{${languageCodes.join(',')}}'::text[]`)}`),
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

/** A player and a coach who want nothing more of each other, by which of the two: they neither write to each other nor meet. */
export const blocks = pgTable(
  'blocks',
  {
    playerId: uuid('player_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    coachId: uuid('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    by: text('by', { enum: blockingSides }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.playerId, t.coachId, t.by] }),
    check('blocks_by', isOneOf(t.by, blockingSides)),
    index('blocks_coach_idx').on(t.coachId),
    index('blocks_created_idx').on(t.createdAt.desc().nullsFirst()),
  ],
)
