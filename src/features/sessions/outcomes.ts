/*
 * What follows from what, when a session goes wrong (MISS-1 to MISS-10 in docs/product.md): a check-in is evidence, never a
 * verdict; only a statement starts anything; the other side can answer; contradicting statements never move money.
 * Pure: the server decides by it, screens show by it.
 */

import type { BookingStatus } from '#src/features/bookings/rules.ts'

export const sides = ['player', 'coach'] as const
/** The two who meet. */
export type Side = (typeof sides)[number]
export const otherSide: Record<Side, Side> = { player: 'coach', coach: 'player' }

/** What the other side is asked about. `coach-asked`: said before the start, my coach asked me to cancel. */
export const askings = ['not-here', 'late', 'ended-early', 'could-not-play', 'coach-asked'] as const
export type Asking = (typeof askings)[number]
/** What a side can say of its session. */
export const sayings = [...askings, 'we-met'] as const
export type Saying = (typeof sayings)[number]

/**
 * How a question about a session ends. `held`: it counts as held, nothing moves. `called-off`: the coach had asked the
 * player to cancel. `cancelled`: the session was, before anybody answered or decided. `taken-back`: by who asked.
 * `withdrawn`: something else became of the session.
 */
export const outcomes = [
  'coach-missing',
  'player-missing',
  'minutes-back',
  'new-hour',
  'called-off',
  'held',
  'cancelled',
  'taken-back',
  'withdrawn',
] as const
export type Outcome = (typeof outcomes)[number]

const minute = 60_000
const hour = 60 * minute

/** When one can press 'I am here': from so many minutes before the start until the end. */
export const joinMinutes = 15
/** Who pressed it by so many minutes after the start was there; later, until the statements begin, was late. */
export const hereMinutes = 10
/** At so many minutes after the start a coach who is not there is called, and so are staff where nobody else would be. */
export const callMinutes = 5
/** From so many minutes after the start on people can say how it went, until so many hours after the end. */
export const statementMinutes = 15
export const statementHours = 72
/** How long the other side can answer: after the end, or after the question where that is later. */
export const answerHours = 24
/** How long a player can object to being marked as a no-show. */
export const objectionHours = 72
/** Our team decides within so many hours; later the owner is reminded each day. */
export const decideHours = 72
/** Our team gives a new hour within so many days; else all money can go back, also where nobody but the player said why. */
export const newHourDays = 7
/** A player's coaches who did not come, in so many days: from this one on staff look before money moves. */
export const mostMissing = { times: 3, days: 60 }

/** A session's own hours, and when each side pressed 'I am here'. Check-ins of an earlier start are none of these. */
export type Meeting = {
  startsAt: Date
  endsAt: Date
  here: Record<Side, Date | null>
  /** Our own service was down within 15 minutes of the start: nobody could press anything. */
  hadOutage: boolean
  /** Whether the coach has an account, and so can press and answer. */
  canCoachAnswer: boolean
}

/** What somebody said of a session, and what the other side answered. */
export type Question = {
  says: Asking
  by: Side
  /** Of `late` and `ended-early`. */
  minutes: number | null
  askedAt: Date
  /** Null: not yet. */
  agrees: boolean | null
}

/** What a question leads to right now. `staff`: they decide, nothing moves meanwhile. */
export type Next = { is: 'waiting'; until: Date } | { is: 'staff'; why: string } | { is: 'settled'; outcome: Outcome }

/** Between these an outage of ours counts: nobody could press anything. */
export function aroundStart(startsAt: Date): { from: Date; to: Date } {
  return { from: new Date(+startsAt - joinMinutes * minute), to: new Date(+startsAt + statementMinutes * minute) }
}

/** Whether a side was there: it pressed in time. Who pressed later was late, not missing. */
export function isHere({ startsAt, here }: Pick<Meeting, 'startsAt' | 'here'>, side: Side): boolean {
  const at = here[side]
  return at !== null && +at <= +startsAt + hereMinutes * minute
}

/** Why a side cannot press 'I am here' now; null when it can. */
export function whyNotJoin({ startsAt, endsAt }: Pick<Meeting, 'startsAt' | 'endsAt'>, now: Date): string | null {
  if (+now < +startsAt - joinMinutes * minute) return `You can join from ${joinMinutes} minutes before the start.`
  return now >= endsAt ? 'This session is over.' : null
}

/** Something that a side says. */
export type Said = { says: Saying; by: Side }

