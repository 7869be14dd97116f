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

/** Reminds a coach of notes that are due. */
export async function tellNotesDue(deps: Deps, tx: Tx, booking: BookingRow): Promise<void> {
  const key = `notes-due:${booking.id}:${+(booking.startsAt ?? 0)}`
  await tell(deps, tx, await withMeeters(tx, booking), { key }, (about) =>
    about.as === 'coach' ? notesDueNotice(about) : null,
  )
}

/** The coach is late, and reads until when it costs nothing. */
function notesDueNotice(about: About): Notice {
  const { booking, hello, zone, env } = about
  const player = playerName(booking)
  const owed = must(booking.owed, 'notes')
  const end = +must(booking.endsAt, 'an end')
  const from = showMoment(new Date(end + owed.refundAfterHours * 3_600_000), zone)
  return {
    subject: `Notes due: ${player}, ${booking.serviceName}`,
    preheader: 'Three things, homework, the next step: it takes two minutes.',
    title: 'Your notes are due',
    paragraphs: [
      `${hello} ${player} was promised your notes within ${owed.notesWithinHours} hours of your session, and has none yet.`,
      'Three things you saw, homework, the next step: it takes two minutes.',
      ...(owed.difference > 0 ? [`From ${from} on ${player} can take ${showDollars(owed.difference)} back.`] : []),
    ],
    facts: factsOf(about),
    action: { label: 'Write it up', url: `${env.baseUrl}/coach-dashboard?section=agenda` },
    invite: null,
    sms: null,
  }
}
