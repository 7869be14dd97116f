/* What staff do about bookings when things go wrong: constants of both sides. */

/** For so many days an outcome can be taken back. */
export const takeBackDays = 14

/** What staff do to many bookings at once. */
export const manyActs = ['cancel', 'refund', 'call-off', 'hand-over'] as const
export type ManyAct = (typeof manyActs)[number]
