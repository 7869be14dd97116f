/** What the guarantee gives: the player asks for one of them, the owner decides on one of them or declines. */
export const remedies = ['refunded', 'another-coach'] as const
export type Remedy = (typeof remedies)[number]

export const decisions = [...remedies, 'declined'] as const
export type Decision = (typeof decisions)[number]

/** How a player says what they would like. */
export const remedyLabels: Record<Remedy, string> = { refunded: 'My money back', 'another-coach': 'Another coach' }

/** Within how many hours the owner answers a claim. */
export const claimHours = 72

/** After how many days without an answer the player gets what they asked for by itself. */
export const claimDays = 7

/** Until when a claim made at an instant is answered. */
export function claimAnswerBy(claimedAt: Date | string): Date {
  return new Date(new Date(claimedAt).getTime() + claimHours * 3_600_000)
}

/** When a claim made at an instant is granted by itself if nobody answered it. */
export function claimGrantedAt(claimedAt: Date | string): Date {
  return new Date(new Date(claimedAt).getTime() + claimDays * 24 * 3_600_000)
}

/** Whether the player must be told why: they get something else than they asked for. `wanted` is null for claims from before anybody was asked. */
export function needsReason(wanted: Remedy | null, decision: Decision): boolean {
  return decision === 'declined' || (wanted !== null && decision !== wanted)
}
