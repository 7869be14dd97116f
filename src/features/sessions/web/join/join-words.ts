import { callMinutes, type Side, statementMinutes } from '#src/features/sessions/outcomes.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showTimeIn } from '#src/shared/times.ts'

type Waiting = {
  as: Side
  /** The one who is not there yet, as the reader knows them. */
  name: string
  /** Whether the reader has pressed that they are here. */
  isHere: boolean
  startsAt: string
  /** What the player paid, decimal text in dollars. */
  price: string
}

/** What somebody reads in the Join place while the other is not there; `now` in epoch milliseconds. */
export function waitingWords({ as, name, isHere, startsAt, price }: Waiting, now: number, readerZone: string): string {
  if (!isHere) return `Press I am here: ${name} sees it at once.`
  const minutes = (now - Date.parse(startsAt)) / 60_000
  if (minutes < (as === 'player' ? callMinutes : 0)) return `Waiting for ${name}. They see that you are here.`
  if (as === 'coach') {
    const until = showTimeIn(new Date(Date.parse(startsAt) + statementMinutes * 60_000), readerZone)
    return minutes < statementMinutes
      ? `${name} is not here yet. Wait until ${until}; then you can say so.`
      : `${name} is not here yet. Say so under “Something went wrong?”.`
  }
  if (minutes < statementMinutes) return `${name} is not here yet. We are calling them; our team knows.`
  const cents = toCents(price)
  const choices =
    cents > 0 ? `another coach, another hour, or all ${showDollars(cents)} back` : 'another coach or another hour'
  return `You waited long enough. Say under “Something went wrong?” that ${name} is not here, then choose: ${choices}.`
}
