import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, optionalLineSchema, optionalTextSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { perGame } from '#src/shared/games.ts'
import { isTimeZone } from '#src/shared/time-fields.ts'

const line = optionalLineSchema(80)

/** The IANA name of a zone. */
export const zoneSchema = z.string().check(atMost(64), z.refine(isTimeZone, 'Choose a time zone from the list.'))

const optionalZoneSchema = z.pipe(
  z.nullish(z.union([z.literal(''), zoneSchema])),
  z.transform((zone: string | null | undefined) => zone || null),
)

/** A person's profile as it is saved: every field may be left out, null or blank, which all mean "none". */
export const profileBody = z.object({
  /** The name in the game. */
  gamerTag: line,
  /** What they are called elsewhere. */
  handles: z.prefault(z.object({ discord: line, epic: line }), {}),
  zone: optionalZoneSchema,
  ranks: z.prefault(z.object(perGame(() => line)), {}),
  /** What they want to work on. */
  goal: optionalTextSchema(500),
})
export type Profile = z.output<typeof profileBody>

/** The same as it is read. */
export const profileSchema = z.object({
  gamerTag: z.nullable(z.string()),
  handles: z.object({ discord: z.nullable(z.string()), epic: z.nullable(z.string()) }),
  zone: z.nullable(z.string()),
  ranks: z.object(perGame(() => z.nullable(z.string()))),
  goal: z.nullable(z.string()),
})

export const readProfile = defineCall({
  method: 'GET',
  path: '/api/account/profile',
  who: 'account',
  summary: "One's own profile: how a coach finds one, ranks, and what to work on",
  reply: profileSchema,
})

/** All of it: what is left out is empty afterwards. The coaches of sessions ahead are told of a new Discord name. */
export const saveProfile = defineCall({
  method: 'PUT',
  path: '/api/account/profile',
  who: 'account',
  summary: "Save one's own profile",
  sentence: 'saved their own profile',
  // Each new Discord name is mailed to the coaches of the sessions ahead.
  limits: [{ by: 'account', times: 30, minutes: 60 }],
  body: profileBody,
  reply: profileSchema,
})

/** Browsers send theirs when the profile has none, so that mails and SMS speak it. */
export const saveZone = defineCall({
  ...firstCalls.saveZone,
  who: 'account',
  summary: "Save one's own time zone; the rest of the profile stays",
  audited: false,
  limits: [{ by: 'account', times: 60, minutes: 60 }],
  body: z.object({ zone: zoneSchema }),
  reply: z.object({ zone: z.string() }),
})
