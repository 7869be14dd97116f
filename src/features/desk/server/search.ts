import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { searchDesk as call } from '#src/features/desk/contract.ts'
import { listConversations } from '#src/features/messages/server/messages.ts'
import { deliveries, isListed, shownSubject } from '#src/features/notifications/server/table.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { contains } from '#src/platform/database/contains.ts'
import type { Db } from '#src/platform/database/db.ts'
import { byName, fold, foldOnce } from '#src/platform/database/fold.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallParsed, CallReply } from '#src/shared/define-call.ts'
import { showDollars } from '#src/shared/money.ts'
import { showDateIn, showDay } from '#src/shared/times.ts'
import { isVisibleTo } from './person/visible.ts'

type Found = CallReply<typeof call>[number]
type Asking = { db: Db; zone: string }

/** So many of each kind are found. */
const atMost = 5

/**
 * What `q` is a part of, five of each kind, the newest first, as far as this member of the team may read it (WHO-2): people
 * by name and e-mail, bookings and payments as the list of bookings finds them, conversations as their own list does, mails and SMS by whom they went to.
 * Dates are those of `zone` (IANA name).
 */
export async function searchDesk(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  staff: Account,
  { q, zone = env.businessTimeZone }: CallParsed<typeof call>['query'],
): Promise<Found[]> {
  return askExpensive(async () => {
    const asking = { db, zone }
    const people = await findPeople(asking, staff, q)
    const sold = await findBookings(db, q)
    const applicants = staff.isAdmin ? await findApplications(db, q) : []
    const addresses = [...people, ...applicants].map(({ email }) => email)
    return [
      ...people.map(({ email: _, ...found }) => found),
      ...sold.map((booking) => presentFound(booking, zone)),
      ...(await findConversations(asking, staff, q)),
      ...(staff.isOwner ? await findPayments(asking, q) : []),
      ...applicants.map(({ email: _, ...found }) => found),
      ...(await findCoaches(db, staff, q)),
      ...(await findDeliveries(asking, [q, ...addresses, ...sold.flatMap(addressesOf)])),
    ]
  })
}

async function findPeople({ db, zone }: Asking, staff: Account, q: string): Promise<(Found & { email: string })[]> {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email, createdAt: users.createdAt })
    .from(users)
    .where(and(contains(users, q), isVisibleTo(staff)))
    .orderBy(desc(users.id))
    .limit(atMost)
  return rows.map(({ id, name, email, createdAt }) => ({
    kind: 'person',
    id,
    title: name,
    text: `${email}, since ${showDay(createdAt, zone)}`,
    to: `/people/${id}`,
    email,
  }))
}

const isFound = (q: string) => contains(bookings, q)

const soldColumns = {
  id: bookings.id,
  number: bookings.number,
  customerName: bookings.customerName,
  customerEmail: bookings.customerEmail,
  customerPhone: bookings.customerPhone,
  coachName: bookings.coachName,
  serviceName: bookings.serviceName,
  startsAt: bookings.startsAt,
}
type Sold = Awaited<ReturnType<typeof findBookings>>[number]

async function findBookings(db: Db, q: string) {
  return db.select(soldColumns).from(bookings).where(isFound(q)).orderBy(desc(bookings.createdAt)).limit(atMost)
}

const addressesOf = ({ customerEmail, customerPhone }: Sold) => [
  customerEmail,
  ...(customerPhone ? [customerPhone] : []),
]

function presentFound(sold: Sold, zone: string): Found {
  const { id, number, customerName } = sold
  return {
    kind: 'booking',
    id,
    title: `${customerName}, ${number}`,
    text: aboutOf(sold, zone),
    to: `/owner?booking=${id}`,
  }
}

const aboutOf = ({ serviceName, coachName, startsAt }: Sold, zone: string) =>
  `${serviceName} with ${coachName}, ${startsAt ? showDateIn(startsAt, zone) : 'no date yet'}`

async function findConversations({ db, zone }: Asking, staff: Account, q: string): Promise<Found[]> {
  const { conversations } = await listConversations(db, staff, { q, zone })
  return conversations.slice(0, atMost).map(({ threadId, kind, aboutId, name, about, last }) => ({
    kind: 'conversation',
    id: threadId,
    title: name,
    text: `${last.number} ${last.number === 1 ? 'message' : 'messages'}, ${about}`,
    to: {
      application: `/admin-sms?application=${aboutId}`,
      inquiry: `/owner?tab=messages&inquiry=${aboutId}`,
      booking: staff.isOwner ? `/owner?tab=messages&booking=${aboutId}` : `/admin?booking=${aboutId}`,
    }[kind],
  }))
}

