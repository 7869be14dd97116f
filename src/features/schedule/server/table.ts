import { sql } from 'drizzle-orm'
import { check, customType, date, foreignKey, index, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
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
export const availability = pgTable('availability', {
  coachId: coachId().primaryKey(),
  /** IANA name. */
  zone: text('zone').notNull(),
})

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

/** One day that differs from the week: its own hours, or, with both null, a day off. */
export const exceptions = pgTable(
  'availability_exceptions',
  {
    id: id(),
    coachId: coachId(),
    date: date('date', { mode: 'string' }).notNull(),
    opens: smallint('opens'),
    closes: smallint('closes'),
  },
  (t) => [
    unique('availability_exceptions_day_key').on(t.coachId, t.date),
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
    createdAt: createdAt(),
  },
  (t) => [
    check('slots_capacity', sql`${t.capacity} between 1 and 4`),
    unique('slots_id_capacity_key').on(t.id, t.capacity),
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
    /** Null for somebody staff booked who has no account. */
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
