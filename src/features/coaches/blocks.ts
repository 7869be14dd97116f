/** Who blocks whom: a player a coach, or a coach a player. */
export const blockingSides = ['player', 'coach'] as const
export type BlockingSide = (typeof blockingSides)[number]

/** What both read, whoever of them pressed it. */
export const blockedText = 'You two are no longer in touch: one of you blocked the other.'
