import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gte, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { logins } from '#src/features/accounts/server/table.ts'
import { isCalledOff, isHeld, statusLabels } from '#src/features/bookings/life-cycle.ts'
import { type BookingRow, findBooking } from '#src/features/bookings/server/bookings.ts'
import type { EvidenceField } from '#src/features/desk/evidence-contract.ts'
import type { Side } from '#src/features/messages/rules.ts'
import { messages, threads } from '#src/features/messages/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { disputeOf, hasAnswer, whyNoAnswer, writeAnswer } from '#src/features/payments/server/payments.ts'
import { checkIns } from '#src/features/sessions/server/table.ts'
import type { Db } from '#src/platform/database/db.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { showDollars } from '#src/shared/money.ts'
import { showShortDate } from '#src/shared/times.ts'

type Section = { field: EvidenceField; text: string }
type Disputed = Awaited<ReturnType<typeof disputeOf>>

/**
 * What we know about a disputed payment, as its bank will read it: what was sold on which terms, who booked, who came, the
 * chat. Of people no more than that (DISPUTE-1): sides are named by their part, and no phone number is in it. Throws `NotFound`.
 */
export async function disputeEvidence(deps: Deps, owner: Account, problemId: string) {
  const { found, booking } = await load(deps.db, problemId)
  const sections = await gather(deps.db, found, booking, deps.now())
  return {
    bookingId: booking.id,
    dueBy: found.dispute.dueBy?.toISOString() ?? null,
    answeredAt: found.dispute.answeredAt?.toISOString() ?? null,
    refusal: whyNotAnswered(found, owner, deps.now()),
    sections,
    version: hashOf(sections),
  }
}

/**
 * Answers the bank with what the owner has read (`version`), and their own words before the rest. The same again changes
 * nothing. Throws `NotFound`, and `Conflict` when what we know has changed, it has another answer, or none is taken.
 */
export async function answerDispute(
  deps: Deps,
  owner: Account,
  problemId: string,
  { words, version }: { words: string | null; version: string },
): Promise<void> {
  const { found, booking } = await load(deps.db, problemId)
  const hash = hashOf({ words, version })
  if (hasAnswer(found.dispute, hash)) return
  const refusal = whyNotAnswered(found, owner, deps.now())
  if (refusal) throw new Conflict(refusal, { reason: 'refused' })
  const sections = await gather(deps.db, found, booking, deps.now())
  if (hashOf(sections) !== version)
    throw new Conflict('Something new is known about this payment. Please read it once more.', {
      reason: 'evidence-changed',
    })
  const evidence = Object.fromEntries(
    sections.map(({ field, text }) => [field, field === 'uncategorized_text' && words ? `${words}\n\n${text}` : text]),
  )
  await writeAnswer(deps, found.dispute.id, { evidence, hash, by: owner.id })
}

async function load(db: Db, problemId: string): Promise<{ found: Disputed; booking: BookingRow }> {
  const found = await disputeOf(db, problemId)
  const booking = found.order.bookingId ? await findBooking(db, found.order.bookingId) : null
  if (!booking) throw new NotFound('This payment became no booking: answer it at the payment provider.')
  return { found, booking }
}

function whyNotAnswered({ dispute, order }: Disputed, owner: Account, now: Date): string | null {
  if (order.playerId === owner.id) return 'This is your own payment: another owner answers the bank.'
  if (dispute.answeredAt) return 'It was answered already.'
  return whyNoAnswer(dispute, now)
}

/** Of what the owner read, or pressed. */
const hashOf = (what: object) => createHash('sha256').update(JSON.stringify(what)).digest('hex')

async function gather(db: Db, found: Disputed, booking: BookingRow, now: Date): Promise<Section[]> {
  const [came, loggedIn, invited, talked] = await Promise.all([
    whoCame(db, booking),
    whenLoggedIn(db, booking),
    whenInvited(db, booking),
    whatWasSaid(db, booking),
  ])
  const sections: Section[] = [
    { field: 'product_description', text: whatWasSold(booking, now) },
    { field: 'service_date', text: booking.startsAt ? showShortDate(booking.sessionDate) : '' },
    { field: 'customer_name', text: booking.customerName },
    { field: 'customer_email_address', text: booking.customerEmail },
    { field: 'refund_policy_disclosure', text: termsOf(booking, found) },
    { field: 'access_activity_log', text: [...loggedIn, ...came].join('\n') },
    { field: 'uncategorized_text', text: [receiptOf(found), ...invited, ...talked].join('\n') },
  ]
  return sections.filter(({ text }) => text !== '')
}

/** Banks read no zone but this one everywhere: `2026-01-05 14:00 UTC`. */
const atUtc = (instant: Date) => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function whatWasSold(booking: BookingRow, now: Date): string {
  const { number, serviceName, minutes, coachName, includes, startsAt, notesSentAt, createdAt, price } = booking
  return [
    `${serviceName}: ${minutes} minutes of live online coaching with the coach ${coachName}, for ${showDollars(price)}.`,
    includes && `In it: ${includes}`,
    `Booking ${number}, made ${atUtc(createdAt)}${startsAt ? `, for ${atUtc(startsAt)}` : ''}.`,
    whatBecameOf(booking, now),
    notesSentAt && `The coach's written notes were sent ${atUtc(notesSentAt)}.`,
  ]
    .filter(Boolean)
    .join('\n')
}