/** By their own numbers, and of the bookings that fit. */
async function findPayments({ db, zone }: Asking, q: string): Promise<Found[]> {
  const paymentsOf = (which: SQL | undefined) =>
    db
      .select({ order: orders, booking: { id: bookings.id, createdAt: bookings.createdAt } })
      .from(orders)
      .leftJoin(bookings, eq(bookings.id, orders.bookingId))
      .where(and(isNotNull(orders.settledAt), which))
  const byNumber = await paymentsOf(or(eq(orders.intentId, q), eq(orders.receiptNumber, q))).limit(atMost)
  const ofBookings = await db
    .select({ order: orders, booking: { id: bookings.id, createdAt: bookings.createdAt } })
    .from(bookings)
    .innerJoin(orders, eq(orders.bookingId, bookings.id))
    .where(isFound(q))
    .orderBy(desc(bookings.createdAt))
    .limit(atMost)
  const seen = new Set(byNumber.map(({ order }) => order.id))
  const rows = [...byNumber, ...ofBookings.filter(({ order }) => !seen.has(order.id))].slice(0, atMost)
  return rows.map(({ order, booking }) => {
    const { id, amount, refunded, contactName, receiptNumber, paidWith, settledAt } = order
    const facts = [
      settledAt && showDay(settledAt, zone),
      paidWith,
      receiptNumber && `receipt ${receiptNumber}`,
      refunded > 0 && `${showDollars(refunded)} refunded`,
    ]
    return {
      kind: 'payment',
      id,
      title: `${showDollars(amount)}, ${contactName}`,
      text: facts.filter(Boolean).join(', '),
      to: booking ? `/owner?booking=${booking.id}` : '/owner?tab=money',
    }
  })
}

async function findApplications(db: Db, q: string): Promise<(Found & { email: string })[]> {
  const { id, applicantName, applicantEmail, currentRank, status, createdAt } = coachApplications
  const rows = await db
    .select({ id, applicantName, email: applicantEmail, currentRank, status })
    .from(coachApplications)
    .where(contains(coachApplications, q))
    .orderBy(desc(createdAt))
    .limit(atMost)
  return rows.map(({ id, applicantName, email, currentRank, status }) => ({
    kind: 'application',
    id,
    title: applicantName,
    text: `${email}, ${currentRank}, ${status}`,
    to: `/admin-sms?application=${id}`,
    email,
  }))
}

/** There are few enough coaches to read them all. Owners edit them, admins see who is on the site. */
async function findCoaches(db: Db, { isOwner }: Account, q: string): Promise<Found[]> {
  const isNamed = sql`strpos(${fold(coaches.name)}, ${foldOnce(q)}) > 0`
  const rows = await db
    .select({
      id: coaches.id,
      name: coaches.name,
      slug: coaches.slug,
      title: coaches.title,
      isActive: coaches.isActive,
    })
    .from(coaches)
    .where(and(isNamed, isOwner ? undefined : eq(coaches.isActive, true)))
    .orderBy(byName(coaches.name))
    .limit(atMost)
  return rows.map(({ id, name, slug, title, isActive }) => ({
    kind: 'coach',
    id,
    title: name,
    text: `${title}${isActive ? '' : ', not published'}`,
    to: isOwner ? `/owner?tab=coaches&q=${encodeURIComponent(name)}` : `/coaches/${slug}`,
  }))
}

async function findDeliveries({ db, zone }: Asking, recipients: string[]): Promise<Found[]> {
  const { id, recipient, status, createdAt } = deliveries
  const rows = await db
    .select({ id, title: shownSubject, recipient, status, createdAt })
    .from(deliveries)
    .where(and(isListed, inArray(recipient, [...new Set(recipients)])))
    .orderBy(desc(createdAt))
    .limit(atMost)
  return rows.map(({ id, title, recipient, status, createdAt }) => ({
    kind: 'delivery',
    id,
    title: title || 'SMS',
    text: `To ${recipient}, ${showDay(createdAt, zone)}, ${status}`,
    to: `/admin-deliveries?id=${id}`,
  }))
}
