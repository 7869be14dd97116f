/** What a coach reads who wants to book with themselves. */
export const ownHoursText = 'These are your own hours, so you cannot book them.'

/** The `reason` of a refusal that says so. */
export const ownHoursReason = 'own-hours'
