import type { Deps } from '#src/deps.ts'
import {
  type About,
  type BookingRow,
  factsOf,
  type Notice,
  playerName,
  tell,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import type { Written } from '#src/features/sessions/write-up-contract.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { showDollars } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { showMoment } from '#src/shared/session-times.ts'

/** Tells the player that their session is written up: once for each hour and coach it had, whatever is corrected later. */
export async function tellWrittenUp(deps: Deps, tx: Tx, booking: BookingRow, written: Written): Promise<void> {
  const key = `write-up:${booking.id}:${booking.sequence}`
  await tell(deps, tx, await withMeeters(tx, booking), { key }, (about) =>
    about.as === 'player' ? writtenUpNotice(about, written) : null,
  )
}

/** Without the words themselves: they can be corrected, and other people may see the mail. */
function writtenUpNotice(about: About, { homework }: Written): Notice {
  const { coachName, serviceName } = about.booking
  const tasks = homework.length === 1 ? 'One piece of homework waits' : `${homework.length} pieces of homework wait`
  return {
    subject: `${coachName} wrote up your ${serviceName}`,
    preheader: 'What to practise now, in writing.',
    title: 'Your session is written up',
    paragraphs: [
      `${about.hello} ${coachName} wrote down what to practise after your session.`,
      ...(homework.length > 0 ? [`${tasks} for your tick.`] : []),
    ],
    facts: factsOf(about),
    action: { label: 'Read it', url: `${about.env.baseUrl}/progress` },
    invite: null,
    sms: null,
  }
}

/** Reminds a coach of notes that are due, once, and a last time (`isLast`). */
export async function tellNotesDue(deps: Deps, tx: Tx, booking: BookingRow, isLast: boolean): Promise<void> {
  const key = `${isLast ? 'notes-late' : 'notes-due'}:${booking.id}:${+(booking.startsAt ?? 0)}`
  await tell(deps, tx, await withMeeters(tx, booking), { key }, (about) =>
    about.as === 'coach' ? notesDueNotice(about, deps.now()) : null,
  )
}

/** Says by when the notes are due, or that they are late, and until when that costs nothing. */
function notesDueNotice(about: About, now: Date): Notice {
  const { booking, hello, zone, env } = about
  const player = playerName(booking)
  const owed = must(booking.owed, 'notes')
  const hoursAfter = (hours: number) => new Date(+must(booking.endsAt, 'an end') + hours * 3_600_000)
  const due = hoursAfter(owed.notesWithinHours)
  const from = showMoment(hoursAfter(owed.refundAfterHours), zone)
  const isLate = due <= now
  return {
    subject: isLate
      ? `Notes due: ${player}, ${booking.serviceName}`
      : `Notes for ${player} are due ${showMoment(due, zone)}`,
    preheader: isLate ? 'Three things, homework, the next step: it takes two minutes.' : 'Three lines are enough.',
    title: isLate ? 'Your notes are due' : `Notes for ${player}`,
    paragraphs: [
      isLate
        ? `${hello} ${player} was promised your notes within ${owed.notesWithinHours} hours of your session, and has none yet.`
        : `${hello} notes for ${player} are due ${showMoment(due, zone)}. Three lines are enough.`,
      'Three things you saw, homework, the next step: it takes two minutes.',
      ...(owed.difference > 0 ? [`From ${from} on ${player} can take ${showDollars(owed.difference)} back.`] : []),
    ],
    facts: factsOf(about),
    action: { label: 'Write it up', url: `${env.baseUrl}/coach-dashboard?section=agenda` },
    invite: null,
    sms: null,
  }
}
