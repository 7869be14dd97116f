import { hash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type BookingRow, type Change, tell, withMeeters } from '#src/features/bookings/server/bookings.ts'
import { isBlocked } from '#src/features/coaches/server/coaches.ts'
import { freeSeat } from '#src/features/schedule/server/schedule.ts'
import { type CallOffReason, type ChoiceCause, chooseBy, type Remedy } from '#src/features/sessions/call-offs.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { instantOf } from '#src/shared/zones.ts'
import { whyNoRemedy } from '../outcomes/why-no-remedy.ts'
import { choices } from '../table.ts'
import { alertUnreliable } from './alerts.ts'
import { chooseNotice } from './notices/choose.ts'
import { giveMoneyBack, type HeldHour, letTeamFindCoach, moveToHour } from './remedies.ts'

export type ChoiceRow = typeof choices.$inferSelect

/**
 * Lets the player of a locked booking choose. `deadline` null: the coach can still answer, and what is chosen waits for
 * `confirmChoice`; otherwise the player is mailed with the link at once. One for each start and coach of a booking: an earlier
 * one, from before the session came on again, goes.
 */
export async function openChoice(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  {
    cause,
    deadline,
    reason = null,
    word = null,
    by = 'coach',
  }: {
    cause: ChoiceCause
    deadline: Date | null
    reason?: CallOffReason | null
    word?: string | null
    /** Whose word it is. */
    by?: Change['actor']['role']
  },
): Promise<void> {
  const { id: bookingId, startsAt, coachId } = booking
  if (!startsAt || !coachId) throw new Conflict('This session has no hour yet.', { reason: 'refused' })
  const open = await findWaiting(tx, booking)
  if (open) {
    if (!deadline || open.deadline) return
    // The coach calls off what they were still asked about.
    const known = await tx.update(choices).set({ cause, reason, word }).where(eq(choices.id, open.id)).returning()
    return letChoose(deps, tx, booking, only(known), deadline, by)
  }
  // The new one has an id of its own: so have its mails, and what coaches answer to it.
  await tx
    .delete(choices)
    .where(and(eq(choices.bookingId, bookingId), eq(choices.startsAt, startsAt), eq(choices.coachId, coachId)))
  const written = await tx
    .insert(choices)
    .values({ bookingId, startsAt, coachId, cause, reason, word, createdAt: deps.now() })
    .returning()
  if (deadline) await letChoose(deps, tx, booking, only(written), deadline, by)
}

/**
 * The coach was missing indeed, and the booking says so already: what the player chose is carried out, or they get their time
 * and a mail to choose. Opens the choice where there is none.
 */
export async function confirmChoice(deps: Deps, tx: Tx, booking: BookingRow): Promise<void> {
  const cause = 'coach-missing'
  const { startsAt } = booking
  if (!startsAt) throw new Conflict('This session has no hour.', { reason: 'refused' })
  const deadline = chooseBy(cause, startsAt, deps.now())
  const choice = await findWaiting(tx, booking)
  if (!choice) return openChoice(deps, tx, booking, { cause, deadline })
  const { playerId, coachId } = booking
  const areApart = playerId && coachId && (await isBlocked(tx, { playerId, coachId }))
  const held = areApart ? null : heldHour(deps, choice)
  const isGone = choice.chosen === 'another-hour' && !held
  // Silence then gives the money back, once the bank has decided.
  if (!choice.chosen || isGone || (await whyNoRemedy(tx, booking, cause))) {
    if (choice.seatId) await freeSeat(tx, choice.seatId)
    return letChoose(deps, tx, booking, choice, deadline)
  }
  const by = { actor: { id: booking.playerId, role: 'player' }, choice } as const
  if (held) await moveToHour(deps, tx, booking, held, by)
  else if (choice.chosen === 'another-coach') await letTeamFindCoach(deps, tx, booking, by.actor)
  else await giveMoneyBack(deps, tx, booking, by)
  await settle(deps, tx, choice, choice.chosen)
}

