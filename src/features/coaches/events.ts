import { defineEvent } from '#src/shared/define-event.ts'

/** A coach has a Discord name, their first or another one: players who meet them there must know. */
export const coachDiscordGiven = defineEvent<{ coachId: string }>('coaches.discord-given')
