import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { games, playedGames } from '#src/shared/games.ts'
import { showZone } from '#src/shared/times.ts'

/** The other side of a session, and the coach's name on Discord, where they meet; null: none yet. */
export type Meeting = { coachId: string | null; coachName: string; coachDiscord: string | null }

/**
 * Where a session's player finds the coach: the one place that has the words, for pages, mails, SMS and calendars.
 * `place` names it in two or three words, `short` in a line, `long` with what to do there.
 */
export function whereToMeet({ coachId, coachName, coachDiscord }: Meeting): Record<'place' | 'short' | 'long', string> {
  if (coachDiscord) {
    const place = `Discord: ${coachDiscord}`
    return {
      place,
      short: place,
      long: `You meet on ${place}. Be online five minutes early. Cannot find each other? Press I am here in My Sessions and your coach sees it.`,
    }
  }
  const short = coachId
    ? `${coachName} sends you their Discord name in the chat. We mail you when it is there.`
    : 'You get your coach’s Discord name as soon as we have found you a coach.'
  return { place: 'Discord', short, long: `You meet on Discord. ${short}` }
}

/** What happens once the player has added the coach on Discord; `when` null: the session has no time yet. */
export function coachCalls(coachName: string, when: string | null): string {
  return `${coachName} calls you there ${when ? `on ${when}` : 'once your time is set'}.`
}

/** The same for the coach's calendar: the names of the players who have said one, else where to ask for them. */
export function whereToFind(players: { playerId: string | null; player: Profile | null }[]): string {
  const names = players.flatMap(({ player }) => player?.handles.discord ?? [])
  if (names.length > 0) return `Discord: ${names.join(', ')}`
  // Who has no account has no chat.
  return players.some(({ playerId }) => playerId) ? 'Discord: ask in the chat' : 'Discord'
}

/** The player, as their coach and staff read it; `profile` null: the player has said nothing. */
export function whoComes(
  { customerName, playerId }: { customerName: string; playerId: string | null },
  profile: Profile | null,
): string {
  const { gamerTag, handles, ranks, zone, goal } = profile ?? {}
  const names = [gamerTag, handles?.epic && `${handles.epic} on Epic`].filter(Boolean).join(', ')
  const known = playedGames.flatMap((game) => (ranks?.[game] ? `${ranks[game]} in ${games[game].label}` : []))
  const plays = [names && `as ${names}`, known.join(' and ')].filter(Boolean).join(', ')
  // Without an account there is neither a chat nor a place to write the name to.
  const nobody = playerId ? `Ask in the chat; we reminded ${customerName}.` : `${customerName} has no account yet.`
  return [
    handles?.discord ? `${customerName} on Discord: ${handles.discord}.` : `No Discord name yet. ${nobody}`,
    plays && `Plays ${plays}.`,
    zone && `Lives on ${showZone(zone)}.`,
    goal && `Wants to fix: ${/[.!?]$/.test(goal) ? goal : `${goal}.`}`,
  ]
    .filter(Boolean)
    .join(' ')
}
