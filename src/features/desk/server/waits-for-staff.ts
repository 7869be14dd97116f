import { and, asc, desc, eq, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { isForOthers, isOwnSessionOf } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import type { WaitingKind } from '#src/features/desk/waiting-kinds.ts'
import { answerMinutes } from '#src/features/messages/rules.ts'
import { mayReadThread } from '#src/features/messages/server/messages.ts'
import { messages, threads } from '#src/features/messages/server/table.ts'
import { isFailure } from '#src/features/notifications/server/notifications.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { saidWords } from '#src/features/sessions/outcome-words.ts'
import { problemLabels } from '#src/features/sessions/safety.ts'
import { decideBy, isUndecided, mayBeAbout } from '#src/features/sessions/server/sessions.ts'
import { questions, reports } from '#src/features/sessions/server/table.ts'
import type { Db } from '#src/platform/database/db.ts'
import { type Asking, atMost, firstWords, type Group, type Roles, total } from './waiting-lines.ts'

/** What owners and admins both see to; applications too, which owners only count. */
export function waitsForStaff(deps: Asking, roles: Roles) {
  const { db } = deps
  return {
    ...(roles.id && { report: { to: '/owner', find: openReports(db, roles.id) } }),
    question: { to: '/owner', find: () => openQuestions(db, roles.id) },
    unscheduled: { to: '/owner', find: () => withoutHour(db, roles.id) },
    conversation: { to: roles.isOwner ? '/owner?tab=messages' : '/admin', find: () => unanswered(deps, roles) },
    application: {
      to: roles.isAdmin ? '/admin-sms?tab=applications' : '/owner?tab=roles',
      find: () => pendingApplications(db),
    },
    delivery: { to: '/admin-deliveries?state=failed', find: () => failedDeliveries(deps) },
  } satisfies Partial<Record<WaitingKind, Group>>
}

/** Nobody hears of a report that may be about them (SAFE-1). */
const openReports = (db: Db, readerId: string) => async () => {
  const rows = await db
    .select({ report: reports, booking: bookings, coachName: coaches.name, total })
    .from(reports)
    .innerJoin(bookings, eq(bookings.id, reports.bookingId))
    .leftJoin(coaches, eq(coaches.id, reports.coachId))
    .where(and(isNull(reports.settledAt), not(mayBeAbout(readerId))))
    .orderBy(asc(reports.createdAt))
    .limit(atMost)
  return rows.map(({ report: { id, by, problem, createdAt }, booking, coachName, total }) => ({
    total,
    id,
    title: problemLabels[problem],
    text: `${by === 'player' ? booking.customerName : (coachName ?? booking.coachName)} reported it, booking ${booking.number}`,
    since: createdAt,
    to: '/owner',
  }))
}

/** Without those about the reader's own sessions, which they do not decide (MISS-7). */
async function openQuestions(db: Db, readerId?: string) {
  const rows = await db
    .select({ question: questions, booking: bookings, total })
    .from(questions)
    .innerJoin(bookings, eq(bookings.id, questions.bookingId))
    .where(and(isUndecided, readerId ? not(isOwnSessionOf(readerId)) : undefined))
    .orderBy(asc(questions.staffSince))
    .limit(atMost)
  return rows.map(({ question, booking: { customerName, coachName, serviceName, number }, total }) => ({
    total,
    id: question.id,
    title: saidWords(question, { player: customerName, coach: coachName }, null),
    text: `${serviceName}, booking ${number}`,
    since: question.staffSince ?? question.askedAt,
    dueBy: decideBy(question.staffSince),
    to: '/owner',
  }))
}

/** Without the reader's own sessions, which others schedule (BOOK-4). */
async function withoutHour(db: Db, readerId?: string) {
  const rows = await db
    .select({ booking: bookings, total })
    .from(bookings)
    .where(
      and(
        ...[eq(bookings.status, 'confirmed'), isNull(bookings.startsAt)],
        readerId ? not(isForOthers(readerId)) : undefined,
      ),
    )
    .orderBy(asc(bookings.createdAt))
    .limit(atMost)
  return rows.map(({ booking: { id, customerName, serviceName, coachName, createdAt }, total }) => ({
    total,
    id,
    title: customerName,
    text: `${serviceName}, ${coachName}`,
    since: createdAt,
    to: `/owner?booking=${id}`,
  }))
}

/** What players wrote that their coach let wait, what applicants wrote, and what came after our answer to an inquiry: the first is a kind of its own. */
async function unanswered({ db, now }: Asking, { id: readerId, isOwner, isAdmin }: Roles) {
  const isOurs = or(
    and(isNotNull(threads.bookingId), lt(threads.waitingSince, new Date(+now() - answerMinutes * 60_000))),
    isAdmin ? isNotNull(threads.applicationId) : undefined,
    isOwner ? isNotNull(contacts.answeredAt) : undefined,
  )
  const mayRead = readerId ? mayReadThread(db, { id: readerId, isOwner, isAdmin }) : undefined
  const rows = await db
    .select({
      thread: threads,
      content: messages.content,
      sender: messages.senderName,
      coachName: bookings.coachName,
      total,
    })
    .from(threads)
    .innerJoin(messages, and(eq(messages.threadId, threads.id), eq(messages.number, threads.lastNumber)))
    .leftJoin(bookings, eq(bookings.id, threads.bookingId))
    .leftJoin(contacts, eq(contacts.id, threads.id))
    .where(and(isNotNull(threads.waitingSince), isOurs, mayRead))
    .orderBy(asc(threads.waitingSince))
    .limit(atMost)
  return rows.map(({ thread: { id, bookingId, applicationId, waitingSince }, content, sender, coachName, total }) => ({
    total,
    id,
    title: `${sender}, ${coachName ? `session with ${coachName}` : applicationId ? 'application' : 'inquiry'}`,
    text: firstWords(content),
    since: waitingSince ?? now(),
    to: applicationId
      ? `/admin-sms?application=${applicationId}&mode=message`
      : isOwner
        ? `/owner?tab=messages&${bookingId ? `booking=${bookingId}` : `inquiry=${id}`}`
        : `/admin?booking=${bookingId}`,
  }))
}

async function pendingApplications(db: Db) {
  const rows = await db
    .select({ application: coachApplications, total })
    .from(coachApplications)
    .where(sql`status = 'pending'`)
    .orderBy(asc(coachApplications.createdAt))
    .limit(atMost)
  return rows.map(({ application: { id, applicantName, currentRank, createdAt }, total }) => ({
    total,
    id,
    title: applicantName,
    text: currentRank,
    since: createdAt,
    to: `/admin-sms?application=${id}`,
  }))
}

async function failedDeliveries({ db, now }: Asking) {
  const { id, channel, recipient, subject, text, createdAt } = deliveries
  const rows = await db
    .select({ id, channel, recipient, subject, text: sql<string>`left(${text}, 80)`, createdAt, total })
    .from(deliveries)
    .where(isFailure(now()))
    .orderBy(desc(createdAt))
    .limit(atMost)
  return rows.map(({ id, channel, recipient, subject, text, createdAt, total }) => ({
    total,
    id,
    title: channel === 'sms' ? text : subject,
    text: `To ${recipient}`,
    since: createdAt,
    to: `/admin-deliveries?state=failed&id=${id}`,
  }))
}
