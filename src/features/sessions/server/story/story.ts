import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { users } from '#src/features/accounts/server/table.ts'
import type { Party } from '#src/features/bookings/life-cycle.ts'
import {
  type BookingRow,
  findBooking,
  findVisible,
  isOwnSession,
  ownSessionsIn,
  presentBooking,
} from '#src/features/bookings/server/bookings.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { readersOf } from '#src/features/sessions/story.ts'
import type { SessionStory, StoryEvent } from '#src/features/sessions/story-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { tenuresOf } from '../parties.ts'
import { presentIntake } from '../preparation/intakes.ts'
import { toldFor } from '../session-states.ts'
import { type Happened, type Known, knownOf } from './happened.ts'

/** `isOwn`: staff whose own session it is. */
type Reader = { as: Party; id: string; isOwn: boolean }

/**
 * All that happened to a session, as far as its reader may know: its player, its coach, or staff, who ask for it as such with
 * `as` where they are one of the two. Throws `NotFound` for everybody else; a coach who gave it away is told that.
 */
export async function readStory(
  { db, now }: Deps,
  account: Account,
  bookingId: string,
  as?: 'staff',
): Promise<SessionStory> {
  const { booking, parties } = await findVisible(db, account, bookingId).catch(async (error) => {
    throw error instanceof NotFound && (await gaveAway(db, account, bookingId)) ? handedOver : error
  })
  const [own] = as ? parties.filter((party) => party === as) : parties
  if (!own) throw new NotFound('This booking does not exist.')
  const known = (await knownOf(db, [booking], now())).get(bookingId)
  if (!known) throw new NotFound('This booking does not exist.')
  return {
    as: own,
    session: sessionOf(booking),
    intake: mayReadIntake(own, booking, now()) ? presentIntake(known.intake) : null,
    money: own === 'coach' ? null : moneyOf(known),
    contacts: own === 'staff' ? await contactsOf(db, booking) : null,
    events: tellTo({ as: own, id: account.id, isOwn: await isOwnSession(db, account.id, bookingId) }, known),
  }
}

/** The stories of these bookings for a member of staff, by their ids. */
export async function storiesForStaff(
  { db, now }: Deps,
  staff: Account,
  list: BookingRow[],
): Promise<Map<string, StoryEvent[]>> {
  const known = await knownOf(db, list, now())
  const own = await ownSessionsIn(db, staff.id, [...known.keys()])
  return new Map([...known].map(([id, each]) => [id, tellTo({ as: 'staff', id: staff.id, isOwn: own.has(id) }, each)]))
}

const handedOver = new NotFound('This session was handed to another coach.', { reason: 'handed-over' })

/** Whether somebody coached this session before it was given to another coach. */
async function gaveAway(db: Db, account: Account, bookingId: string): Promise<boolean> {
  if (!account.emailVerified) return false
  const booking = await findBooking(db, bookingId)
  return booking !== null && (await tenuresOf(db, booking)).some(({ coach }) => coach.userId === account.id)
}

function sessionOf(booking: BookingRow): SessionStory['session'] {
  const { id, number, customerName, coachId, coachName, serviceName, minutes, includes, zone, status, missing } =
    booking
  const { startsAt, endsAt, isCalledOff } = presentBooking(booking)
  const sold = { id, number, serviceName, minutes, includes }
  return { ...sold, isCalledOff, playerName: customerName, coachId, coachName, zone, startsAt, endsAt, status, missing }
}

/** A coach reads what their player said until a week after a session that takes place (PREP-1). */
function mayReadIntake(as: Party, { status, endsAt }: BookingRow, now: Date): boolean {
  return as !== 'coach' || (status !== 'cancelled' && (!endsAt || +endsAt > +now - toldFor))
}

function moneyOf({ booking, order }: Known): SessionStory['money'] {
  const { price, refunded, dispute } = presentBooking(booking)
  return {
    ...{ price, refunded, dispute, refundDue: toDecimal(booking.refundDue) },
    card: order?.paidWith ?? null,
    receiptNumber: order?.receiptNumber ?? null,
  }
}

async function contactsOf(db: Db, booking: BookingRow): Promise<SessionStory['contacts']> {
  const { playerId, customerEmail, customerPhone, paymentId, coachId } = booking
  const [coach] = coachId
    ? await db
        .select({ id: users.id, email: users.email })
        .from(coaches)
        .innerJoin(users, eq(users.id, coaches.userId))
        .where(eq(coaches.id, coachId))
    : []
  return {
    ...{ playerId, customerEmail, customerPhone, paymentId },
    ...{ coachEmail: coach?.email ?? null, coachUserId: coach?.id ?? null },
  }
}

/**
 * What a reader sees of what happened. A coach sees no money, and of the time before the session was theirs only that it was
 * booked and prepared; why a coach called off, why something waits for our team, why an answer is no, and who of it acted is for staff.
 */
function tellTo(reader: Reader, { booking, happened, coachChanges }: Known): StoryEvent[] {
  const theirsSince = coachChanges.filter(({ from, to }) => from !== to).at(-1)?.at
  const isFromBefore = ({ at, kind }: Happened) =>
    theirsSince !== undefined && at < theirsSince && kind !== 'booked' && kind !== 'prepared'
  return (
    happened
      .filter(({ kind }) => readersOf[kind].includes(reader.as))
      // A rating may be of this reader, and nobody has approved it.
      .filter(({ kind }) => kind !== 'rated' || reader.as !== 'staff' || !reader.isOwn)
      .filter((event) => reader.as !== 'coach' || !isFromBefore(event))
      .map(({ role, actor, amount, card, why, isBlock, words, ...event }) => {
        // What the other of the two may not read, nor as staff.
        const isForTeam = (reader.as === 'staff' && !reader.isOwn) || reader.as === role
        const change = coachChanges.find(({ at }) => at > event.at)
        const coach = change ? change.from : booking.coachId ? booking.coachName : null
        return {
          ...event,
          at: event.at.toISOString(),
          by: doerOf(role, reader, actor?.id),
          name: role === 'player' ? booking.customerName : role === 'coach' ? coach : staffName(role, reader, actor),
          coach,
          ...(reader.as !== 'coach' && { amount, card }),
          ...(reader.as === 'staff' && { why }),
          // Why it is not so is for our team.
          ...((event.kind !== 'answered' || isForTeam) && { words }),
          // Who was blocked reads that it is over, not by whose press.
          ...(isForTeam && { isBlock }),
        }
      })
  )
}

function doerOf(role: Happened['role'], reader: Reader, actorId: string | null | undefined): StoryEvent['by'] {
  if (role === 'staff') return reader.as === 'staff' && actorId === reader.id ? 'you' : 'team'
  return role === reader.as ? 'you' : role
}

const staffName = (role: Happened['role'], { as }: Reader, actor: Happened['actor']) =>
  role === 'staff' && as === 'staff' ? (actor?.name ?? null) : null