/** The newest question about a session, as far as it decides what else can be said. */
export type Asked = Pick<Question, 'says' | 'by'> & {
  state: 'waiting' | 'staff' | 'settled'
  outcome: Outcome | null
  /** Until when the player can object, once they are marked as a no-show. */
  dueAt: Date | null
}

/** Whether something can still be said to a question about a booking of this status: it is not settled, or the player can object. */
export function isOpen({ state, outcome, dueAt }: Asked, status: BookingStatus, now: Date): boolean {
  const isNoShow = status === 'no_show' && outcome === 'player-missing'
  return state !== 'settled' || (isNoShow && dueAt !== null && dueAt > now)
}

/** A session, and what is known of it, that decides what can be said. */
type Sayable = {
  session: { status: BookingStatus; startsAt: Date | null; endsAt: Date | null; seatId: string | null }
  here: Meeting['here']
  hadOutage: boolean
  asked: Asked | null
}

/** Why a side cannot say this now, in words for them; null when it can. */
export function whyNotSay({ session, here, hadOutage, asked }: Sayable, said: Said, now: Date): string | null {
  const { startsAt, endsAt, seatId } = session
  if (!startsAt || !endsAt) return 'This session has no hour yet.'
  const open = asked && isOpen(asked, session.status, now) ? asked : null
  return (
    whyNotAsk(session, said, asked, open) ??
    (seatId ? null : 'This session was called off.') ??
    whyNotYet({ startsAt, endsAt, here, hadOutage }, said, open, now)
  )
}

/** What became of the session, and what was said before. */
function whyNotAsk(
  { status }: Sayable['session'],
  { says, by }: Said,
  asked: Asked | null,
  open: Asked | null,
): string | null {
  if (status === 'cancelled') return 'This session is cancelled.'
  if (status === 'no_show' && !open) return 'This session is marked as a no-show. Is that wrong? Write to us.'
  if (status === 'completed' && by === 'coach' && says !== 'we-met' && !open) return 'This session is completed.'
  if (says === 'we-met') return null
  if (open) return open.by === by && open.says !== 'coach-asked' ? 'You have said how it went already.' : null
  const isNothing = asked?.outcome === 'withdrawn' || asked?.outcome === 'taken-back'
  return asked && !isNothing ? 'It is settled how this session went.' : null
}

/** When it can be said, and with which evidence. */
function whyNotYet(
  meeting: Pick<Meeting, 'startsAt' | 'endsAt' | 'here' | 'hadOutage'>,
  { says, by }: Said,
  open: Asked | null,
  now: Date,
): string | null {
  const { startsAt, endsAt } = meeting
  if (says === 'coach-asked') {
    if (by === 'coach') return 'Call the session off instead: your player then chooses.'
    return now < startsAt ? null : 'This session has started.'
  }
  // What is open can be taken back for as long as it is, or denied.
  if (says === 'we-met' && open?.by === by) return null
  if (+now < +startsAt + statementMinutes * minute)
    return `You can say so from ${statementMinutes} minutes after the start.`
  if (says === 'we-met' && open) return null
  if (+now > +endsAt + statementHours * hour)
    return `It can be said until ${statementHours} hours after the session. Write to us: we read everything.`
  if (by === 'player' || says === 'could-not-play' || says === 'we-met') return null
  if (says !== 'not-here') return 'Only the player can ask for minutes back.'
  return isHere(meeting, 'coach') || meeting.hadOutage
    ? null
    : 'Press I am here when you wait; it proves you were there.'
}

/** Until when the other side can answer. */
export function answerBy(
  { says, by, askedAt }: Pick<Question, 'says' | 'by' | 'askedAt'>,
  { startsAt, endsAt }: Pick<Meeting, 'startsAt' | 'endsAt'>,
): Date {
  if (says === 'coach-asked') return startsAt
  if (says === 'not-here' && by === 'coach') return new Date(+askedAt + objectionHours * hour)
  return new Date(Math.max(+endsAt, +askedAt) + answerHours * hour)
}

/** What is known beside the question and the hour itself. */
export type Facts = {
  /** How many coaches did not come to this player in the last `mostMissing.days` days. */
  missedBefore: number
  /** Silence was a yes to `could-not-play` for this booking before. */
  wasBelieved: boolean
  /** Somebody marked the session as completed, or its notes were sent. */
  isCompleted: boolean
  now: Date
}

