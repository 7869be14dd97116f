import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import { isUndecided, undecidedStates } from '#src/features/bookings/rules.ts'
import { isForOthers } from '#src/features/bookings/server/bookings.ts'
import { bookings, guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import type { WaitingKind } from '#src/features/desk/waiting-kinds.ts'
import { disputes, paymentProblems } from '#src/features/payments/server/table.ts'
import { ratings } from '#src/features/ratings/server/table.ts'
import { successStories } from '#src/features/stories/server/table.ts'
import type { Db } from '#src/platform/database/db.ts'
import { atMost, firstWords, type Group, type Roles, total } from './waiting-lines.ts'

/** What only owners see to (WHO-2). */
export function waitsForOwners(db: Db, { id }: Roles) {
  return {
    contact: { to: '/owner?tab=contacts', find: () => openContacts(db) },
    dispute: { to: '/owner?tab=money', find: () => openProblems(db, eq(paymentProblems.kind, 'dispute')) },
    problem: { to: '/owner?tab=money', find: () => openProblems(db, ne(paymentProblems.kind, 'dispute')) },
    claim: { to: '/owner?tab=money', find: () => openClaims(db) },
    coach: { to: '/owner?tab=coaches', find: () => readyCoaches(db) },
    rating: { to: '/owner?tab=ratings', find: () => undecidedRatings(db, id) },
    story: { to: '/owner?tab=stories', find: () => undecidedStories(db) },
  } satisfies Partial<Record<WaitingKind, Group>>
}

/** An inquiry is answered within a day (CONTACT-1). */
async function openContacts(db: Db) {
  const rows = await db
    .select({ contact: contacts, total })
    .from(contacts)
    .where(isNull(contacts.answeredAt))
    .orderBy(asc(contacts.createdAt))
    .limit(atMost)
  return rows.map(({ contact: { id, name, message, createdAt }, total }) => ({
    total,
    id,
    title: name,
    text: firstWords(message),
    since: createdAt,
    dueBy: new Date(+createdAt + 24 * 3_600_000),
    to: `/owner?tab=messages&inquiry=${id}`,
  }))
}

/** The soonest last day first. */
async function openProblems(db: Db, which: SQL) {
  const dueBy = sql`case when ${inArray(disputes.state, undecidedStates)} then ${disputes.dueBy} end`
  const rows = await db
    .select({ problem: paymentProblems, dispute: disputes, total })
    .from(paymentProblems)
    .leftJoin(disputes, eq(disputes.id, paymentProblems.disputeId))
    .where(and(isNull(paymentProblems.resolvedAt), which))
    .orderBy(sql`${dueBy} nulls last`, asc(paymentProblems.createdAt))
    .limit(atMost)
  return rows.map(({ problem: { id, text, createdAt }, dispute, total }) => ({
    total,
    id,
    title: text,
    text: null,
    since: createdAt,
    dueBy: dispute && isUndecided(dispute.state) ? dispute.dueBy : null,
    to: '/owner?tab=money',
  }))
}

async function openClaims(db: Db) {
  const rows = await db
    .select({ claim: guaranteeClaims, booking: bookings, total })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(eq(guaranteeClaims.status, 'open'))
    .orderBy(asc(guaranteeClaims.createdAt))
    .limit(atMost)
  return rows.map(({ claim: { id, reason, createdAt }, booking: { customerName, coachName }, total }) => ({
    total,
    id,
    title: `${customerName}, session with ${coachName}`,
    text: firstWords(reason),
    since: createdAt,
    to: '/owner?tab=money',
  }))
}

async function readyCoaches(db: Db) {
  const rows = await db
    .select({ coach: coaches, total })
    .from(coaches)
    .where(
      and(
        ...[eq(coaches.isActive, false), isNotNull(coaches.userId), isNotNull(coaches.hoursConfirmedAt)],
        eq(coaches.rulesVersion, coachRules.version),
        isNotNull(coaches.discordUsername),
      ),
    )
    .orderBy(asc(coaches.hoursConfirmedAt))
    .limit(atMost)
  return rows.map(({ coach: { id, name, title, hoursConfirmedAt, createdAt }, total }) => ({
    total,
    id,
    title: name,
    text: title,
    since: hoursConfirmedAt ?? createdAt,
    to: `/owner?tab=coaches&q=${encodeURIComponent(name)}`,
  }))
}

/** Without those of the reader's own sessions that another owner decides on (RATE-2). */
async function undecidedRatings(db: Db, readerId?: string) {
  const rows = await db
    .select({ rating: ratings, total })
    .from(ratings)
    .innerJoin(bookings, eq(bookings.id, ratings.bookingId))
    .where(
      and(sql`not is_approved and reject_reason is null`, readerId ? not(isForOthers(readerId, 'owner')) : undefined),
    )
    .orderBy(desc(ratings.createdAt), desc(ratings.id))
    .limit(atMost)
  return rows.map(({ rating: { id, coachName, rating, review, createdAt }, total }) => ({
    total,
    id,
    title: `${rating} of 5 stars for ${coachName}`,
    text: review && firstWords(review),
    since: createdAt,
    to: '/owner?tab=ratings',
  }))
}

async function undecidedStories(db: Db) {
  const rows = await db
    .select({ story: successStories, total })
    .from(successStories)
    .where(sql`not is_approved and reject_reason is null`)
    .orderBy(desc(successStories.createdAt), desc(successStories.id))
    .limit(atMost)
  return rows.map(({ story: { id, userName, coachName, story, createdAt }, total }) => ({
    total,
    id,
    title: `${userName} with ${coachName}`,
    text: firstWords(story),
    since: createdAt,
    to: '/owner?tab=stories',
  }))
}
