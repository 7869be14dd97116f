import type { CoachSession, MySession } from '#src/features/bookings/contract.ts'
import { areNotesInTime, notesAskedDays } from '#src/features/bookings/life-cycle.ts'
import { replaysToSend } from '#src/features/bookings/replays.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { showDateIn } from '#src/shared/times.ts'
import { isUpcoming } from './my-sessions/my-session-clock.ts'

const hourMs = 3_600_000

/** What a coach ticked. */
type Ticked = { watchedAt?: string | null; checkedAt?: string | null }

/** Whether the coach's work beside the session is owed at all: not when it is cancelled, or the player did not come. */
const isOwing = ({ status }: Pick<MySession, 'status'>) => status === 'confirmed' || status === 'completed'

/**
 * Whether the coach has still to say how a session went: it is over at `now`, in epoch milliseconds, and neither marked nor written
 * up. Who writes it up has said that the two met.
 */
export function isToTell(session: Pick<CoachSession, 'status' | 'endsAt' | 'notesSentAt'>, now: number): boolean {
  return session.status === 'confirmed' && !isUpcoming(session, now) && !session.notesSentAt
}

/** Whether the coach owes the notes of a session, can write them now, and has not yet. */
export function owesNotes({
  owed,
  refusals,
  notesSentAt,
}: Pick<CoachSession, 'owed' | 'refusals' | 'notesSentAt'>): boolean {
  return owed !== null && refusals['write-up'] === null && notesSentAt === null
}

/** Whether they should be there at `now`, in epoch milliseconds, and nothing has gone back for them yet. */
export function areNotesOverdue(session: CoachSession, now: number): boolean {
  const { owed, endsAt, notesMissedAt } = session
  return (
    owesNotes(session) &&
    !notesMissedAt &&
    !!owed &&
    !!endsAt &&
    Date.parse(endsAt) + owed.notesWithinHours * hourMs < now
  )
}

/** What a coach is told first about notes still to write, overdue ones alone where there are any; null without any. */
export function notesDueLine(sessions: CoachSession[], now: number): string | null {
  const overdue = sessions.filter((session) => areNotesOverdue(session, now))
  if (overdue.length === 1)
    return `Notes overdue: without them ${overdue[0]?.customerName} may take part of the price back`
  if (overdue.length > 1)
    return `${overdue.length} notes overdue: without them your players may take part of the price back`
  const due = sessions.filter((session) => owesNotes(session) && !session.notesMissedAt).length
  return due === 0 ? null : due === 1 ? 'Notes due for 1 session' : `Notes due for ${due} sessions`
}

/**
 * What the coach of a session owes beside it and by when, in the coach's words; `now` in epoch milliseconds, `readerZone` the coach's own.
 * `ticked`: when they ticked what they owe beside session and notes; absent: not yet.
 */
export function coachsTasks(session: CoachSession, now: number, readerZone: string, ticked: Ticked = {}): string[] {
  const { owed, startsAt, endsAt, notesSentAt, notesMissedAt } = session
  if (!owed || !isOwing(session)) return []
  const end = endsAt && Date.parse(endsAt)
  const isBefore = !startsAt || Date.parse(startsAt) > now
  const due = end && end + owed.notesWithinHours * hourMs
  const notes = notesSentAt
    ? 'Notes sent'
    : notesMissedAt
      ? 'Notes did not come: the player got their price back'
      : due
        ? `Notes ${due < now ? 'overdue since' : 'due'} ${showMoment(new Date(due), readerZone)}`
        : `Notes due within ${owed.notesWithinHours} hours after it`
  const questions = questionsUntil(session, now, readerZone)
  return [
    ...(isBefore && owed.replays > 0
      ? [ticked.watchedAt ? 'Replays watched' : `${count(owed.replays, 'replay')} to watch before`]
      : []),
    notes,
    ...(questions
      ? [
          `Questions${owed.replayChecks > 0 && !ticked.checkedAt ? ` and ${count(owed.replayChecks, 'new replay')}` : ''} ${questions}`,
        ]
      : []),
  ]
}