function whatBecameOf(booking: BookingRow, now: Date): string {
  if (booking.isQuestioned) return 'What became of the session is not settled.'
  if (isCalledOff(booking)) return 'The session was called off.'
  return isHeld(booking, now)
    ? 'The session was held.'
    : `The booking is ${statusLabels[booking.status].toLowerCase()}.`
}

function termsOf({ terms, termsVersion, fullRefundUntilStart }: BookingRow, { order }: Disputed): string {
  return [
    `Shown before the payment and agreed to with the Pay button${termsVersion ? ` (Terms, version ${termsVersion})` : ''}:`,
    `Cancelling gives all back until ${terms.fullRefundHours} hours before the start, half until ${terms.halfRefundHours} hours before, then nothing.`,
    `The session can be moved for free until ${terms.freeMoveHours} hours before.`,
    `For ${terms.guaranteeDays} days after the first paid session its price is refunded on request.`,
    ...(terms.withdrawalDays
      ? [`For ${terms.withdrawalDays} days after paying the player could withdraw, until the session began.`]
      : []),
    ...(order.earlyStartAt
      ? [`${atUtc(order.earlyStartAt)}: the player asked us, by a box to tick, to begin before these days were over.`]
      : []),
    ...(fullRefundUntilStart ? ['Since our team changed this session, all was refundable until it began.'] : []),
  ].join('\n')
}

function receiptOf({ order }: Disputed): string {
  const { receiptNumber, paidWith, amount, refunded, settledAt } = order
  return [
    `Receipt${receiptNumber ? ` ${receiptNumber}` : ''}: ${showDollars(amount)} paid${paidWith ? ` with ${paidWith}` : ''}`,
    `${settledAt ? `, ${atUtc(settledAt)}` : ''}; ${refunded > 0 ? `${showDollars(refunded)} refunded` : 'nothing refunded'}.`,
  ].join('')
}

/** Who pressed 'I am here' for this session, and when. */
async function whoCame(db: Db, { id, startsAt }: BookingRow): Promise<string[]> {
  if (!startsAt) return []
  const rows = await db
    .select({ side: checkIns.side, at: checkIns.at })
    .from(checkIns)
    .where(and(eq(checkIns.bookingId, id), eq(checkIns.startsAt, startsAt)))
    .orderBy(asc(checkIns.at))
  return rows.map(({ side, at }) => `${atUtc(at)}: the ${partOf[side]} pressed 'I am here' for the session`)
}

const day = 24 * 3_600_000

/** The customer's log-ins from a week before they booked until a day after the session: 50 at most. */
async function whenLoggedIn(db: Db, { playerId, createdAt, endsAt }: BookingRow): Promise<string[]> {
  if (!playerId) return []
  const until = new Date(+(endsAt ?? createdAt) + day)
  const rows = await db
    .select({ device: logins.device, network: logins.network, createdAt: logins.createdAt })
    .from(logins)
    .where(
      and(
        eq(logins.userId, playerId),
        inArray(logins.outcome, ['opened', 'confirmed']),
        gte(logins.createdAt, new Date(+createdAt - 7 * day)),
        lte(logins.createdAt, until),
      ),
    )
    .orderBy(asc(logins.createdAt))
    .limit(50)
  return rows.map(({ device, network, createdAt: at }) => `${atUtc(at)}: the customer logged in, ${device}, ${network}`)
}

/** When the confirmation with its calendar invite went out. */
async function whenInvited(db: Db, { id }: BookingRow): Promise<string[]> {
  const [mail] = await db
    .select({ sentAt: deliveries.sentAt })
    .from(deliveries)
    .where(and(eq(deliveries.dedupeKey, `booking-confirmed:${id}`), isNotNull(deliveries.sentAt)))
  return mail?.sentAt
    ? [`The confirmation with its calendar invite was mailed to the customer ${atUtc(mail.sentAt)}.`]
    : []
}

const partOf: Record<Side, string> = {
  player: 'customer',
  coach: 'coach',
  applicant: 'applicant',
  inquirer: 'inquirer',
  staff: 'team',
}
/** The provider takes 20,000 characters of each text, the owner's words among them. */
const chatLength = 12_000

/** The booking's chat, its latest 100 messages as far as they fit, oldest first. */
async function whatWasSaid(db: Db, { id }: BookingRow): Promise<string[]> {
  const rows = await db
    .select({ side: messages.side, content: messages.content, createdAt: messages.createdAt })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(eq(threads.bookingId, id))
    .orderBy(desc(messages.number))
    .limit(100)
  const lines: string[] = []
  let length = 0
  for (const { side, content, createdAt } of rows) {
    const line = `${atUtc(createdAt)}, ${partOf[side]}: ${content}`
    length += line.length
    if (length > chatLength) break
    lines.unshift(line)
  }
  return lines.length > 0 ? ['', 'Messages about this session:', ...lines] : []
}
