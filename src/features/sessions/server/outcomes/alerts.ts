import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { type BookingRow, playerName, withMeeters } from '#src/features/bookings/server/bookings.ts'
import { saidWords } from '#src/features/sessions/outcome-words.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { showInstant } from '#src/shared/times.ts'
import type { QuestionRow } from './questions.ts'
import { decideBy } from './states.ts'

/** Tells the team of a question that they decide. */
export async function alertUndecided(deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow): Promise<void> {
  const { when, said, facts } = await wordsOf(deps, tx, booking, question)
  const until = decideBy(question.staffSince)
  await alertStaff(deps, tx, 'question', {
    dedupeKey: `question-alert:${question.id}`,
    subject: `Decide: what happened on ${when}`,
    title: 'A session that you decide about',
    paragraphs: [
      `${said} ${question.why ?? ''} Nothing moves until somebody of you decides${until ? `, by ${showInstant(until, booking.zone)}` : ''}.`,
    ],
    facts,
    thread: booking.id,
    action: decide,
  })
}

/** Reminds the owner of a question that is undecided for too long; `day` counts the reminders. */
export async function alertLate(deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow): Promise<void> {
  const { when, said, facts } = await wordsOf(deps, tx, booking, question)
  await alertStaff(deps, tx, 'question-late', {
    dedupeKey: `question-late:${question.id}:${+(question.dueAt ?? 0)}`,
    subject: `Still undecided: what happened on ${when}`,
    title: 'A session waits for you',
    paragraphs: [`${said} Player and coach wait for more than 72 hours. You get this every day until it is decided.`],
    facts,
    thread: booking.id,
    action: decide,
  })
}

/** Tells the team that a coach said that the player did not come. */
export async function alertPlayerMissing(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  question: QuestionRow,
): Promise<void> {
  const { when, facts, player } = await wordsOf(deps, tx, booking, question)
  await alertStaff(deps, tx, 'cancellation', {
    dedupeKey: `player-missing-alert:${question.id}`,
    subject: `No-show: ${player}, ${when}`,
    title: 'A coach waited in vain',
    paragraphs: [
      `${booking.coachName} pressed 'I am here' and says that the player did not come. The player was mailed, and can object within 72 hours: then you decide.`,
    ],
    facts,
    thread: booking.id,
    action: openBooking(booking.id),
  })
}

/** Tells the team that a session could not be played, and needs a new hour. */
export async function alertToSchedule(deps: Deps, tx: Tx, booking: BookingRow, questionId: string): Promise<void> {
  const player = playerName(await withMeeters(tx, booking))
  await alertStaff(deps, tx, 'unseen', {
    dedupeKey: `new-hour-alert:${questionId}`,
    subject: `Needs a new hour: ${player} with ${booking.coachName}`,
    title: 'A session was not played',
    paragraphs: [
      `${player} and ${booking.coachName} could not play their ${booking.serviceName}. Agree an hour with both, and schedule it: only the team can.`,
    ],
    facts: [['Booking', booking.number]],
    thread: booking.id,
    action: openBooking(booking.id),
  })
}

const decide = { label: 'Decide', owner: '/owner', admin: '/owner' } as const

function openBooking(id: string) {
  const page = `/owner?booking=${id}` as const
  return { label: 'Open booking', owner: page, admin: page }
}

async function wordsOf(_deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow) {
  const { serviceName, coachName, number, zone } = booking
  const player = playerName(await withMeeters(tx, booking))
  const when = showInstant(question.startsAt, zone)
  const facts: [string, string][] = [
    ['Session', serviceName],
    ['Coach', coachName],
    ['Player', player],
    ['When', when],
    ['Booking', number],
  ]
  return { player, when, facts, said: saidWords(question, { player, coach: coachName }, null) }
}