/** The hour held for a player; null: they chose something else, or it has come and gone while somebody decided. */
export function heldHour({ env, now }: Deps, { chosen, date, time, seatId }: ChoiceRow): HeldHour | null {
  if (chosen !== 'another-hour' || !date || !time || !seatId) return null
  const startsAt = instantOf(date, time, env.businessTimeZone)
  return startsAt > now() ? { date, time, startsAt, seatId } : null
}

/** The question came to another end: the choice goes, with the hour held for it. */
export async function dropChoice(_deps: Deps, tx: Tx, booking: BookingRow): Promise<void> {
  const choice = await findWaiting(tx, booking)
  if (!choice) return
  if (choice.seatId) await freeSeat(tx, choice.seatId)
  await tx.delete(choices).where(eq(choices.id, choice.id))
}

/** What the player of a coach who is missing can choose at the present start of a booking, not settled yet; null: nothing. */
export async function findWaiting(
  db: Db | Tx,
  { id, startsAt, coachId }: Pick<BookingRow, 'id' | 'startsAt' | 'coachId'>,
): Promise<ChoiceRow | null> {
  if (!startsAt || !coachId) return null
  const isOfHour = and(eq(choices.bookingId, id), eq(choices.startsAt, startsAt), eq(choices.coachId, coachId))
  const [choice] = await db
    .select()
    .from(choices)
    .where(and(isOfHour, eq(choices.cause, 'coach-missing'), isNull(choices.settledAt)))
  return choice ?? null
}

/**
 * Whether there is still something to choose: the session was not cancelled meanwhile, has the same start and coach, and if
 * it was called off, it is not on again.
 */
export function isOpen(choice: ChoiceRow, { status, missing, startsAt, coachId, seatId }: BookingRow): boolean {
  const waits = status === 'confirmed' || (status === 'cancelled' && missing === 'coach')
  const isSame = +choice.startsAt === +(startsAt ?? 0) && choice.coachId === coachId
  const isOnAgain = choice.cause === 'called-off' && seatId !== null
  return choice.settledAt === null && waits && isSame && !isOnAgain
}

/** What was chosen is done. `chosen` null: the clock chose. */
export async function settle(deps: Deps, tx: Tx, choice: ChoiceRow, chosen: Remedy | null): Promise<void> {
  const now = deps.now()
  await tx
    .update(choices)
    .set({ chosen, ...(chosen && !choice.chosen && { chosenAt: now }), settledAt: now })
    .where(eq(choices.id, choice.id))
}

/** The newest choice about a booking, settled or not; null: there was none. */
export async function findLatest(db: Db, bookingId: string): Promise<ChoiceRow | null> {
  const [choice] = await db
    .select()
    .from(choices)
    .where(eq(choices.bookingId, bookingId))
    .orderBy(desc(choices.createdAt))
    .limit(1)
  return choice ?? null
}

/** The choice with this secret of a mail's link; null: there is none. */
export async function findByLink(db: Db, secret: string): Promise<ChoiceRow | null> {
  const [choice] = await db
    .select()
    .from(choices)
    .where(eq(choices.tokenHash, hashOf(secret)))
  return choice ?? null
}

/** Gives the player a deadline, and the mail with the link. `by`: who called it off. */
async function letChoose(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  choice: ChoiceRow,
  deadline: Date,
  by: Change['actor']['role'] = 'coach',
): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  await tx
    .update(choices)
    .set({ deadline, chosen: null, date: null, time: null, tokenHash: hashOf(secret) })
    .where(eq(choices.id, choice.id))
  // Who reads this mail can choose: it is nobody's but the player's.
  const key = { key: `choose:${choice.id}:${hashOf(secret).slice(0, 12)}`, audience: 'nobody' } as const
  await tell(deps, tx, await withMeeters(tx, booking), key, (about) =>
    about.as === 'player' ? chooseNotice(about, { ...choice, by, deadline, secret, now: deps.now() }) : null,
  )
  if (by !== 'staff') await alertUnreliable(deps, tx, choice)
}

const hashOf = (secret: string) => hash('sha256', secret, 'hex')
