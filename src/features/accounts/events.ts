import { defineEvent } from '#src/shared/define-event.ts'

/** An account proved that its e-mail is its own, for the first time. */
export const accountVerified = defineEvent<{ accountId: string }>('accounts.verified')

/** An account whose e-mail was never verified has another one; `was`: the old one, as `hashToken` gives it. */
export const emailChanged = defineEvent<{ accountId: string; was: string }>('accounts.email-changed')

/** Somebody wants to open their application in another browser: the row of `codes` says by which e-mail; `isOverLimit` as in `mailCode`. */
export const applicantCodeAsked = defineEvent<{ codeId: string; isOverLimit?: boolean }>(
  'accounts.applicant-code-asked',
)

/** Somebody has a Discord name, their first or another one. */
export const discordNameGiven = defineEvent<{ accountId: string }>('accounts.discord-name-given')
