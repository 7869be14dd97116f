import { eq, inArray, or } from 'drizzle-orm'
import { users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import type { FindNames } from '#src/features/audit/server/audit.ts'
import { toBeDecided } from '#src/features/bookings/rules.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import { bookings, guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import { threads } from '#src/features/messages/server/table.ts'
import { isNobody } from '#src/features/notifications/server/notifications.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { orders, paymentProblems } from '#src/features/payments/server/table.ts'
import { ratings } from '#src/features/ratings/server/table.ts'
import { choices, questions } from '#src/features/sessions/server/table.ts'
import { successStories } from '#src/features/stories/server/table.ts'
import type { Db } from '#src/platform/database/db.ts'
import { toDecimal } from '#src/shared/money.ts'
import { spoken } from '#src/shared/text/sentences.ts'
import { showMonthDay } from '#src/shared/times.ts'

/** What the audit calls everything that staff's calls are about, as it is at this moment. */
export const findNames: FindNames = {
  booking: (db, id) => nameBooking(db, id),
  bookings: async (db, { numbers, ids, cents }) => {
    const { id, number, customerName, customerEmail, coachName, sessionDate } = bookings
    const found = await db
      .select({ id, number, customerName, customerEmail, coachName, sessionDate })
      .from(bookings)
      .where(or(inArray(number, numbers), inArray(id, ids)))
      .orderBy(number)
    const names = found.map((booking) => {
      const sum = cents.get(booking.number)
      return `${sessionOf(booking)} (${booking.number}${sum === undefined ? '' : `, $${toDecimal(sum)}`})`
    })
    const unknown = numbers.filter((each) => !found.some((booking) => booking.number === each))
    const isGone = found.some((booking) => isNobody(booking.customerEmail))
    return { name: [...names, ...unknown].join(', '), ids: found.map((booking) => booking.id), isGone }
  },
  coach: async (db, id) => {
    const [coach] = await db.select({ name: coaches.name }).from(coaches).where(eq(coaches.id, id))
    return coach
  },
  player: nameAccount,
  user: nameAccount,
  coachApplication: async (db, id) => {
    const { applicantName } = coachApplications
    const [row] = await db.select({ applicantName }).from(coachApplications).where(eq(coachApplications.id, id))
    return row && { name: `${row.applicantName}'s application` }
  },
  contact: async (db, id) => {
    const [row] = await db.select({ name: contacts.name }).from(contacts).where(eq(contacts.id, id))
    return row && { name: `${row.name}'s inquiry` }
  },
  story: async (db, id) => {
    const { userName, isApproved } = successStories
    const [row] = await db.select({ userName, isApproved }).from(successStories).where(eq(successStories.id, id))
    return row && { name: `${row.userName}'s ${row.isApproved ? 'public ' : ''}story` }
  },
  delivery: async (db, id) => {
    const { channel, subject } = deliveries
    const [row] = await db.select({ channel, subject }).from(deliveries).where(eq(deliveries.id, id))
    return row && { name: row.channel === 'sms' ? 'an SMS' : `the mail “${row.subject}”` }
  },
  claim: async (db, id) => {
    const { bookingId } = guaranteeClaims
    const [row] = await db.select({ bookingId }).from(guaranteeClaims).where(eq(guaranteeClaims.id, id))
    return row && nameBooking(db, row.bookingId, (booking) => `the guarantee claim for ${booking}`)
  },
  question: async (db, id) => {
    const [row] = await db.select({ bookingId: questions.bookingId }).from(questions).where(eq(questions.id, id))
    return row && nameBooking(db, row.bookingId, (booking) => `the question about ${booking}`)
  },
  choice: async (db, id) => {
    const [row] = await db.select({ bookingId: choices.bookingId }).from(choices).where(eq(choices.id, id))
    return row && nameBooking(db, row.bookingId)
  },
  thread: async (db, id) => {
    const [row] = await db.select().from(threads).where(eq(threads.id, id))
    if (row?.bookingId) return nameBooking(db, row.bookingId, (booking) => `the conversation about ${booking}`)
    const named = row?.applicationId
      ? await findNames.coachApplication(db, row.applicationId)
      : await findNames.contact(db, id)
    return named && { ...named, name: `the conversation about ${named.name}` }
  },
  rating: async (db, id) => {
    const { bookingId, isApproved, rating: stars } = ratings
    const [row] = await db.select({ bookingId, isApproved, stars }).from(ratings).where(eq(ratings.id, id))
    if (!row) return undefined
    const what = `the ${row.isApproved ? 'public ' : ''}${row.stars}-star rating`
    return nameBooking(db, row.bookingId, (booking) => `${what} of ${booking}`)
  },
  problem: async (db, id) => {
    const { kind, bookingId } = paymentProblems
    const [row] = await db
      .select({ kind, bookingId, ordered: orders.bookingId })
      .from(paymentProblems)
      .leftJoin(orders, eq(orders.id, paymentProblems.orderId))
      .where(eq(paymentProblems.id, id))
    if (!row) return undefined
    const name = `the payment problem “${spoken(row.kind)}”`
    const booking = row.bookingId ?? row.ordered
    return booking ? nameBooking(db, booking, (of) => `${name} about ${of}`) : { name }
  },
}

async function nameAccount(db: Db, id: string) {
  const [account] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, id))
  return account && { name: account.name, isGone: isNobody(account.email) }
}

type Named = Pick<BookingRow, 'customerName' | 'coachName' | 'sessionDate'>

/** `Demo Player's Dec 2 session with QuietPump` */
function sessionOf({ customerName, coachName, sessionDate }: Named): string {
  const day = sessionDate === toBeDecided ? '' : `${showMonthDay(sessionDate)} `
  return `${customerName}'s ${day}session with ${coachName}`
}

/** Such a name, and what that is a part of. */
async function nameBooking(db: Db, bookingId: string, whole = (booking: string) => booking) {
  const { customerName, customerEmail, coachName, sessionDate } = bookings
  const [row] = await db
    .select({ customerName, customerEmail, coachName, sessionDate })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  if (!row) return undefined
  const isGone = isNobody(row.customerEmail)
  return { name: whole(sessionOf(row)), bookingId, isGone }
}