/** What a question leads to. */
export function nextOf(question: Question, meeting: Meeting, facts: Facts): Next {
  const { says, by, agrees } = question
  // Denied before the start, the session takes place. Later it is one word against the other.
  if (says === 'coach-asked' && agrees === false && facts.now < meeting.startsAt) return settled('withdrawn')
  if (agrees === false) return staff('The two do not say the same.')
  // As long as a coach can call off, they can say that they did.
  if (says === 'coach-asked' && agrees && facts.now >= meeting.endsAt)
    return staff('The coach said so after the session.')
  if (says === 'not-here' && by === 'player') return ofMissingCoach(question, meeting, facts)
  if (agrees) return settled(claimed(question))
  if (says === 'not-here') {
    if (meeting.here.player) return staff('Both pressed that they are here.')
    if (meeting.hadOutage) return staff(ourOutage)
    return settled('player-missing')
  }
  if (by === 'player' && !meeting.canCoachAnswer) return staff(noAccount)
  if (says === 'could-not-play' && by === 'player' && facts.isCompleted) return staff(isCompleted)
  const until = answerBy(question, meeting)
  if (facts.now < until) return { is: 'waiting', until }
  if (says !== 'could-not-play') return staff('The coach has not answered.')
  return facts.wasBelieved ? staff('It is the second time, and the other side has not answered.') : settled('new-hour')
}

/** Of a player who says that the coach is not here. */
function ofMissingCoach(question: Question, meeting: Meeting, facts: Facts): Next {
  const isThird = facts.missedBefore + 1 >= mostMissing.times
  const believed = isThird ? staff(manyMissing) : settled('coach-missing')
  if (question.agrees) return believed
  const { player, coach } = meeting.here
  // A player who waited for a quarter of an hour has waited long enough, whoever comes then.
  const isTooLate = isHere(meeting, 'player') && coach && +coach > +meeting.startsAt + statementMinutes * minute
  if (coach && !isTooLate)
    return staff(player ? 'Both pressed that they are here.' : 'The coach pressed that they are here.')
  if (facts.isCompleted) return staff(isCompleted)
  if (meeting.hadOutage) return staff(ourOutage)
  if (!meeting.canCoachAnswer) return staff(noAccount)
  const until = answerBy(question, meeting)
  return facts.now < until ? { is: 'waiting', until } : believed
}

/**
 * Whether a new hour rests on the player's word alone. Cancelling it gives back what cancelling the hour before would have:
 * nothing, or whoever skipped a session could turn it into money.
 */
export function isOnWordAlone({ says, by, agrees }: Pick<Question, 'says' | 'by' | 'agrees'>): boolean {
  return says === 'could-not-play' && by === 'player' && agrees === null
}

/** What a question says, taken as true. */
export function claimed({ says, by }: Pick<Question, 'says' | 'by'>): Outcome {
  switch (says) {
    case 'not-here':
      return by === 'player' ? 'coach-missing' : 'player-missing'
    case 'late':
    case 'ended-early':
      return 'minutes-back'
    case 'could-not-play':
      return 'new-hour'
    case 'coach-asked':
      return 'called-off'
  }
}

/** What our team can decide about a question. */
export function decisionsOn({ says }: Pick<Question, 'says'>): Decided[] {
  switch (says) {
    case 'not-here':
    case 'could-not-play':
      return ['coach-missing', 'player-missing', 'new-hour', 'held']
    case 'late':
    case 'ended-early':
      return ['minutes-back', 'held']
    case 'coach-asked':
      return ['coach-missing', 'held']
  }
}

export const decided = ['coach-missing', 'player-missing', 'minutes-back', 'new-hour', 'held'] as const
export type Decided = (typeof decided)[number]

const manyMissing = `The player says so of ${mostMissing.times} coaches in ${mostMissing.days} days.`
const ourOutage = 'Our own service was down around the start.'
const noAccount = 'The coach has no account, and cannot answer.'
const isCompleted = 'The coach marked the session as completed, or wrote it up.'

/** What goes back for so many minutes of a session, in whole cents: its part of the price, never more than is left. */
export function minutesBack(
  { price, minutes }: { price: number; minutes: number },
  lost: number,
  left: number,
): number {
  return Math.min(Math.floor((price * Math.min(lost, minutes)) / minutes), left)
}

const staff = (why: string): Next => ({ is: 'staff', why })
const settled = (outcome: Outcome): Next => ({ is: 'settled', outcome })
