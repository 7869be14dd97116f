import type { Party } from '#src/features/bookings/life-cycle.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { callOffReasonLabels, type Remedy } from './call-offs.ts'
import type { Saying } from './outcomes.ts'
import type { StoryKind } from './story.ts'
import type { StoryEvent } from './story-contract.ts'

/** Who reads a story, what its player is called, and the zone (IANA name) of the clock it is read by. */
export type StoryReader = { as: Party; playerName: string; zone: string }

/** What an event says, without who did it: `'Moved from Sat, Nov 28, 10:00 AM (Berlin) to Sun, Nov 29, 11:00 AM (Berlin)'`. */
export function deedWords(event: StoryEvent, reader: StoryReader): string {
  return deeds[event.kind](event, reader)
}

/** Who did it: `'You'`, a name, `'Our team'`; null: it happened by itself. */
export function doerWords({ by, name }: StoryEvent, { as }: StoryReader): string | null {
  switch (by) {
    case null:
      return null
    case 'you':
      return 'You'
    case 'team':
      return name ? `${name}, our team` : 'Our team'
    case 'system':
      return 'Automatic'
    case 'player':
      return name ?? (as === 'coach' ? 'Your player' : 'The player')
    case 'coach':
      return name ?? (as === 'player' ? 'Your coach' : 'The coach')
  }
}

/** The text below it: what somebody wrote, and for staff why. */
export function wordsBelow({ kind, words, why }: StoryEvent): string[] {
  const reason = kind === 'call-off' ? callOffReasonLabels[why as keyof typeof callOffReasonLabels] : why
  return [...(reason ? [`Why: ${reason}`] : []), ...(words ? [`“${words}”`] : [])]
}

type Deed = (event: StoryEvent, reader: StoryReader) => string

const deeds = {
  paid: ({ amount, card }) => `Paid ${dollars(amount)}${card ? ` by ${card}` : ''}`,
  booked: () => 'Booked',
  prepared: () => 'Said what to work on',
  'replays-watched': () => 'Watched the replays',
  'replay-checked': () => 'Checked the new replay',
  move: ({ from, to }, { zone }) => `Moved from ${when(from, zone)} to ${when(to, zone)}`,
  schedule: ({ to, toCoach }, { zone }) => `Set to ${when(to, zone)}${toCoach ? ` with ${toCoach}` : ''}`,
  propose: ({ to }, { zone }) => `Proposed another hour: ${when(to, zone)}`,
  'call-off': ({ from }, { zone }) => `Called off${from ? `: ${when(from, zone)}` : ''}`,
  chose: ({ remedy }) => `Chose ${remedy ? remedyWords[remedy] : 'what to do'}`,
  'hand-over': ({ fromCoach, toCoach }) =>
    toCoach
      ? `Handed over${fromCoach ? ` from ${fromCoach}` : ''} to ${toCoach}`
      : `Another coach${fromCoach ? ` than ${fromCoach}` : ''}, whom our team finds`,
  cancel: ({ asked, isBlock, isWithdrawn, amount }) =>
    `${isWithdrawn ? 'Withdrawn' : 'Cancelled'}${isBlock ? ' by a block' : asked === 'player' ? ' as the player asked' : asked === 'team' ? ' for our team' : ''}${back(amount)}`,
  'money-back': ({ amount }, { as }) => (as === 'coach' ? 'Cancelled' : `Cancelled${back(amount)}`),
  starts: () => 'The session starts',
  here: () => 'Pressed “I am here”',
  outage: () => 'Level Up itself was down',
  ends: () => 'The session ends',
  said: (event, reader) => `Said that ${saidWords(event, reader)}`,
  'took-back': () => 'Took back what was said',
  answered: ({ agrees }) => (agrees ? 'Answered: it is so' : 'Answered: that is not so'),
  'with-team': () => 'Our team decides what happened',
  'coach-missing': ({ coach }, { as }) => `Counts as missed by ${as === 'coach' ? 'you' : (coach ?? 'the coach')}`,
  'player-missing': (_event, { as, playerName }) => `Counts as missed by ${as === 'player' ? 'you' : playerName}`,
  objected: () => 'Objected: it was no no-show',
  'minutes-back': ({ minutes, amount }) => `${minutes} minutes were lost${back(amount)}`,
  'new-hour': () => 'Could not be played: gets a new hour',
  'no-new-hour': () => 'No new hour was found in time: all the money goes back if it is cancelled',
  held: () => 'Counts as held',
  'take-back': () => 'Took back the outcome',
  complete: () => 'Marked as completed',
  'no-show': () => 'Marked as a no-show',
  'write-up': () => 'Wrote the session up',
  'notes-missing': ({ amount }) => `The written notes did not come${back(amount)}`,
  rated: ({ stars }) => `Rated it with ${stars === 1 ? '1 star' : `${stars} stars`}`,
  'claim-guarantee': ({ wanted }) => `Claimed the guarantee${wanted ? `: ${claimWords[wanted]}` : ''}`,
  'claim-refunded': () => 'Guarantee: money back',
  'claim-another-coach': () => 'Guarantee: a free session with another coach',
  'claim-declined': () => 'Guarantee: declined',
  refund: ({ amount }) => `Refunded: ${dollars(amount)}`,
  refunded: ({ amount }) => `${dollars(amount)} sent back to the card`,
  'refund-failed': ({ amount }) => `Sending ${dollars(amount)} back failed: our team sees to it`,
  'dispute-inquiry': () => 'The bank asked about the payment: nothing has gone back',
  'dispute-open': () => 'The bank was asked for the payment back',
  'dispute-won': () => 'The bank closed its case: it took nothing',
  'dispute-lost': () => 'The bank decided: the payment goes back',
} satisfies Record<StoryKind, Deed> as Record<StoryKind, Deed>

const remedyWords: Record<Remedy, string> = {
  'another-coach': 'another coach',
  'another-hour': 'another hour',
  money: 'all the money back',
}

const claimWords = { refunded: 'the money back', 'another-coach': 'another coach' }

/** In the middle of a sentence: `'VexFlip did not come'`, to VexFlip `'you did not come'`. */
function saidWords({ says, by, coach, minutes }: StoryEvent, { as, playerName }: StoryReader): string {
  // Of the two sides one says it about the other.
  const isByPlayer = by === 'player' || (by === 'you' && as === 'player')
  const them = isByPlayer ? (as === 'coach' ? 'you' : (coach ?? 'the coach')) : as === 'player' ? 'you' : playerName
  const said: Record<Saying, string> = {
    'not-here': `${them} did not come`,
    late: `the session started ${minutes} minutes late`,
    'ended-early': `the session ended ${minutes} minutes early`,
    'could-not-play': 'the two could not play',
    'coach-asked': `${them} asked to cancel`,
    'we-met': 'the two met',
  }
  return says ? said[says] : 'something was wrong'
}

const when = (instant: string | null | undefined, zone: string) => (instant ? showMoment(instant, zone) : 'no time')

const dollars = (amount = '0') => showDollars(toCents(amount))

/** What goes back, where its reader may know. */
function back(amount: string | undefined): string {
  if (amount === undefined) return ''
  return Number(amount) > 0 ? `: ${dollars(amount)} goes back` : ': nothing goes back'
}
