import { asc, eq, gt, inArray } from 'drizzle-orm'
import { users } from '#src/features/accounts/server/table.ts'
import type { Party } from '#src/features/bookings/life-cycle.ts'
import { toBeDecided } from '#src/features/bookings/rules.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import { bookingHistory, bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { aroundStart } from '#src/features/sessions/outcomes.ts'
import type { StoryEvent } from '#src/features/sessions/story-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import { toDecimal } from '#src/shared/money.ts'
import { instantOf } from '#src/shared/zones.ts'
import { presentIntake } from '../preparation/intakes.ts'
import { checkIns, choices, intakes, outages, questions, statements } from '../table.ts'

/** What happened, whoever reads it. */
export type Happened = Omit<StoryEvent, 'at' | 'by' | 'name' | 'coach'> & {
  at: Date
  /** Null: it happened by itself. */
  role: Party | 'system' | null
  /** Of a member of staff. */
  actor?: { id: string | null; name: string | null }
}

/** The coach before and after a change of coach; null: none. */
type CoachChange = { at: Date; from: string | null; to: string | null }

/** All that is known of a session: what happened, oldest first, who coached it when, its payment, and what its player said before. */
export type Known = {
  booking: BookingRow
  happened: Happened[]
  coachChanges: CoachChange[]
  order: typeof orders.$inferSelect | null
  intake: typeof intakes.$inferSelect | null
}

/** All that is known of these bookings, by their ids. Takes the same few queries for one and for many. */
export async function knownOf(db: Db, list: BookingRow[], now: Date): Promise<Map<string, Known>> {
  const ids = list.map(({ id }) => id)
  const history = await db
    .select({ entry: bookingHistory, actorName: users.name })
    .from(bookingHistory)
    .leftJoin(users, eq(users.id, bookingHistory.actorId))
    .where(inArray(bookingHistory.bookingId, ids))
    .orderBy(asc(bookingHistory.createdAt), asc(bookingHistory.id))
  const beside = await db
    .select({ id: bookings.id, order: orders, intake: intakes })
    .from(bookings)
    .leftJoin(orders, eq(orders.bookingId, bookings.id))
    .leftJoin(intakes, eq(intakes.bookingId, bookings.id))
    .where(inArray(bookings.id, ids))
  const pressed = await db.select().from(checkIns).where(inArray(checkIns.bookingId, ids))
  const said = await db.select().from(statements).where(inArray(statements.bookingId, ids))
  const asked = await db.select().from(questions).where(inArray(questions.bookingId, ids))
  const chosen = await db
    .select({ choice: choices, coachName: coaches.name })
    .from(choices)
    .leftJoin(coaches, eq(coaches.id, choices.coachId))
    .where(inArray(choices.bookingId, ids))
  const starts = list.flatMap(({ startsAt }) => (startsAt ? [+startsAt] : []))
  const { from: since } = aroundStart(new Date(Math.min(...starts, +now)))
  const down = await db.select().from(outages).where(gt(outages.to, since))

  return new Map(
    list.map((booking) => {
      const isOwn = ({ bookingId }: { bookingId: string }) => bookingId === booking.id
      const { order = null, intake = null } = beside.find(({ id }) => id === booking.id) ?? {}
      const ownHistory = history.filter(({ entry }) => isOwn(entry))
      const ownChoices = chosen.map(({ choice }) => choice).filter(isOwn)
      // At one instant what was said stands before what followed from it.
      const happened = [
        ...ofTime(booking, now),
        ...ofOutages(booking, down),
        ...ofOrder(booking, order),
        ...ofIntake(intake),
        ...pressed.filter(isOwn).map(({ at, side }): Happened => ({ at, kind: 'here', role: side })),
        ...said.filter(isOwn).map(ofStatement),
        ...asked.filter(isOwn).flatMap(ofQuestion),
        ...ownChoices.flatMap(ofChoice),
        ...ownHistory.map((line) => fromHistory(line, booking, ownChoices)),
      ].sort((a, b) => +a.at - +b.at)
      return [booking.id, { booking, happened, coachChanges: coachChangesIn(ownHistory), order, intake }]
    }),
  )
}

type Choice = typeof choices.$inferSelect
type HistoryLine = { entry: typeof bookingHistory.$inferSelect; actorName: string | null }
type Detail = HistoryLine['entry']['detail']

