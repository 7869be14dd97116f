import { defineEvent } from '#src/shared/define-event.ts'

/** An account proved that its e-mail is its own, for the first time. */
export const accountVerified = defineEvent<{ accountId: string }>('accounts.verified')
