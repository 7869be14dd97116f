import { type Asking, isOnWordAlone, newHourDays, type Outcome, type Side } from './outcomes.ts'

/*
 * What was said of a session, and what became of it, in words for one of the two, or for our team (`reader` null). Screens
 * and mails say the same.
 */

/** Both names, as the reader knows them. */
export type Names = Record<Side, string>
/** What was said, by whom. */
export type SaidWhat = { says: Asking; by: Side; minutes: number | null }

/** `'VexFlip says that you did not come.'`, `'You said that VexFlip did not come.'` */
export function saidWords({ says, by, minutes }: SaidWhat, names: Names, reader: Side | null): string {
  const other = by === 'player' ? 'coach' : 'player'
  const them = reader === other ? 'you' : names[other]
  const what: Record<Asking, string> = {
    'not-here': `that ${them} did not come`,
    late: `that the session started ${minutes} minutes late`,
    'ended-early': `that the session ended ${minutes} minutes early`,
    'could-not-play': 'that you two could not play',
    'coach-asked': `that ${them} asked them to cancel`,
  }
  if (reader === null && says === 'could-not-play') return `${names[by]} says that the two could not play.`
  if (reader !== by) return `${names[by]} says ${what[says]}.`
  return `You said ${says === 'coach-asked' ? `that ${them} asked you to cancel` : what[says]}.`
}

/** What follows when the other side says that it is so. */
export function followsWords({ says, by, minutes }: SaidWhat, names: Names, reader: Side): string {
  const isPlayer = reader === 'player'
  switch (says) {
    case 'not-here':
      if (by === 'player')
        return isPlayer
          ? 'you choose: another coach, another hour, or all your money back'
          : `${names.player} chooses: another coach, another hour, or all the money back`
      return 'it is a no-show, and there is no refund'
    case 'late':
    case 'ended-early':
      return `the price of ${minutes ? `${minutes} minutes` : 'these minutes'} goes back to ${isPlayer ? 'you' : names.player}`
    case 'could-not-play':
      return 'you get a new hour together, at no cost'
    case 'coach-asked':
      return isPlayer
        ? 'it counts as called off: you choose, and lose nothing'
        : `it counts as called off by you: ${names.player} chooses`
  }
}

/** What no answer in time means. */
export function silenceWords({ says }: Pick<SaidWhat, 'says'>): string {
  return says === 'not-here' || says === 'could-not-play'
    ? 'No answer by then counts as a yes.'
    : 'No answer by then? Our team decides.'
}

/** What became of it. */
export function outcomeWords(
  outcome: Outcome,
  question: Pick<SaidWhat, 'by' | 'says'> & { agrees: boolean | null; reason: string | null },
  names: Names,
  reader: Side | null,
): string {
  const { by, says, agrees } = question
  const name = (side: Side) => (reader === side ? 'you' : names[side])
  switch (outcome) {
    case 'coach-missing':
      return `It counts as missed by ${name('coach')}.${reader === 'player' ? ' You choose what you get.' : ''}`
    case 'player-missing':
      return `It counts as missed by ${name('player')}. There is no refund.`
    case 'minutes-back':
      return `The price of the lost minutes goes back to ${name('player')}.`
    case 'new-hour':
      return `You get a new hour together, at no cost: our team agrees it with you.${
        reader === 'player' && isOnWordAlone(question) && !question.reason
          ? ` Since nobody answered, cancelling gives nothing back, unless we find no hour within ${newHourDays} days.`
          : ''
      }`
    case 'called-off':
      return `It counts as called off by ${name('coach')}.`
    case 'held':
      return 'It counts as held. Nothing changes.'
    case 'cancelled':
      return 'The session was cancelled, and that ended the question: there is nothing to answer.'
    case 'taken-back':
      return `${reader === by ? 'You' : names[by]} took it back. Nothing changes.`
    case 'withdrawn':
      if (says === 'coach-asked' && agrees === false) {
        const who = reader === 'coach' ? 'You say' : `${names.coach} says`
        return `${who} that it is not so. Nothing changes.`
      }
      return 'That is settled. Nothing changes.'
  }
}