function fromHistory({ entry, actorName }: HistoryLine, { zone }: BookingRow, ownChoices: Choice[]): Happened {
  const { act, actorId, actorRole, reason, detail, createdAt } = entry
  const hour = (name: 'from' | 'to') => (detail[name] === undefined ? undefined : instantIn(detail[name], zone))
  const event: Happened = {
    ...{ at: createdAt, kind: act, role: actorRole, actor: { id: actorId, name: actorName } },
    words: reason ?? undefined,
    amount: textOf(detail.refund ?? detail.amount),
    minutes: numberOf(detail.minutes),
  }
  switch (act) {
    case 'move':
    case 'propose':
      return { ...event, from: hour('from'), to: hour('to') }
    case 'schedule':
      return { ...event, to: hour('to'), fromCoach: textOf(detail.from), toCoach: textOf(detail.coach) }
    case 'hand-over':
      return { ...event, fromCoach: textOf(detail.from), toCoach: textOf(detail.to) ?? null }
    case 'call-off': {
      const from = hour('from')
      const choice = ownChoices.find(
        ({ cause, startsAt, coachId }) =>
          cause === 'called-off' && +startsAt === Date.parse(from ?? '') && coachId === detail.coachId,
      )
      return { ...event, from, words: choice?.word ?? undefined, why: choice?.reason ?? undefined }
    }
    case 'cancel':
      return {
        ...event,
        asked: detail.asked === 'player' || detail.asked === 'team' ? detail.asked : undefined,
        isBlock: detail.block ? true : undefined,
        isWithdrawn: detail.withdrawn ? true : undefined,
      }
    case 'claim-guarantee': {
      const { wanted } = detail
      return { ...event, wanted: wanted === 'refunded' || wanted === 'another-coach' ? wanted : undefined }
    }
    case 'rated':
      return { ...event, stars: numberOf(detail.stars) }
    default:
      return event
  }
}

function ofOrder({ price }: BookingRow, order: Known['order']): Happened[] {
  if (!order?.settledAt || price === 0) return []
  const { settledAt, amount, paidWith } = order
  return [{ at: settledAt, kind: 'paid', role: 'player', amount: toDecimal(amount), card: paidWith ?? undefined }]
}

function ofIntake(intake: Known['intake']): Happened[] {
  if (!intake) return []
  const { updatedAt, watchedAt, checkedAt } = intake
  return [
    ...(presentIntake(intake) ? [{ at: updatedAt, kind: 'prepared', role: 'player' } as const] : []),
    ...(watchedAt ? [{ at: watchedAt, kind: 'replays-watched', role: 'coach' } as const] : []),
    ...(checkedAt ? [{ at: checkedAt, kind: 'replay-checked', role: 'coach' } as const] : []),
  ]
}

function ofStatement({
  createdAt,
  startsAt,
  by,
  says,
  minutes,
  agrees,
  words,
}: typeof statements.$inferSelect): Happened {
  if (agrees !== null) return { at: createdAt, kind: 'answered', role: by, agrees, words: words ?? undefined }
  // Nobody has met before the start: that the coach asked to cancel is taken back.
  if (says === 'we-met' && createdAt < startsAt) return { at: createdAt, kind: 'took-back', role: by }
  return { at: createdAt, kind: 'said', role: by, says, minutes: minutes ?? undefined }
}

function ofQuestion({ staffSince, why }: typeof questions.$inferSelect): Happened[] {
  return staffSince ? [{ at: staffSince, kind: 'with-team', role: null, why: why ?? undefined }] : []
}

/** A choice that waited before it was done; one that was done at once stands in the history. */
function ofChoice({ chosen, chosenAt, settledAt }: Choice): Happened[] {
  if (!chosen || !chosenAt || +chosenAt === +(settledAt ?? 0)) return []
  return [{ at: chosenAt, kind: 'chose', role: 'player', remedy: chosen }]
}

/** The start and the end of a session that was not given up before. */
function ofTime({ startsAt, endsAt, seatId, status, missing }: BookingRow, now: Date): Happened[] {
  const isGivenUp = status === 'cancelled' ? missing === null : status === 'confirmed' && !seatId
  if (!startsAt || !endsAt || isGivenUp) return []
  const both = [
    { at: startsAt, kind: 'starts', role: null },
    { at: endsAt, kind: 'ends', role: null },
  ] as const
  return both.filter(({ at }) => at <= now)
}

/** Our own failures at the start. */
function ofOutages({ startsAt }: BookingRow, down: (typeof outages.$inferSelect)[]): Happened[] {
  if (!startsAt) return []
  const near = aroundStart(startsAt)
  return down
    .filter(({ from, to }) => to !== null && to > near.from && from < near.to)
    .map(({ from }) => ({ at: from, kind: 'outage', role: null }))
}

function coachChangesIn(history: HistoryLine[]): CoachChange[] {
  return history.flatMap(({ entry: { act, detail, createdAt: at } }) => {
    const from = textOf(detail.from) ?? null
    if (act === 'hand-over') return [{ at, from, to: textOf(detail.to) ?? null }]
    return act === 'schedule' && from ? [{ at, from, to: textOf(detail.coach) ?? null }] : []
  })
}

/** `'2026-11-29 11:00'` on the business's clock; null: to be decided. */
function instantIn(text: Detail[string] | undefined, zone: string): string | null {
  const [date = '', time = ''] = String(text).split(' ')
  return date === toBeDecided || !time || time === toBeDecided ? null : instantOf(date, time, zone).toISOString()
}

const textOf = (value: Detail[string] | undefined) => (value == null ? undefined : String(value))
const numberOf = (value: Detail[string] | undefined) => (value == null ? undefined : Number(value))