type Place = {
  /** What the chat is called there. */
  where?: 'here' | 'in the chat'
  /** How many replays the player sent with what they said before the session. */
  sent?: number
  /** The coach has checked the new replay. */
  isChecked?: boolean
}

/** The same for the player, above the chat if nothing else is said. */
export function owedToPlayer(
  session: MySession,
  now: number,
  readerZone: string,
  { where = 'here', sent = 0, isChecked = false }: Place = {},
): string[] {
  const { owed } = session
  if (!owed || !isOwing(session)) return []
  const replays = replaysToSend(session, { where, now: new Date(now), readerZone, sent })
  const questions = questionsUntil(session, now, readerZone)
  return [
    ...(replays ? [replays] : []),
    ...notesToPlayer(session, 'your notes', now, readerZone),
    ...(questions
      ? [
          `Ask your questions ${where} ${questions}${owed.replayChecks === 0 ? '' : isChecked ? '; your new replay is checked' : '; one new replay is checked, too'}.`,
        ]
      : []),
  ]
}

type Awaited = Pick<MySession, 'owed' | 'status' | 'coachName' | 'endsAt' | 'notesSentAt' | 'notesMissedAt'>

/** What is said of the notes of a session, where they are not there in time; `what` its coach writes until then. */
export function notesToPlayer(
  session: Awaited,
  what: 'your notes' | 'here',
  now: number,
  readerZone: string,
): string[] {
  const { owed, endsAt, notesMissedAt } = session
  if (!owed || !isOwing(session)) return []
  if (notesMissedAt) return ['Your notes did not come in time, and you got the difference back.']
  if (areNotesInTime(session)) return []
  return [notesLine(owed, session, endsAt && Date.parse(endsAt), what, now, readerZone)]
}

function notesLine(
  owed: NonNullable<MySession['owed']>,
  { coachName, notesSentAt }: Awaited,
  end: number | '' | null,
  what: string,
  now: number,
  readerZone: string,
): string {
  const { notesWithinHours, refundAfterHours } = owed
  const cents = toCents(owed.difference)
  const isOver = (hours: number) => !!end && end + hours * hourMs <= now
  const at = (hours: number) => showMoment(new Date((end || 0) + hours * hourMs), readerZone)
  const by = (hours: number) => (end ? `by ${at(hours)}` : `within ${hours} hours`)
  // The free session of the guarantee has no price to give back, and after so long it is not asked for any more.
  const back = cents === 0 || isOver(notesAskedDays * 24) ? null : showDollars(cents)
  if (isOver(refundAfterHours)) {
    const line = notesSentAt
      ? `${coachName} sent the notes of this session late.`
      : `${coachName} owes you the notes of this session.`
    return back ? `${line} Press “My notes did not come” in My Sessions, and you get ${back} back.` : line
  }
  if (isOver(notesWithinHours))
    return `Late: due ${at(notesWithinHours)}.${back ? ` From ${at(refundAfterHours)} you can take ${back} back.` : ''}`
  const line = `${coachName} writes ${what} ${by(notesWithinHours)}.`
  return back ? `${line} Nothing ${by(refundAfterHours)}? You get ${back} back.` : line
}

/** Whether a session is over at `now`, in epoch milliseconds, and its coach still answers what was sold with it. */
export function areQuestionsOpen({ owed, endsAt }: Pick<CoachSession, 'owed' | 'endsAt'>, now: number): boolean {
  const end = endsAt && Date.parse(endsAt)
  return !!owed && !!end && end <= now && now < end + owed.questionDays * 24 * hourMs
}

/** `'until Tue, Dec 1'`, `'for 7 days after it'` while there is no time; null when none are owed, or not any more. */
function questionsUntil(
  { owed, endsAt }: Pick<CoachSession, 'owed' | 'endsAt'>,
  now: number,
  readerZone: string,
): string | null {
  if (!owed || owed.questionDays === 0) return null
  if (!endsAt) return `for ${owed.questionDays} days after it`
  const until = Date.parse(endsAt) + owed.questionDays * 24 * hourMs
  return until > now ? `until ${showDateIn(new Date(until), readerZone)}` : null
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`
