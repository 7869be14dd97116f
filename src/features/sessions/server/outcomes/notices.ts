import type { Deps } from '#src/deps.ts'
import { refundLeft } from '#src/features/bookings/rules.ts'
import {
  type About,
  type BookingRow,
  factsOf,
  type Notice,
  noShowNotice,
  shortWhenOf,
  tell,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import {
  followsWords,
  type Names,
  outcomeWords,
  saidWords,
  silenceWords,
} from '#src/features/sessions/outcome-words.ts'
import { otherSide } from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { showDollars } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import type { QuestionRow } from './questions.ts'
import { decideBy } from './states.ts'

/** Asks the other side of a session whether what was said is so. */
export async function tellAsked(deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow): Promise<void> {
  await tell(deps, tx, await withMeeters(tx, booking), { key: `session-asked:${question.id}` }, (about) =>
    about.as === otherSide[question.by] ? askedNotice(about, question) : null,
  )
}

/** Tells both that our team decides. */
export async function tellWithStaff(deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow): Promise<void> {
  await tell(deps, tx, await withMeeters(tx, booking), { key: `session-with-staff:${question.id}` }, (about) =>
    withStaffNotice(about, question),
  )
}

/** Tells both how it ended. `booking` as it was before; `refund`: the cents that go back. */
export async function tellSettled(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  question: QuestionRow,
  refund: number,
): Promise<void> {
  const key = `session-settled:${question.id}:${+(question.settledAt ?? 0)}`
  await tell(deps, tx, await withMeeters(tx, booking), { key }, (about) => settledNotice(about, question, refund))
}

/** What the other side says, until when to answer, and what follows. */
export function askedNotice(about: About, question: QuestionRow): Notice {
  const words = saidWords(question, namesOf(about), about.as)
  const isWaiting = question.state === 'waiting'
  const until = question.dueAt && showMoment(question.dueAt, about.zone)
  const silence = isWaiting ? silenceWords(question) : 'Your answer helps.'
  return {
    subject: `${words.replace(/\.$/, '')}: is it so?`,
    preheader: isWaiting ? `Please answer until ${until}.` : 'Please answer.',
    title: 'Is it so?',
    paragraphs: [
      `${about.hello} ${words}`,
      `If it is so, ${followsWords(question, namesOf(about), about.as)}. If it is not so, say that: nothing moves then, and our team decides.`,
      ...(isWaiting ? [`Please answer until ${until}. ${silence}`] : [silence]),
    ],
    facts: factsOf(about),
    action: { label: 'Answer', url: pageOf(about) },
    invite: null,
    sms: [`${words} Is it so? Please answer`],
  }
}

/** Nothing moves until our team has decided. */
export function withStaffNotice(about: About, question: QuestionRow): Notice {
  const until = decideBy(question.staffSince)
  const by = until ? ` by ${showMoment(until, about.zone)}` : ''
  return {
    subject: `Our team decides: ${about.booking.serviceName}${shortWhenOf(about)}`,
    preheader: `Nothing moves until then${by && `:${by}`}.`,
    title: 'Our team looks at it',
    paragraphs: [
      `${about.hello} ${said(about, question)} ${answerWords(about, question)}`,
      `So our team decides${by}. Nothing moves until then. Something we should know? Write it in the session’s chat.`,
    ],
    facts: factsOf(about),
    action: { label: 'Open', url: pageOf(about) },
    invite: null,
    sms: null,
  }
}

/** How it ended; null for whom it needs no mail. */
export function settledNotice(about: About, question: QuestionRow, refund: number): Notice | null {
  const { outcome, reason, by, decidedBy } = question
  if (!outcome) return null
  const isPlayer = about.as === 'player'
  // A choice and a call-off have mails of their own.
  if (outcome === 'called-off' || (outcome === 'coach-missing' && isPlayer && !reason)) return null
  if (outcome === 'player-missing' && decidedBy === null) return isPlayer ? noShowNotice(about, 'coach') : null
  // Who took it back, or denied before the start that they had asked to cancel, knows.
  const isNothing = outcome === 'withdrawn' || outcome === 'taken-back'
  const isBefore = isNothing && question.settledAt !== null && question.settledAt < question.startsAt
  const knows = isBefore && outcome === 'withdrawn' ? otherSide[by] : by
  if (isNothing && !decidedBy && about.as === knows) return null

  const words = outcomeWords(outcome, question, namesOf(about), about.as)
  const money = refund > 0 ? moneyWords(about, refund) : []
  return {
    subject: `Settled: ${about.booking.serviceName}${shortWhenOf(about)}`,
    preheader: words,
    title: 'It is settled',
    paragraphs: [
      `${about.hello} ${said(about, question)} ${reason ? 'Our team looked at it.' : ''}`.trim(),
      isBefore ? `${words} The session takes place.` : words,
      ...(reason ? [`Why: ${reason}`] : []),
      ...money,
    ],
    facts: factsOf(about),
    action: { label: 'Open', url: pageOf(about) },
    invite: null,
    sms: null,
  }
}

/** Tells the player that our team found no hour in time. */
export async function tellNoHour(deps: Deps, tx: Tx, booking: BookingRow): Promise<void> {
  await tell(deps, tx, await withMeeters(tx, booking), { key: `no-new-hour:${booking.id}` }, (about) =>
    about.as === 'player' ? noHourNotice(about) : null,
  )
}

function noHourNotice(about: About): Notice {
  const { serviceName, coachName } = about.booking
  const money = `Cancel in My Sessions and all ${showDollars(refundLeft(about.booking))} goes back`
  return {
    subject: `No new hour yet: ${serviceName}`,
    preheader: 'Wait, or take your money back.',
    title: 'We have found no new hour yet',
    paragraphs: [
      `${about.hello} your ${serviceName} with ${coachName} still has no new hour. Sorry!`,
      `We keep looking. You would rather not wait? ${money}.`,
    ],
    facts: factsOf(about),
    action: { label: 'Open My Sessions', url: pageOf(about) },
    invite: null,
    sms: null,
  }
}

function answerWords(about: About, { agrees, by }: QuestionRow): string {
  if (agrees === null) return 'There was no answer.'
  const { player, coach } = namesOf(about)
  const name = by === 'player' ? coach : player
  return `${about.as === by ? name : 'You'} answered: ${agrees ? 'it is so' : 'that is not so'}.`
}

function moneyWords({ as, booking }: About, refund: number): string[] {
  return as === 'player'
    ? [`${showDollars(refund)} goes back to the card you paid with. Banks take 5 to 10 days to show it.`]
    : [`${showDollars(refund)} goes back to ${booking.customerName}.`]
}

/** What was said, after a greeting. */
function said(about: About, question: QuestionRow): string {
  return saidWords(question, namesOf(about), about.as).replace(/^You /, 'you ')
}

function namesOf({ booking }: About): Names {
  return { player: booking.customerName, coach: booking.coachName }
}

/** Where the question stands first. */
function pageOf({ as, env }: About): string {
  return as === 'player' ? `${env.baseUrl}/sessions` : `${env.baseUrl}/coach-dashboard`
}
