import { showMoment } from '#src/shared/session-times.ts'
import type { Owed } from './rules.ts'
import { replaysSentHours } from './services.ts'

type Promised = {
  owed: Pick<Owed, 'replays'> | null
  startsAt: Date | string | null
  coachId: string | null
  coachName: string
}

/**
 * What a player does so that the replays are watched which a booking promises; null where it promises none, where
 * as many were `sent` with what they said before the session, or where their time had passed at `now`. `where` is the chat, as it is called there; `readerZone` is the player's own.
 */
export function replaysToSend(
  { owed, startsAt, coachId, coachName }: Promised,
  { where, now, readerZone, sent = 0 }: { where: 'here' | 'in the chat'; now: Date; readerZone: string; sent?: number },
): string | null {
  const left = (owed?.replays ?? 0) - sent
  if (left <= 0) return null
  const by = startsAt && new Date(new Date(startsAt).getTime() - replaysSentHours * 3_600_000)
  if (by && by <= now) return null
  const when = by ? `by ${showMoment(by, readerZone)}` : 'once your session has its time'
  const [what, them] = left === 1 ? ['1 replay', 'it'] : [`${left} replays`, 'them']
  return `Send ${what} ${where} ${when}: ${coachId ? coachName : 'your coach'} watches ${them} before you meet. Links are fine.`
}
