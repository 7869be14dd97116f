import type { Deps } from '#src/deps.ts'
import {
  type About,
  type BookingRow,
  factsOf,
  type Notice,
  shortWhenOf,
  tell,
  whenOf,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import { decideHours } from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'
import type { Standing } from './standing.ts'

type TakenBack = { standing: Standing; reason: string }

/** Tells whoever was told of an outcome that it is taken back: nobody of a session marked as completed. */
export async function tellTakenBack(deps: Deps, tx: Tx, booking: BookingRow, takenBack: TakenBack): Promise<void> {
  const { is, at, question } = takenBack.standing
  if (is === 'completed') return
  await tell(deps, tx, await withMeeters(tx, booking), { key: `taken-back:${booking.id}:${+at}` }, (about) =>
    question || about.as === 'player' ? takenBackNotice(about, takenBack) : null,
  )
}

/** What no longer counts, why, and what comes now. */
export function takenBackNotice(about: About, { standing, reason }: TakenBack): Notice {
  const { booking, hello, env, as } = about
  const { serviceName, customerName, coachName } = booking
  const missed = (name: string, isReader: boolean) => `counts as missed by ${isReader ? 'you' : name}`
  const no = {
    completed: 'is marked as completed',
    'no-show': missed(customerName, as === 'player'),
    'player-missing': missed(customerName, as === 'player'),
    'coach-missing': missed(coachName, as === 'coach'),
    'minutes-back': 'counts as shortened',
    'new-hour': 'gets a new hour',
    held: 'counts as settled',
  }[standing.is]
  return {
    subject: `Taken back: ${serviceName}${shortWhenOf(about)}`,
    preheader: `It no longer ${no}.`,
    title: 'We took that back',
    paragraphs: [
      `${hello} your session on ${whenOf(about)} no longer ${no}.`,
      `We wrote: “${reason}”`,
      standing.question
        ? `Our team decides anew within ${decideHours} hours. Nothing moves until then. Something we should know? Write it in the session’s chat.`
        : 'It stands as if nobody had marked it.',
    ],
    facts: factsOf(about),
    action:
      as === 'player'
        ? { label: 'Open My Sessions', url: `${env.baseUrl}/sessions` }
        : { label: 'Open Coach Dashboard', url: `${env.baseUrl}/coach-dashboard` },
    invite: null,
    sms: null,
  }
}
