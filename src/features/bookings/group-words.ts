import { inDollars, packages } from './services.ts'

const [starter] = packages

/** Said beside a seat in a group: `'Alone? A Starter Session is $15.'` */
export function aloneAdvice(): string {
  return `Alone? A ${starter.name} is ${inDollars(starter.price)}.`
}

/** Said of a group in the list of offers. */
export const bringYourSquad = 'Bring your squad by link; seats left stay open to others.'

/** Said before a seat in a group of `capacity` players is paid. */
export function oneSeat(capacity: number): string {
  const others = capacity === 2 ? 'another player' : `up to ${capacity - 1} other players`
  return `1 seat: you may share the hour with ${others}. Friends book theirs with the link you get.`
}

/** How many play in a group: `'2-4 players'`. */
export function groupSize(capacity: number): string {
  return capacity === 2 ? '2 players' : `2-${capacity} players`
}

/** Said at an hour of a group that nobody has joined. */
export function firstInGroup(): string {
  return `Nobody else has joined this hour yet. It takes place with one player, too; alone, ${starter.title} (${inDollars(starter.price)}) is the better buy.`
}
