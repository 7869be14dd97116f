import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { admins, users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import { messages, threads } from '#src/features/messages/server/table.ts'
import { ratings } from '#src/features/ratings/server/table.ts'
import { successStories } from '#src/features/stories/server/table.ts'

/**
 * The entities by their exact public fields (API-1): `?` may be absent, `= x` is the default.
 * Ours may have more. A user's password is kept as a hash, and a message's booking or application is its thread's.
 */
const entities: [string, PgTable, string][] = [
  ['users', users, 'id, email, name, passwordHash, isAdmin = false, isOwner = false, createdAt'],
  ['contacts', contacts, 'id, name, email, game, currentRank?, message, createdAt'],
  [
    'bookings',
    bookings,
    'id, customerName, customerEmail, customerPhone?, coachName, serviceName, sessionDate, sessionTime, price, paymentId?, status = "confirmed", createdAt',
  ],
  ['threads', threads, 'id, bookingId?, applicationId?'],
  ['messages', messages, 'id, threadId, senderName, senderEmail, side, content, createdAt'],
  ['ratings', ratings, 'id, bookingId, userId?, coachName, rating, review?, game, isApproved = false, createdAt'],
  [
    'success_stories',
    successStories,
    'id, userId, userName, coachName, game, beforeRank, afterRank, story, sessionsCount = 1, isApproved = false, isFeatured = false, createdAt',
  ],
  ['admins', admins, 'id, email, name, createdAt'],
  [
    'coach_applications',
    coachApplications,
    'id, userId?, applicantName, applicantEmail, applicantPhone?, gameExpertise, currentRank, coachingExperience, whyCoach, availability, discordUsername?, portfolioLinks?, status = "pending", adminNotes?, createdAt',
  ],
  [
    'coaches',
    coaches,
    'id, name, title, description, gameExpertise, currentRank, profileImageUrl?, discordUsername?, portfolioLinks?, availability?, isActive = true, totalStudents = 0, averageRating = "0.00", totalHours = 0, achievements = [], specialties = [], createdAt, updatedAt',
  ],
]

test.each(entities)('%s', (_name, table, fields) => {
  const columns = getTableColumns(table)
  for (const field of fields.split(/, (?!\])/)) {
    const [, name, optional, , value] = /^(\w+)(\?)?( = (.+))?$/.exec(field)!
    const column = columns[name!]
    expect(column, name).toBeDefined()
    expect(column!.notNull, `${name} is required`).toBe(!optional)
    if (value) expect(column!.default, name).toEqual(JSON.parse(value))
  }
})

test('e-mails of accounts and admins are unique, prices and averages have their digits', () => {
  expect(getTableColumns(users).email.isUnique).toBe(true)
  expect(getTableColumns(admins).email.isUnique).toBe(true)
  expect(getTableColumns(bookings).price.getSQLType()).toBe('numeric(10,2)')
  expect(getTableColumns(coaches).averageRating.getSQLType()).toBe('numeric(3, 2)')
})
