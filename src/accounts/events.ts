import { defineEvent } from '#src/shared/define-event.ts'

/** An account proved that its e-mail is its own, for the first time. */
export const accountVerified = defineEvent<{ accountId: string }>('accounts.verified')

/** Somebody has a Discord name, their first or another one. */
export const discordNameGiven = defineEvent<{ accountId: string }>('accounts.discord-name-given')
