import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { isCalledOff, statusLabels } from '#src/features/bookings/life-cycle.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { PersonLine } from '#src/features/desk/person-contract.ts'
import { mayReadThread } from '#src/features/messages/server/messages.ts'
import { messages, threads } from '#src/features/messages/server/table.ts'
import { deliveries, isListed, shownSubject } from '#src/features/notifications/server/table.ts'
import { showDollars } from '#src/shared/money.ts'
import { isE164 } from '#src/shared/phone.ts'
import { firstWords } from '../waiting-lines.ts'
import { type About, atMost, type Section } from './about.ts'

type BookingRow = typeof bookings.$inferSelect

/** What the person booked, those without an hour and those ahead first, and the numbers to reach them by, the latest first. */
export async function bookedSessions({ db, person }: About): Promise<Section & { phones: string[] }> {
  const isTheirs = eq(bookings.playerId, person.id)
  const [rows, given] = await Promise.all([
    db.select().from(bookings).where(isTheirs).orderBy(desc(bookings.startsAt)).limit(atMost),
    db
      .select({ phone: bookings.customerPhone })
      .from(bookings)
      .where(and(isTheirs, isNotNull(bookings.customerPhone)))
      .groupBy(bookings.customerPhone)
      .orderBy(desc(sql`max(${bookings.createdAt})`))
      .limit(atMost),
  ])
  return {
    all: `/owner?q=${encodeURIComponent(person.email)}`,
    lines: rows.map((row) => sessionLine(row, `${row.serviceName} with ${row.coachName}`)),
    phones: given.flatMap(({ phone }) => phone ?? []),
  }
}

/** What the person coaches. */
export async function coachedSessions({ db, person: { coach } }: About): Promise<Section> {
  if (!coach) return { all: null, lines: [] }
  const rows = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.coachId, coach.id), isNotNull(bookings.startsAt)))
    .orderBy(desc(bookings.startsAt))
    .limit(atMost)
  return {
    all: `/owner?q=${encodeURIComponent(coach.name)}`,
    lines: rows.map((row) => sessionLine(row, `${row.serviceName} for ${row.customerName}`)),
  }
}

function sessionLine(row: BookingRow, title: string): PersonLine {
  const { id, number, price, refunded, dispute, status, startsAt } = row
  const disputes = { inquiry: 'the bank asks', open: 'disputed', won: 'the bank took nothing', lost: 'dispute lost' }
  const facts = [
    `${number}, ${showDollars(price)}`,
    refunded > 0 && `${showDollars(refunded)} refunded`,
    dispute && disputes[dispute],
    !startsAt && 'no hour yet',
  ]
  return {
    ...{ id, title, text: facts.filter(Boolean).join(', '), at: startsAt?.toISOString() ?? null },
    mark: isCalledOff(row)
      ? { tone: 'warn', text: 'Called off' }
      : { tone: status === 'confirmed' ? 'good' : 'warn', text: statusLabels[status] },
    to: `/owner?booking=${id}`,
  }
}

/** Conversations about the person's bookings and applications that the reader may read (MSG-6), those written in last first. */
export async function conversations({ db, staff, person }: About): Promise<Section> {
  const own = unionAll(
    db
      .select({ id: threads.id })
      .from(threads)
      .innerJoin(bookings, eq(bookings.id, threads.bookingId))
      .where(eq(bookings.playerId, person.id)),
    db
      .select({ id: threads.id })
      .from(threads)
      .innerJoin(coachApplications, eq(coachApplications.id, threads.applicationId))
      .where(eq(coachApplications.userId, person.id)),
  )
  const rows = await db
    .select({ thread: threads, message: messages, coachName: bookings.coachName, serviceName: bookings.serviceName })
    .from(threads)
    .innerJoin(messages, and(eq(messages.threadId, threads.id), eq(messages.number, threads.lastNumber)))
    .leftJoin(bookings, eq(bookings.id, threads.bookingId))
    // As an array: the database then looks each up, instead of reading all conversations.
    .where(and(sql`${threads.id} = any(array(${own}))`, gt(threads.lastNumber, 0), mayReadThread(db, staff)))
    .orderBy(desc(messages.createdAt))
    .limit(atMost)
  return {
    all: null,
    lines: rows.map(({ thread: { id, bookingId, applicationId, waitingSince }, message, coachName, serviceName }) => ({
      id,
      title: bookingId ? `${serviceName} with ${coachName}` : 'Application',
      text: `${message.senderName}: ${firstWords(message.content)}`,
      at: message.createdAt.toISOString(),
      mark: waitingSince && { tone: 'warn', text: 'Waiting' },
      to: staff.isAdmin
        ? `/admin-sms?${bookingId ? `booking=${bookingId}` : `application=${applicationId}`}&mode=message`
        : bookingId && `/owner?tab=messages&booking=${bookingId}`,
    })),
  }
}

/** What was mailed to the person's address and texted to their numbers. */
export async function mailsAndTexts({ db, person }: About, phones: string[]): Promise<Section> {
  const { id, channel, recipient, status, createdAt } = deliveries
  const numbers = [...phones, person.coach?.phone].filter(isE164)
  const rows = await db
    .select({ id, channel, recipient, subject: shownSubject, status, createdAt })
    .from(deliveries)
    .where(and(isListed, inArray(recipient, [person.email, ...numbers])))
    .orderBy(desc(createdAt))
    .limit(atMost)
  const marks = {
    queued: { tone: 'neutral', text: 'Queued' },
    sent: null,
    failed: { tone: 'bad', text: 'Failed' },
    superseded: { tone: 'neutral', text: 'Superseded' },
  } as const
  return {
    all: `/admin-deliveries?to=${encodeURIComponent(person.email)}`,
    lines: rows.map(({ id, channel, recipient, subject, status, createdAt }) => ({
      ...{ id, title: subject || 'SMS', text: `${channel === 'sms' ? 'SMS' : 'Mail'} to ${recipient}` },
      ...{ at: createdAt.toISOString(), mark: marks[status], to: `/admin-deliveries?id=${id}` },
    })),
  }
}
