/* A coach's call-off and the player's choice after it: constants and pure rules of both sides (CALL-1, CALL-2). */

/** Why a coach calls off; for staff only. */
export const callOffReasons = ['ill', 'emergency', 'technical', 'other'] as const
export type CallOffReason = (typeof callOffReasons)[number]
export const callOffReasonLabels: Record<CallOffReason, string> = {
  ill: 'Ill',
  emergency: 'Emergency',
  technical: 'Technical',
  other: 'Other',
}

/** Why a player chooses. */
export const choiceCauses = ['called-off', 'coach-missing'] as const
export type ChoiceCause = (typeof choiceCauses)[number]

/** What a player chooses: the same hour with another coach, another hour with the same, or all money back. */
export const remedies = ['another-coach', 'another-hour', 'money'] as const
export type Remedy = (typeof remedies)[number]

const minute = 60_000
/** A call-off that comes more than so many minutes before the start leaves time until `chooseUntilMinutes` before it. */
export const earlyMinutes = 75
export const chooseUntilMinutes = 60
/** Later ones, until the end: so many minutes. */
export const lateMinutes = 15
/** When a coach was missing the player has so many hours. */
export const missingHours = 72
/** What becomes of a called-off session whose player chooses nothing, in words. */
export const byItself = `Nothing chosen an hour before the start, or within ${lateMinutes} minutes of a late call-off? Then all the money goes back by itself.`
/** Another coach has to accept when the session starts within so many hours. */
export const acceptHours = 12

/** Until when the player chooses; nothing chosen by then is all money back. */
export function chooseBy(cause: ChoiceCause, startsAt: Date, now: Date): Date {
  if (cause === 'coach-missing') return new Date(+now + missingHours * 60 * minute)
  return new Date(isLate(startsAt, now) ? +now + lateMinutes * minute : +startsAt - chooseUntilMinutes * minute)
}

/** Whether a call-off counts as late: it leaves the player no time to choose before the hour. */
export function isLate(startsAt: Date, now: Date): boolean {
  return +startsAt - +now <= earlyMinutes * minute
}

/** How another coach comes: at once, when one of those asked says yes, or found by our team, because the hour is over or has begun. */
export const takeOverWays = ['at-once', 'asked', 'team'] as const
export type TakeOverWay = (typeof takeOverWays)[number]

export function takeOverWay(startsAt: Date, now: Date): TakeOverWay {
  if (startsAt <= now) return 'team'
  return +startsAt - +now < acceptHours * 60 * minute ? 'asked' : 'at-once'
}

/** How many coaches are asked at once, at most, and within how many minutes the player hears when none says yes. */
export const mostAsked = 10
export const hearMinutes = 10

/** From so many coaches who did not come, or late call-offs, in so many days on our team is told. */
export const unreliable = { missed: 2, late: 3, days: 30 }
