import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { createdAt, id, instant } from '#src/platform/database/columns.ts'

const coachId = () =>
  uuid('coach_id')
    .notNull()
    .references(() => coaches.id, { onDelete: 'cascade' })

/**
 * A coach who has said when they work, and in which zone. Without this row the default hours hold; with it and no weekly
 * hours the coach never works.
 */
export const availability = pgTable(
  'availability',
  {
    coachId: coachId().primaryKey(),
    /** IANA name. */
    zone: text('zone').notNull(),
    /** Between two sessions: whole quarters of an hour. */
    bufferMinutes: smallint('buffer_minutes').notNull().default(0),
    /** How long before its start a session must be booked; the bookable days begin tomorrow anyway. */
    noticeHours: smallint('notice_hours').notNull().default(0),
    /** On one day of the zone; null: as many as fit. */
    mostADay: smallint('most_a_day'),
    /** When the coach last saved hours or rules: what was read before that is older. */
    savedAt: instant('saved_at'),
  },
  (t) => [
    check('availability_buffer', sql`${t.bufferMinutes} between 0 and 60 and ${t.bufferMinutes} % 15 = 0`),
    check('availability_notice', sql`${t.noticeHours} between 0 and 72`),
    check('availability_most', sql`${t.mostADay} between 1 and 12`),
  ],
)

/** A coach's weekly hours: minutes from midnight in the coach's zone. */
export const weeklyHours = pgTable(
  'weekly_hours',
  {
    id: id(),
    coachId: coachId(),
    weekday: smallint('weekday').notNull(),
    opens: smallint('opens').notNull(),
    closes: smallint('closes').notNull(),
  },
  (t) => [
    index('weekly_hours_coach_idx').on(t.coachId),
    check('weekly_hours_weekday', sql`${t.weekday} between 1 and 7`),
    check('weekly_hours_order', sql`0 <= ${t.opens} and ${t.opens} < ${t.closes} and ${t.closes} <= 1440`),
  ],
)

/** Days that differ from the week: their own hours, or, with both null, off. */
export const exceptions = pgTable(
  'availability_exceptions',
  {
    id: id(),
    coachId: coachId(),
    date: date('date', { mode: 'string' }).notNull(),
    /** The last of these days; null: it is one day. */
    until: date('until', { mode: 'string' }),
    opens: smallint('opens'),
    closes: smallint('closes'),
  },
  (t) => [
    unique('availability_exceptions_day_key').on(t.coachId, t.date),
    check('availability_exceptions_until', sql`${t.until} > ${t.date}`),
    check(
      'availability_exceptions_order',
      sql`(${t.opens} is null and ${t.closes} is null) or (0 <= ${t.opens} and ${t.opens} < ${t.closes} and ${t.closes} <= 1440)`,
    ),
  ],
)

const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/**
 * One session of a coach, one row however many players share it. `slots_no_overlap`, an exclusion constraint written by
 * hand in the migration, is what makes double-booking impossible.
 */
export const slots = pgTable(
  'slots',
  {
    id: id(),
    coachId: coachId(),
    during: tstzrange('during').notNull(),
    capacity: smallint('capacity').notNull(),
    /** The coach called the session off: nobody sits in it, and nothing can be booked there until staff reopen it. */
    isShut: boolean('is_shut').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    check('slots_capacity', sql`${t.capacity} between 1 and 4`),
    unique('slots_id_capacity_key').on(t.id, t.capacity),
    index('slots_shut_idx').on(t.coachId).where(sql`${t.isShut}`),
  ],
)

/** One player's place in a slot. `heldUntil` null means booked; the capacity is the slot's own, by foreign key. */
export const seats = pgTable(
  'seats',
  {
    id: id(),
    slotId: uuid('slot_id').notNull(),
    capacity: smallint('capacity').notNull(),
    seatNo: smallint('seat_no').notNull(),
    /** Null for a customer without account, booked by staff. */
    playerId: uuid('player_id').references(() => users.id, { onDelete: 'set null' }),
    heldUntil: instant('held_until'),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: 'seats_slot_fk',
      columns: [t.slotId, t.capacity],
      foreignColumns: [slots.id, slots.capacity],
    }).onDelete('cascade'),
    unique('seats_no_key').on(t.slotId, t.seatNo),
    unique('seats_player_key').on(t.slotId, t.playerId),
    check('seats_no_fits', sql`${t.seatNo} between 1 and ${t.capacity}`),
    index('seats_player_idx').on(t.playerId),
  ],
)
